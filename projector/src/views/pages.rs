//! Renders the data of the public pages of an event and its rounds. The read side renders the pages.

mod bracket;
mod pairings;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use domain::documents::{
    ClockDocument, EventPageData, PageHead, PagePlaces, PageStandings, RoundLink, RoundPageData, WhichStandings,
};
use domain::tournament::{Phase, Round};
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::{ProgressStatus, RegistrationStatus};
use storage::ViewKind;

use super::output::Output;
use super::parts::rounds::{of_phase, round_name, standings_number};
use super::parts::standing_lines::Party;
use super::parts::{json, people, public};
use super::view::{Scope, TournamentContext};

/// Renders the data of the event's page and of the pages of the wanted rounds; removes them if the event has no pages.
pub(super) fn render(context: &TournamentContext<'_>, scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    let has_round = |number: i32| tournament.rounds().any(|(_, round)| round.number == number);
    // A newer round may have the number of a removed one, and then its page has the same URL.
    for removed in scope.removed_rounds(tournament).into_iter().filter(|removed| !has_round(removed.number)) {
        out.remove(OrganizationId::SHARED, ViewKind::RoundPage, round_key(context, removed.number));
    }
    if !public::has_pages(context) {
        out.remove(OrganizationId::SHARED, ViewKind::EventPage, tournament.id);
        for (_, round) in tournament.rounds() {
            out.remove(OrganizationId::SHARED, ViewKind::RoundPage, round_key(context, round.number));
        }
        return;
    }
    let body = json::to_html_safe_bytes(&event_page(context));
    out.put_under(OrganizationId::SHARED, ViewKind::EventPage, tournament.id, String::new(), body);
    let wanted = |round: &Round| scope.has_round(round.id) || scope.has_standings(round.id);
    for (phase, round) in tournament.rounds().filter(|(_, round)| wanted(round)) {
        let body = json::to_html_safe_bytes(&round_page(context, phase, round));
        let key = round_key(context, round.number);
        out.put_under(OrganizationId::SHARED, ViewKind::RoundPage, key, String::new(), body);
    }
}

fn round_key(context: &TournamentContext<'_>, number: i32) -> String {
    format!("{}/{number}", context.tournament.id)
}

fn head<'a>(context: &TournamentContext<'a>) -> PageHead<'a> {
    let (tournament, details) = (context.tournament, &context.tournament.details);
    PageHead {
        event_id: tournament.id,
        name: Cow::Borrowed(&details.name),
        store: Cow::Borrowed(&context.organization.name),
        format: details.event_format,
        start: details.start_datetime,
        status: tournament.lifecycle,
        is_canceled: details.is_canceled,
        time_zone: details.time_zone.as_deref().map(Cow::Borrowed),
        fee_note: Cow::Borrowed(&details.fee_note),
        convention: context.convention.map(|it| Cow::Borrowed(it.details.name.as_str())).unwrap_or_default(),
        location: public::location(context),
    }
}

fn event_page<'a>(context: &TournamentContext<'a>) -> EventPageData<'a> {
    let phases = context.tournament.phases.iter();
    let rounds = phases.flat_map(|phase| of_phase(phase).into_iter().map(move |round| (phase, round)));
    let links = rounds.map(|(phase, round)| RoundLink {
        number: round.number,
        name: round_name(phase, round),
        status: round.status,
    });
    EventPageData {
        head: head(context),
        rounds: links.collect(),
        brackets: bracket::brackets(context),
        standings: event_standings(context),
        lists: published_lists(context),
        places: places(context),
        dropped: dropped(context),
    }
}

/// Returns the places. Names are those that pairings will show; players who wait for a place or gave it back are not
/// named.
fn places<'a>(context: &TournamentContext<'a>) -> PagePlaces<'a> {
    let tournament = context.tournament;
    let enrolled = || tournament.registrations.iter().filter(|entry| entry.is_enrolled());
    let names = if tournament.current_round().is_none() {
        enrolled().map(|entry| people::name(context.people, entry.user_id)).collect()
    } else {
        Vec::new()
    };
    PagePlaces { capacity: tournament.details.capacity, taken: enrolled().count(), names }
}

/// Returns the first registrations of the players or teams that stopped playing. A page does not say whether a player
/// left or was disqualified.
fn dropped(context: &TournamentContext<'_>) -> BTreeSet<i64> {
    let tournament = context.tournament;
    if tournament.is_team_event() {
        let teams = tournament.teams.iter().filter(|team| team.is_dropped);
        return teams.filter_map(|team| Party::Team(team).entry_ids().first().copied()).collect();
    }
    let stopped = |status| matches!(status, RegistrationStatus::Dropped | RegistrationStatus::Disqualified);
    tournament.registrations.iter().filter(|entry| stopped(entry.status)).map(|entry| entry.id.0).collect()
}

/// Returns the final standings of a finished event, otherwise those of the active round.
fn event_standings(context: &TournamentContext<'_>) -> Option<PageStandings> {
    let (_, round) = context.tournament.current_round()?;
    let finished = context.tournament.lifecycle.is_finished();
    let standings = round_standings(context, round);
    Some(if finished { PageStandings { which: WhichStandings::Final, ..standings } } else { standings })
}

fn round_standings(context: &TournamentContext<'_>, round: &Round) -> PageStandings {
    let number = standings_number(context.tournament, Some(round.id));
    let is_complete = round.status == ProgressStatus::Complete;
    PageStandings {
        organization_id: context.tournament.organization_id,
        round_id: round.id,
        which: if is_complete { WhichStandings::After(number) } else { WhichStandings::During(number) },
    }
}

