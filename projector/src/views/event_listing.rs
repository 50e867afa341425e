//! Renders what lists show of an event: its card, which the projector splices into the convention's document, the facts by
//! which lists are filtered, and a document for each list of public events.

use std::borrow::Cow;

use domain::convention::Convention;
use domain::documents::{ListedEvent, MagicEventBasic, PublicEvent};
use domain::planned_end::planned_end;
use domain::tournament::Round;
use domain::tournament::clock::ends_at;
use domain::tournament::phases::round_name;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::{ConventionStatus, LifecycleStatus, ProgressStatus};
use storage::{ConventionEvents, PublicEvents, Stage, ViewKind};

use super::output::Output;
use super::parts::standing_lines::final_lines;
use super::parts::{json, public, sort};
use super::view::{Scope, TournamentContext};

/// Number of characters of an event's text that lists have.
const BEGINNING: usize = 600;

/// Renders the documents for all lists.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    render_card(context, out);
    render_public(context, out);
}

fn render_card(context: &TournamentContext<'_>, out: &mut Output) {
    let (id, details) = (context.tournament.id, &context.tournament.details);
    let key = sort::start_and_id(details.start_datetime, id.0);
    out.put(ViewKind::EventCard, id, json::to_bytes(&MagicEventBasic::of(context.tournament))).sort = key.clone();
    // It is JSON that was just written.
    out.put(ViewKind::ListedEvent, id, json::to_bytes(&ListedEvent::of(context.tournament).ok())).sort = key;
}

/// Renders the documents; removes them if the event has no public page. The schedule of a convention has an on-demand queue,
/// but not the events that it makes.
fn render_public(context: &TournamentContext<'_>, out: &mut Output) {
    let (tournament, details) = (context.tournament, &context.tournament.details);
    let lists = PublicEvents::of(tournament.organization_id, details.event_format);
    let (is_public, in_convention) = (public::has_pages(context), ConventionEvents::key(tournament.id));
    let convention_id = details.convention_id.filter(|_| is_public && !tournament.organizing.is_from_queue);
    if convention_id.is_none() {
        out.remove(OrganizationId::SHARED, ViewKind::PublicEvent, &in_convention);
    }
    if !is_public {
        for list in lists {
            out.remove(OrganizationId::SHARED, ViewKind::PublicEvent, list.key(tournament.id));
        }
        return;
    }
    let body = json::to_bytes(&document(context));
    if let Some(convention_id) = convention_id {
        let list = ConventionEvents { organization_id: tournament.organization_id, convention_id };
        let sort = list.sort(details.start_datetime, tournament.id);
        out.put_under(OrganizationId::SHARED, ViewKind::PublicEvent, in_convention, body.clone()).sort = sort;
    }
    for list in lists {
        let sort = list.sort(stage(context), details.start_datetime, tournament.id);
        out.put_under(OrganizationId::SHARED, ViewKind::PublicEvent, list.key(tournament.id), body.clone()).sort = sort;
    }
}

fn document<'a>(context: &TournamentContext<'a>) -> PublicEvent<'a> {
    let (tournament, details) = (context.tournament, &context.tournament.details);
    let waits = tournament.status_since.filter(|_| tournament.lifecycle == LifecycleStatus::RegistrationClosed);
    let is_on = |round: &Round| stage(context) == Stage::Running && round.status == ProgressStatus::InProgress;
    let round = tournament.begun_round().filter(|(_, round)| is_on(round));
    let best = if tournament.lifecycle.is_finished() { final_lines(context) } else { Vec::new() };
    PublicEvent {
        id: tournament.id,
        name: Cow::Borrowed(&details.name),
        organization_id: tournament.organization_id,
        store: Cow::Borrowed(&context.organization.name),
        format: details.event_format,
        start: details.start_datetime,
        time_zone: details.time_zone.as_deref().map(Cow::Borrowed),
        status: tournament.lifecycle,
        is_canceled: is_canceled(context),
        convention: context.convention.map(|it| Cow::Borrowed(it.details.name.as_str())).unwrap_or_default(),
        convention_slug: context.convention.map(|it| Cow::Borrowed(it.details.slug.as_str())).unwrap_or_default(),
        place: Cow::Borrowed(details.venue_name.trim()),
        end: planned_end(details, &tournament.organizing),
        queue_size: details.queue_size,
        waiting: if tournament.is_queue() { tournament.line().len() } else { 0 },
        registration_policy: details.registration_policy,
        fee_note: Cow::Borrowed(&details.fee_note),
        location: public::location(context),
        capacity: details.capacity,
        // As on the event's page: until play begins, a place is also taken by who waits for approval or for an answer.
        taken: match tournament.begun_round() {
            None => tournament.places_taken(),
            Some(_) => tournament.registrations.iter().filter(|entry| entry.is_enrolled()).count(),
        },
        opens: details.registration_opens.filter(|opens| waits.is_some_and(|since| since < *opens)),
        round: round.map(|(phase, round)| round_name(tournament, phase, round)),
        round_ends: round.and_then(|(_, round)| ends_at(round.clock?)),
        winner: best.first().map(|(_, party)| party.name(context)).unwrap_or_default(),
        description: Cow::Borrowed(beginning(&details.description)),
    }
}

