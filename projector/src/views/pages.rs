//! Public pages of an event and its rounds: plain HTML without scripts, readable on a phone.
//!
//! Names and lists come from people: templates escape everything, and only `http` addresses become links.

mod bracket;
mod pairings;
mod standings;

use askama::Template;
use bytes::Bytes;
use domain::tournament::{Phase, Round};
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus, RoundType};
use storage::ViewKind;

use self::bracket::Bracket;
use self::pairings::{PairingTable, SeatingRow};
use self::standings::StandingRow;
use super::parts::rounds::{of_phase, standings_number};
use super::parts::standing_lines;
use super::parts::{public, times};
use super::{Output, Scope, TournamentContext};

/// What stands at the head of every page.
struct Head<'a> {
    name: &'a str,
    store: &'a str,
    format: &'static str,
    date: String,
    status: &'static str,
    url: String,
}

/// A round in the list of rounds.
struct RoundLink {
    url: String,
    label: String,
    status: &'static str,
}

#[derive(Template)]
#[template(path = "event.html")]
struct EventPage<'a> {
    head: Head<'a>,
    rounds: Vec<RoundLink>,
    brackets: Vec<Bracket<'a>>,
    standings_title: String,
    rows: Vec<StandingRow<'a>>,
}

#[derive(Template)]
#[template(path = "round.html")]
struct RoundPage<'a> {
    head: Head<'a>,
    label: String,
    status: &'static str,
    tables: Vec<PairingTable<'a>>,
    seatings: Vec<SeatingRow<'a>>,
    standings_title: String,
    rows: Vec<StandingRow<'a>>,
}

/// Renders the event's page and those of the rounds wanted; removes them for an event that has none.
pub(super) fn render(context: &TournamentContext<'_>, scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    let has_round = |number: i32| tournament.rounds().any(|(_, round)| round.number == number);
    // Another round may have the number since, and its page stands at the same address.
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
    let body = page(&event_page(context));
    out.put_under(OrganizationId::SHARED, ViewKind::EventPage, tournament.id, String::new(), body);
    let wanted = |round: &Round| scope.has_round(round.id) || scope.has_standings(round.id);
    for (phase, round) in tournament.rounds().filter(|(_, round)| wanted(round)) {
        let body = page(&round_page(context, phase, round));
        let key = round_key(context, round.number);
        out.put_under(OrganizationId::SHARED, ViewKind::RoundPage, key, String::new(), body);
    }
}

/// A template writes into memory and holds nothing that refuses to be written, so there is no error to tell.
fn page(template: &impl Template) -> Bytes {
    Bytes::from(template.render().unwrap_or_default())
}

fn round_key(context: &TournamentContext<'_>, number: i32) -> String {
    format!("{}/{number}", context.tournament.id)
}

fn head<'a>(context: &TournamentContext<'a>) -> Head<'a> {
    let (tournament, details) = (context.tournament, &context.tournament.details);
    Head {
        name: &details.name,
        store: &context.organization.name,
        format: details.event_format.display_name(),
        date: details.start_datetime.map(times::readable).unwrap_or_default(),
        status: tournament.lifecycle.display_name(),
        url: format!("{}/events/{}/", public::base_path(context.settings), tournament.id),
    }
}

fn event_page<'a>(context: &TournamentContext<'a>) -> EventPage<'a> {
    let head = head(context);
    let phases = context.tournament.phases.iter();
    let rounds = phases.flat_map(|phase| of_phase(phase).into_iter().map(move |round| (phase, round)));
    let links = rounds.map(|(phase, round)| RoundLink {
        url: format!("{}rounds/{}/", head.url, round.number),
        label: round_label(phase, round),
        status: round.status.display_name(),
    });
    let rounds = links.collect();
    let (standings_title, rows) = event_standings(context);
    EventPage { head, rounds, brackets: bracket::brackets(context), standings_title, rows }
}

/// The final standings of a finished event, else those of the active round.
fn event_standings<'a>(context: &TournamentContext<'a>) -> (String, Vec<StandingRow<'a>>) {
    let tournament = context.tournament;
    let finished = matches!(
        tournament.lifecycle,
        LifecycleStatus::EventFinished | LifecycleStatus::DecklistsPublishing | LifecycleStatus::DecklistsPublished
    );
    if finished {
        let lines = standing_lines::final_standings(tournament);
        return ("Final standings".to_owned(), standings::rows(context, &lines));
    }
    match tournament.current_round() {
        Some((_, round)) => round_standings(context, round),
        None => (String::new(), Vec::new()),
    }
}

