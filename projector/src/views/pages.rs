//! Renders the data of the public pages of an event and its rounds. The read side renders the pages.

mod bracket;
mod pairings;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use domain::documents::{
    ClockDocument, EventPageData, PageAbout, PageHead, PagePlaces, PageQueue, PageStandings, PageStructure, RoundLink,
    RoundPageData, WhichStandings,
};
use domain::pairing::EntrantId;
use domain::rule_sets::is_changed;
use domain::tournament::phases::round_name;
use domain::tournament::pools::pools;
use domain::tournament::to_pair::entries_of;
use domain::tournament::{Phase, Registration, Round};
use proto_events::ids::{OrganizationId, RegistrationId};
use proto_events::tournament::{RoundClock, StandingsRules};
use proto_events::vocabulary::{PlayoffKind, ProgressStatus, RegistrationStatus, RuleSet};
use storage::ViewKind;

use super::output::Output;
use super::parts::rounds::{of_phase, standings_number};
use super::parts::standing_lines::{Party, has_own_tiebreakers};
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
    out.put_under(OrganizationId::SHARED, ViewKind::EventPage, tournament.id, body);
    let wanted = |round: &Round| scope.has_round(round.id) || scope.has_standings(round.id);
    for (phase, round) in tournament.rounds().filter(|(_, round)| wanted(round)) {
        let body = json::to_html_safe_bytes(&round_page(context, phase, round));
        let key = round_key(context, round.number);
        out.put_under(OrganizationId::SHARED, ViewKind::RoundPage, key, body);
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
        organization_id: context.organization.id,
        store: Cow::Borrowed(&context.organization.name),
        format: details.event_format,
        start: details.start_datetime,
        status: tournament.lifecycle,
        is_canceled: details.is_canceled,
        time_zone: details.time_zone.as_deref().map(Cow::Borrowed),
        fee_note: Cow::Borrowed(&details.fee_note),
        convention: context.convention.map(|it| Cow::Borrowed(it.details.name.as_str())).unwrap_or_default(),
        convention_slug: context.convention.map(|it| Cow::Borrowed(it.details.slug.as_str())).unwrap_or_default(),
        location: public::location(context),
        picture: tournament.picture.clone(),
        about: about(context),
    }
}

fn about<'a>(context: &TournamentContext<'a>) -> PageAbout<'a> {
    let details = &context.tournament.details;
    let (venue_name, venue_address) = public::venue(context);
    PageAbout {
        description: Cow::Borrowed(&details.description),
        prizes: Cow::Borrowed(&details.prizes),
        venue_name,
        venue_address,
        rules_level: details.rules_level,
        contact: Cow::Borrowed(&details.contact),
        registration_opens: details.registration_opens,
        registration_closes: details.registration_closes,
        registration_policy: details.registration_policy,
        needs_approval: details.needs_approval,
    }
}

fn event_page<'a>(context: &TournamentContext<'a>) -> EventPageData<'a> {
    let phases = context.tournament.phases.iter();
    let rounds = phases.flat_map(|phase| of_phase(phase).into_iter().map(move |round| (phase, round)));
    let links = rounds.map(|(phase, round)| RoundLink {
        number: round.number,
        name: round_name(context.tournament, phase, round),
        status: round.status,
        has_pairings: round.is_published && !(round.matches.is_empty() && round.team_matches.is_empty()),
    });
    let (lists, archetypes) = published_lists(context);
    EventPageData {
        head: head(context),
        rounds: links.collect(),
        brackets: bracket::brackets(context),
        standings: event_standings(context),
        lists,
        archetypes,
        pages: enrolled(context).filter_map(|id| Some((id.0, people::page_of_player(context, id)?))).collect(),
        members: members(context),
        places: places(context),
        dropped: dropped(context),
        pools: pools_by_phase(context),
        queue: context.tournament.is_queue().then(|| queue(context)),
        structure: structure(context),
        tiebreakers: Some(&context.tournament.details.rules.tiebreakers)
            .filter(|tiebreakers| **tiebreakers != StandingsRules::default().tiebreakers)
            .cloned(),
        clock: context.tournament.begun_round().and_then(|(_, round)| running_clock(round)).map(ClockDocument::from),
    }
}

/// Returns the line of an on-demand queue. Those who wait are not named.
fn queue<'a>(context: &TournamentContext<'a>) -> PageQueue<'a> {
    let tournament = context.tournament;
    let call = |entry: &Registration| Some((people::name(context.people, entry.user_id), entry.call_ends?));
    PageQueue {
        size: tournament.queue_size(),
        waiting: tournament.line().len(),
        here: tournament.here().len(),
        called: tournament.called().into_iter().filter_map(call).collect(),
    }
}