/// Returns the beginning of a text. Lists and calendars read many events at once.
fn beginning(text: &str) -> &str {
    text.char_indices().nth(BEGINNING).map_or(text, |(end, _)| &text[..end])
}

/// Returns whether the event is canceled, by itself or with its convention.
fn is_canceled(context: &TournamentContext<'_>) -> bool {
    let is_canceled = |convention: &Convention| convention.status == ConventionStatus::Canceled;
    context.tournament.details.is_canceled || context.convention.is_some_and(is_canceled)
}

fn stage(context: &TournamentContext<'_>) -> Stage {
    let lifecycle = context.tournament.lifecycle;
    if lifecycle.is_finished() {
        Stage::Finished
    } else if lifecycle == LifecycleStatus::EventInProgress && !is_canceled(context) {
        Stage::Running
    } else {
        Stage::Upcoming
    }
}

#[cfg(test)]
mod tests {
    use proto_events::convention::ConventionDetails;
    use proto_events::ids::ConventionId;

    use super::super::testing::{EVENT, Scene, announced, convention_of, finished, removed, swiss, without_pages};
    use super::*;

    #[test]
    fn lists_are_filtered_by_what_everybody_may_see() {
        let event = swiss().json(render, ViewKind::ListedEvent, EVENT);
        let summary: Vec<_> = event["summary"].as_object().unwrap().keys().collect();
        let expected = ["current_round_number", "enrolled_player_count", "event_format", "id", "name", "settings"];
        assert!(expected.iter().all(|name| summary.contains(&&(*name).to_owned())), "{summary:?}");
        assert_eq!((summary.len(), &event["id"]), (7, &event["summary"]["id"]));
        let rounds = event["rounds"].as_array().unwrap();
        assert!(rounds.len() > 1 && rounds.iter().all(|round| round.as_object().unwrap().len() == 3), "{rounds:?}");
    }

    #[test]
    fn a_card_without_a_date_comes_last() {
        let key = |scene: Scene| scene.part(render_card).documents[0].sort.clone();
        assert!(key(swiss()) < key(announced()));
    }

    fn sorts(scene: &Scene) -> Vec<String> {
        let stage = |sort: &str| sort.split('/').take(2).collect::<Vec<_>>().join("/");
        scene.part(render_public).documents.iter().map(|document| stage(&document.sort)).collect()
    }

    #[test]
    fn an_event_is_in_four_lists_and_in_that_of_its_convention() {
        let mut scene = finished();
        let expected = ["a/f", "s09223372036854775811/f", "fLEGACY/f", "b09223372036854775811LEGACY/f"];
        assert_eq!(sorts(&scene), expected);
        scene.tournament.details.convention_id = Some(ConventionId(9));
        let out = scene.part(render_public);
        assert_eq!((out.documents.len(), removed(&out)), (5, vec![]));
        assert_eq!(out.documents[0].key.key, "40/convention");
        scene.tournament.organizing.is_from_queue = true;
        let out = scene.part(render_public);
        assert_eq!(
            (out.documents.len(), removed(&out)),
            (4, vec!["40/convention"]),
            "a queue of the convention made it"
        );
    }

    #[test]
    fn lists_are_divided_by_stage() {
        assert_eq!((sorts(&announced())[0].as_str(), sorts(&swiss())[0].as_str()), ("a/u", "a/r"));
        let mut canceled = swiss();
        canceled.tournament.details.is_canceled = true;
        assert_eq!(sorts(&canceled)[0], "a/u");
    }

    #[test]
    fn events_of_a_canceled_convention_are_canceled() {
        for (status, is_canceled, stage) in
            [(ConventionStatus::Scheduled, false, "a/r"), (ConventionStatus::Canceled, true, "a/u")]
        {
            let mut scene = swiss();
            scene.convention = Some(convention_of(ConventionDetails::default(), status));
            assert_eq!(scene.json(render, ViewKind::PublicEvent, "40")["is_canceled"] == true, is_canceled);
            assert_eq!(sorts(&scene)[0], stage);
        }
    }

    #[test]
    fn lists_have_the_venue_and_the_beginning_of_the_text() {
        let mut scene = announced();
        scene.tournament.details.description = "é".repeat(BEGINNING + 1);
        scene.tournament.details.venue_name = " Old Depot".into();
        scene.tournament.details.venue_address = "1 Depot Road\n".into();
        let event = scene.json(render, ViewKind::PublicEvent, "40");
        assert_eq!(event["location"], "Old Depot, 1 Depot Road");
        assert_eq!(event["description"].as_str().map(|text| text.chars().count()), Some(BEGINNING));
    }

    #[test]
    fn events_without_a_public_page_are_in_no_list() {
        for scene in without_pages() {
            let out = scene.part(render_public);
            assert!(out.documents.is_empty());
            assert_eq!(removed(&out), ["40/convention", "40", "40/store", "40/format", "40/both"]);
        }
    }
}