/// Returns the URLs of the published lists, or the paths of those that are shown here, by the first registration of the player or team.
fn published_lists<'a>(context: &TournamentContext<'a>) -> BTreeMap<i64, Cow<'a, str>> {
    if !public::shows_decklists(context) {
        return BTreeMap::new();
    }
    let tournament = context.tournament;
    let parties: Vec<Party<'a>> = if tournament.is_team_event() {
        tournament.teams.iter().map(Party::Team).collect()
    } else {
        tournament.registrations.iter().map(Party::Player).collect()
    };
    let lists = parties.into_iter().filter_map(|party| {
        let registration = party.entry_ids().first().copied()?;
        Some((registration, public::list_page(context, party.decklist(context)?, "")?))
    });
    lists.collect()
}

fn round_page<'a>(context: &TournamentContext<'a>, phase: &Phase, round: &Round) -> RoundPageData<'a> {
    let clock = round.clock.filter(|_| round.status == ProgressStatus::InProgress);
    let points = pairings::Points::before(context.tournament, phase, round);
    RoundPageData {
        name: round_name(phase, round),
        status: round.status,
        team_matches: pairings::team_matches(context, round, &points),
        matches: pairings::matches(context, round, &points),
        seatings: pairings::seatings(context, round),
        standings: (round.status != ProgressStatus::Upcoming).then(|| round_standings(context, round)),
        clock: clock.map(ClockDocument::from),
        end_of_round_rule: clock
            .map_or_else(Cow::default, |_| context.tournament.details.end_of_round_rule.as_str().into()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proto_events::vocabulary::LifecycleStatus;

    use super::super::testing::{
        EVENT, Scene, announced, body, crowd, draft, finished, keys, swiss, teams, without_pages,
    };
    use super::*;

    fn page(scene: &Scene, kind: ViewKind, key: &str) -> String {
        scene.body(render, kind, key)
    }

    #[test]
    fn an_event_with_a_bracket_and_published_lists() {
        insta::assert_snapshot!(page(&finished(), ViewKind::EventPage, "40"));
    }

    #[test]
    fn an_event_before_any_round() {
        insta::assert_snapshot!(page(&announced(), ViewKind::EventPage, "40"));
    }

    #[test]
    fn a_round_in_progress() {
        insta::assert_snapshot!(page(&swiss(), ViewKind::RoundPage, "40/2"));
    }

    #[test]
    fn match_that_both_lose_is_shown_as_lost_by_both() {
        let mut scene = swiss();
        scene.lose_both(proto_events::ids::MatchId(505));
        let round: serde_json::Value = serde_json::from_str(&page(&scene, ViewKind::RoundPage, "40/2")).unwrap();
        assert_eq!(round["matches"][1]["result"], "both_lost");
    }

    #[test]
    fn a_round_of_teams() {
        insta::assert_snapshot!(page(&teams(), ViewKind::RoundPage, "40/1"));
    }

    #[test]
    fn a_draft_pod() {
        insta::assert_snapshot!(page(&draft(), ViewKind::RoundPage, "40/0"));
    }

    #[test]
    fn secret_lists_are_not_linked() {
        let mut scene = finished();
        scene.tournament.lifecycle = LifecycleStatus::EventFinished;
        assert!(!page(&scene, ViewKind::EventPage, "40").contains("decks.example"));
    }

    #[test]
    fn pages_of_a_crowd_stay_small() {
        let out = crowd(2_000, 1).render(render, &Scope::Everything);
        for document in &out.documents {
            assert!(document.body.len() < 200_000, "{} has {} bytes", document.key.key, document.body.len());
        }
    }

    #[test]
    fn test_and_unlisted_events_have_no_pages() {
        for scene in without_pages() {
            let out = scene.render(render, &Scope::Everything);
            assert!(out.documents.is_empty());
            let removed: Vec<_> = out.removed.iter().map(|removal| removal.key.key.as_str()).collect();
            assert_eq!(removed, ["40", "40/1", "40/2", "40/3"]);
        }
    }

    #[test]
    fn only_the_rounds_wanted_are_rendered() {
        let scope = Scope::Rounds { rounds: BTreeSet::new(), standings: BTreeSet::from([202.into()]), lists: false };
        assert_eq!(keys(&swiss().render(render, &scope)), [format!("event_page {EVENT}"), "round_page 40/2".into()]);
    }

    #[test]
    fn an_earlier_read_side_finds_no_markup_in_the_data() {
        let out = finished().render(render, &Scope::Everything);
        for document in &out.documents {
            assert!(!document.body.for_everyone().contains(&b'<'), "{}", document.key.key);
        }
        let event = body(&out, ViewKind::EventPage, EVENT);
        assert!(event.windows(11).any(|part| part == br"\u003cCup> "), "the name is still there");
    }

    #[test]
    fn only_web_addresses_become_links_and_other_lists_lead_to_their_pages() {
        let mut scene = finished();
        for list in scene.decklists.values_mut() {
            list.deck_url = "javascript:alert(1)".into();
        }
        let event =
            String::from_utf8(body(&scene.render(render, &Scope::Everything), ViewKind::EventPage, EVENT).to_vec())
                .unwrap();
        assert!(!event.contains("javascript") && event.contains("/decklists/301/"), "{event}");
    }
}