fn round_standings<'a>(context: &TournamentContext<'a>, round: &Round) -> (String, Vec<StandingRow<'a>>) {
    let number = standings_number(context.tournament, Some(round.id));
    let when = if round.status == ProgressStatus::Complete { "after" } else { "during" };
    let lines = standing_lines::standings(context.tournament, round.id);
    (format!("Standings {when} round {number}"), standings::rows(context, &lines))
}

fn round_page<'a>(context: &TournamentContext<'a>, phase: &Phase, round: &Round) -> RoundPage<'a> {
    let (standings_title, rows) = match round.status {
        ProgressStatus::Upcoming => (String::new(), Vec::new()),
        _ => round_standings(context, round),
    };
    RoundPage {
        head: head(context),
        label: round_label(phase, round),
        status: round.status.display_name(),
        tables: pairings::tables_of(context, round),
        seatings: pairings::seatings(context, round),
        standings_title,
        rows,
    }
}

/// `Round 3`, `Semifinals`, `Player meeting`.
fn round_label(phase: &Phase, round: &Round) -> String {
    if round.round_type != RoundType::PlayVsOpponent {
        return round.round_type.display_name().to_owned();
    }
    if round.number <= 0 {
        return RoundType::PlayerMeeting.display_name().to_owned();
    }
    let of_players = round.matches.iter().filter(|table| !table.pairing.is_consolation).count();
    let matches = if round.team_matches.is_empty() { of_players } else { round.team_matches.len() };
    match matches {
        _ if !phase.round_type.is_playoff() => format!("Round {}", round.number),
        1 => "Final".to_owned(),
        2 => "Semifinals".to_owned(),
        4 => "Quarterfinals".to_owned(),
        8 | 16 | 32 | 64 => format!("Round of {}", matches * 2),
        _ => format!("Round {}", round.number),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proto_events::vocabulary::ConventionStatus;

    use super::super::testing::{EVENT, Scene, announced, body, crowd, draft, finished, keys, swiss, teams};
    use super::*;

    fn html(scene: &Scene, kind: ViewKind, key: &str) -> String {
        let text = String::from_utf8(body(&scene.render(render, &Scope::Everything), kind, key).to_vec()).unwrap();
        let (_, text) = text.split_once("</style>").unwrap();
        text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn an_event_with_a_bracket_and_published_lists() {
        insta::assert_snapshot!(html(&finished(), ViewKind::EventPage, "40"));
    }

    #[test]
    fn an_event_before_any_round() {
        insta::assert_snapshot!(html(&announced(), ViewKind::EventPage, "40"));
    }

    #[test]
    fn a_round_in_progress() {
        insta::assert_snapshot!(html(&swiss(), ViewKind::RoundPage, "40/2"));
    }

    #[test]
    fn a_round_of_teams() {
        insta::assert_snapshot!(html(&teams(), ViewKind::RoundPage, "40/1"));
    }

    #[test]
    fn a_draft_pod() {
        insta::assert_snapshot!(html(&draft(), ViewKind::RoundPage, "40/0"));
    }

    #[test]
    fn what_people_write_is_escaped() {
        let page = html(&finished(), ViewKind::EventPage, "40");
        assert!(!page.contains("<b>Poe") && !page.contains("<Cup>"), "{page}");
    }

    #[test]
    fn secret_lists_are_not_linked() {
        let mut scene = finished();
        scene.tournament.lifecycle = LifecycleStatus::EventFinished;
        assert!(!html(&scene, ViewKind::EventPage, "40").contains("decks.example"));
    }

    #[test]
    fn pages_need_no_script_and_fit_a_phone() {
        let out = finished().render(render, &Scope::Everything);
        for document in &out.documents {
            let text = std::str::from_utf8(&document.body).unwrap();
            assert!(!text.contains("<script") && !text.contains("src="));
            assert!(text.contains("width=device-width") && text.contains("prefers-color-scheme"));
        }
    }

    #[test]
    fn pages_of_a_crowd_stay_small() {
        let out = crowd(2_000, 1).render(render, &Scope::Everything);
        for document in &out.documents {
            assert!(document.body.len() < 400_000, "{} has {} bytes", document.key.key, document.body.len());
        }
    }

    #[test]
    fn test_and_unlisted_events_have_no_pages() {
        let (mut trial, mut unlisted, mut of_unlisted) = (swiss(), swiss(), swiss());
        trial.tournament.details.is_test = true;
        unlisted.tournament.details.is_unlisted = true;
        of_unlisted.convention = Some(domain::convention::Convention {
            id: 9.into(),
            organization_id: super::super::testing::STORE,
            details: proto_events::convention::ConventionDetails::default(),
            status: ConventionStatus::Unlisted,
        });
        for scene in [trial, unlisted, of_unlisted] {
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
}