/// Returns the registrations of players who hold or held a place.
fn enrolled(context: &TournamentContext<'_>) -> impl Iterator<Item = RegistrationId> {
    context.tournament.registrations.iter().filter(|entry| entry.is_enrolled()).map(|entry| entry.id)
}

fn members<'a>(context: &TournamentContext<'a>) -> BTreeMap<i64, Vec<Cow<'a, str>>> {
    let teams = context.tournament.teams.iter().filter_map(|team| {
        let names = team.members.iter().map(|member| people::name_of_player(context, member.registration_id));
        Some((team.members.first()?.registration_id.0, names.collect()))
    });
    teams.collect()
}

fn structure(context: &TournamentContext<'_>) -> PageStructure {
    let details = &context.tournament.details;
    PageStructure {
        swiss_rounds: details.swiss_rounds,
        top_cut: details.top_cut,
        best_of: details.best_of,
        round_minutes: context.tournament.organizing.round_minutes,
        team_size: details.team_size,
        plays_together: details.plays_together,
        seat_formats: details.seat_formats.clone(),
        pod_size: Some(details.pod_size).filter(|size| *size > 2),
        pool_size: Some(details.pool_size).filter(|size| *size > 0),
        playoff: Some(details.playoff).filter(|kind| *kind != PlayoffKind::default()),
        rules: rules(&details.rules),
    }
}

/// Returns the rule set, and whether something in it was changed. None for Magic: platforms on which it is played differ in
/// minimum and rounding, which players do not ask for.
fn rules(rules: &StandingsRules) -> Option<(RuleSet, bool)> {
    let of_platform = StandingsRules {
        floor: rules.floor,
        own_game_win_floored: rules.own_game_win_floored,
        game_win_without_games: rules.game_win_without_games,
        decimals: rules.decimals,
        ..StandingsRules::default()
    };
    (*rules != of_platform).then(|| (rules.rule_set, is_changed(rules)))
}

fn running_clock(round: &Round) -> Option<RoundClock> {
    round.clock.filter(|_| round.status == ProgressStatus::InProgress)
}

/// Returns the places. Names are those that pairings will show; players who wait for a place or for approval, or
/// gave it back, are not named.
fn places<'a>(context: &TournamentContext<'a>) -> PagePlaces<'a> {
    let tournament = context.tournament;
    let enrolled = || tournament.registrations.iter().filter(|entry| entry.is_enrolled());
    // Until play begins, a place is also taken by who waits to be approved, or to answer an offer.
    let (taken, names) = if tournament.begun_round().is_none() {
        let names = enrolled().map(|entry| people::name(context.people, entry.user_id)).collect();
        (tournament.places_taken(), names)
    } else {
        (enrolled().count(), Vec::new())
    };
    PagePlaces { capacity: tournament.details.capacity, taken, names }
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
    let (phase, round) = context.tournament.begun_round()?;
    let finished = context.tournament.lifecycle.is_finished();
    let standings = round_standings(context, phase, round);
    Some(if finished { PageStandings { which: WhichStandings::Final, ..standings } } else { standings })
}

fn round_standings(context: &TournamentContext<'_>, phase: &Phase, round: &Round) -> PageStandings {
    let number = standings_number(context.tournament, Some(round.id));
    let before = context.tournament.rounds().map(|(_, other)| other).find(|other| other.number == number - 1);
    let is_complete = round.status == ProgressStatus::Complete;
    PageStandings {
        organization_id: context.tournament.organization_id,
        round_id: round.id,
        which: if is_complete { WhichStandings::After(number) } else { WhichStandings::During(number) },
        before: before.filter(|other| other.number > 0 && !phase.round_type.is_playoff()).map(|other| other.id),
        has_tiebreakers: has_own_tiebreakers(context.tournament),
        pools_of: has_several_pools(phase).then_some(phase.order_in_phases),
    }
}

/// Returns whether a phase has more than one pool, and pairings of them are published.
fn has_several_pools(phase: &Phase) -> bool {
    pools(phase).len() > 1 && phase.rounds.iter().any(|round| round.number > 0 && round.is_published)
}

/// Returns by phase the numbers of pools by the first registrations of their players or teams.
fn pools_by_phase(context: &TournamentContext<'_>) -> BTreeMap<i32, BTreeMap<i64, i32>> {
    let first = |entrant: EntrantId| entries_of(context.tournament, entrant).first().map(|entry| entry.0);
    let numbers = |phase: &Phase| {
        let seats =
            pools(phase).into_iter().flat_map(|pool| pool.seats.into_iter().map(move |seat| (seat, pool.number)));
        seats.filter_map(|(seat, number)| Some((first(seat)?, number))).collect()
    };
    let phases = context.tournament.phases.iter().filter(|phase| has_several_pools(phase));
    phases.map(|phase| (phase.order_in_phases, numbers(phase))).collect()
}

