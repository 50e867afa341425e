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
    let round = tournament.current_round().filter(|(_, round)| is_on(round));
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
        taken: match tournament.current_round() {
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
    mod event_card {
        use super::super::*;
        use crate::views::testing::{EVENT, announced, swiss};

        fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
            render_card(context, out);
        }

        #[test]
        fn a_card_names_the_event() {
            insta::assert_snapshot!(swiss().body(render, ViewKind::EventCard, EVENT));
        }

        #[test]
        fn lists_are_filtered_by_what_everybody_may_see() {
            let body = swiss().body(render, ViewKind::ListedEvent, EVENT);
            let event: serde_json::Value = serde_json::from_str(&body).unwrap();
            let summary: Vec<_> = event["summary"].as_object().unwrap().keys().collect();
            let expected = ["current_round_number", "enrolled_player_count", "event_format", "id", "name", "settings"];
            assert!(expected.iter().all(|name| summary.contains(&&(*name).to_owned())), "{summary:?}");
            assert_eq!((summary.len(), &event["id"]), (7, &event["summary"]["id"]));
            let rounds = event["rounds"].as_array().unwrap();
            assert!(rounds.len() > 1 && rounds.iter().all(|round| round.as_object().unwrap().len() == 3), "{rounds:?}");
        }

        #[test]
        fn a_card_without_a_date_comes_last() {
            let key = |scene: crate::views::testing::Scene| {
                scene.render(render, &Scope::Everything).documents[0].sort.clone()
            };
            assert!(key(swiss()) < key(announced()));
        }
    }

    mod public_events {
        use super::super::*;
        use crate::views::testing::{Scene, announced, convention_of, finished, swiss, without_pages};
        use proto_events::convention::ConventionDetails;

        fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
            render_public(context, out);
        }

        fn sorts(scene: &Scene) -> Vec<String> {
            let out = scene.render(render, &Scope::Everything);
            let stage = |sort: &str| sort.split('/').take(2).collect::<Vec<_>>().join("/");
            out.documents.iter().map(|document| stage(&document.sort)).collect()
        }

        #[test]
        fn an_event_is_in_four_lists() {
            let scene = finished();
            insta::assert_snapshot!(scene.body(render, ViewKind::PublicEvent, "40"));
            let expected = ["a/f", "s09223372036854775811/f", "fLEGACY/f", "b09223372036854775811LEGACY/f"];
            assert_eq!(sorts(&scene), expected);
            let mut of_convention = finished();
            of_convention.tournament.details.convention_id = Some(proto_events::ids::ConventionId(9));
            let out = of_convention.render(render, &Scope::Everything);
            assert_eq!((out.documents.len(), out.removed.len()), (5, 0));
            assert_eq!(out.documents[0].key.key, "40/convention");
        }

        #[test]
        fn lists_are_divided_by_stage() {
            assert_eq!((sorts(&announced())[0].as_str(), sorts(&swiss())[0].as_str()), ("a/u", "a/r"));
            let mut canceled = swiss();
            canceled.tournament.details.is_canceled = true;
            assert_eq!(sorts(&canceled)[0], "a/u");
        }

        #[test]
        fn the_schedule_of_a_convention_lacks_what_its_queues_make() {
            let mut scene = swiss();
            scene.tournament.details.convention_id = Some(proto_events::ids::ConventionId(9));
            scene.tournament.organizing.is_from_queue = true;
            let out = scene.render(render, &Scope::Everything);
            assert_eq!(out.documents.len(), 4);
            assert_eq!(out.removed.iter().map(|it| it.key.key.as_str()).collect::<Vec<_>>(), ["40/convention"]);
        }

        #[test]
        fn events_of_a_canceled_convention_are_canceled() {
            let of = |status: ConventionStatus| {
                let mut scene = swiss();
                scene.convention = Some(convention_of(ConventionDetails::default(), status));
                let body = scene.body(render, ViewKind::PublicEvent, "40");
                let event: serde_json::Value = serde_json::from_str(&body).unwrap();
                (event["is_canceled"] == true, sorts(&scene)[0].clone())
            };
            assert_eq!(of(ConventionStatus::Scheduled), (false, "a/r".to_owned()));
            assert_eq!(of(ConventionStatus::Canceled), (true, "a/u".to_owned()));
        }

        #[test]
        fn lists_have_the_venue_and_the_beginning_of_the_text() {
            let mut scene = announced();
            scene.tournament.details.description = "é".repeat(BEGINNING + 1);
            scene.tournament.details.venue_name = " Old Depot".into();
            scene.tournament.details.venue_address = "1 Depot Road\n".into();
            let body = scene.body(render, ViewKind::PublicEvent, "40");
            let event: serde_json::Value = serde_json::from_str(&body).unwrap();
            assert_eq!(event["location"], "Old Depot, 1 Depot Road");
            assert_eq!(event["description"].as_str().map(|text| text.chars().count()), Some(BEGINNING));
        }

        #[test]
        fn events_without_a_public_page_are_in_no_list() {
            for scene in without_pages() {
                let out = scene.render(render, &Scope::Everything);
                assert!(out.documents.is_empty());
                let removed: Vec<_> = out.removed.iter().map(|removal| removal.key.key.as_str()).collect();
                assert_eq!(removed, ["40/convention", "40", "40/store", "40/format", "40/both"]);
            }
        }
    }
}