/// Texts by the first registration of a player or team.
type ByParty<'a> = BTreeMap<i64, Cow<'a, str>>;

/// Returns the URLs of the published lists, or the paths of those that are shown here, and their archetypes.
fn published_lists<'a>(context: &TournamentContext<'a>) -> (ByParty<'a>, ByParty<'a>) {
    let (mut lists, mut archetypes) = (BTreeMap::new(), BTreeMap::new());
    if !public::shows_decklists(context) {
        return (lists, archetypes);
    }
    let tournament = context.tournament;
    let parties: Vec<Party<'a>> = if tournament.is_team_event() {
        tournament.teams.iter().map(Party::Team).collect()
    } else {
        tournament.registrations.iter().map(Party::Player).collect()
    };
    for party in parties {
        let first = party.entry_ids().first().copied();
        let Some((registration, list)) = first.zip(party.decklist(context)) else { continue };
        let Some(page) = public::list_page(context, list, "") else { continue };
        lists.insert(registration, page);
        let archetype = list.body.archetype.trim();
        if !archetype.is_empty() {
            archetypes.insert(registration, Cow::Borrowed(archetype));
        }
    }
    (lists, archetypes)
}

fn round_page<'a>(context: &TournamentContext<'a>, phase: &Phase, round: &Round) -> RoundPageData<'a> {
    let clock = running_clock(round);
    let points = pairings::Points::before(context.tournament, phase, round);
    RoundPageData {
        name: round_name(context.tournament, phase, round),
        status: round.status,
        team_matches: pairings::team_matches(context, (phase, round), &points),
        matches: pairings::matches(context, (phase, round), &points),
        seatings: pairings::seatings(context, round),
        standings: (round.status != ProgressStatus::Upcoming).then(|| round_standings(context, phase, round)),
        clock: clock.map(ClockDocument::from),
        end_of_round_rule: clock
            .map_or_else(Cow::default, |_| context.tournament.details.end_of_round_rule.as_str().into()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proto_events::ids::{MatchId, UserId};
    use proto_events::tournament::{MatchResult, Winner};
    use proto_events::vocabulary::LifecycleStatus;
    use proto_events::{Actor, TournamentEvent};
    use serde_json::json;

    use super::super::testing::{EVENT, Scene, body, crowd, finished, removed, teams, without_pages};
    use super::*;

    /// Returns the page of the event as text.
    fn page(scene: &Scene) -> String {
        String::from_utf8(body(&scene.render(render, &Scope::Everything), ViewKind::EventPage, EVENT).to_vec()).unwrap()
    }

    #[test]
    fn secret_lists_are_not_linked() {
        let mut scene = finished();
        scene.tournament.lifecycle = LifecycleStatus::EventFinished;
        assert!(!page(&scene).contains("decks.example"));
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
            assert_eq!(removed(&out), ["40", "40/1", "40/2", "40/3"]);
        }
    }

    #[test]
    fn an_earlier_read_side_finds_no_markup_in_the_data() {
        let out = finished().render(render, &Scope::Everything);
        for document in &out.documents {
            assert!(!document.body.for_everyone().contains(&b'<'), "{}", document.key.key);
        }
        assert!(page(&finished()).contains(r"\u003cCup> "), "the name is still there");
    }

    #[test]
    fn an_open_match_of_teams_has_the_seats_won_so_far() {
        let mut scene = teams();
        scene.rewind(scene.length() - 2);
        let met = |scene: &Scene| scene.json(render, ViewKind::RoundPage, "40/1")["team_matches"][0].clone();
        let expected = json!({ "table": 1, "first": "Team 1", "second": { "named": "Team 2" }, "result": "open",
            "games": { "first": 1, "second": 0, "drawn": 0 } });
        assert_eq!(met(&scene), expected);
        scene.rewind(scene.length() - 1);
        assert!(met(&scene)["games"].is_null(), "no seat has a result");
        let result = MatchResult::new(Winner::Second, None);
        scene.tell_by(Actor::User(UserId(11)), TournamentEvent::ResultReported { match_id: MatchId(501), result });
        assert_eq!((&met(&scene)["games"]["second"], &met(&scene)["is_unconfirmed"]), (&json!(1), &json!(true)));
    }

    #[test]
    fn only_web_addresses_become_links_and_other_lists_lead_to_their_pages() {
        let mut scene = finished();
        for list in scene.decklists.values_mut().map(Arc::make_mut) {
            list.deck_url = "javascript:alert(1)".into();
        }
        let event = page(&scene);
        assert!(!event.contains("javascript") && event.contains("/decklists/301/"), "{event}");
    }
}
