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
use super::parts::rounds::standings_number;
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
    if !public::has_pages(context) {
        out.remove(OrganizationId::SHARED, ViewKind::EventPage, tournament.id);
        for (_, round) in tournament.rounds() {
            out.remove(OrganizationId::SHARED, ViewKind::RoundPage, round_key(context, round));
        }
        return;
    }
    let body = page(&event_page(context));
    out.put_under(OrganizationId::SHARED, ViewKind::EventPage, tournament.id, String::new(), body);
    let wanted = |round: &Round| scope.has_round(round.id) || scope.has_standings(round.id);
    for (phase, round) in tournament.rounds().filter(|(_, round)| wanted(round)) {
        let body = page(&round_page(context, phase, round));
        let key = round_key(context, round);
        out.put_under(OrganizationId::SHARED, ViewKind::RoundPage, key, String::new(), body);
    }
}

/// A template writes into memory and holds nothing that refuses to be written, so there is no error to tell.
fn page(template: &impl Template) -> Bytes {
    Bytes::from(template.render().unwrap_or_default())
}

fn round_key(context: &TournamentContext<'_>, round: &Round) -> String {
    format!("{}/{}", context.tournament.id, round.number)
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
    let links = context.tournament.rounds().map(|(phase, round)| RoundLink {
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
    let matches = round.all_matches().filter(|table| !table.pairing.is_consolation).count();
    match matches {
        _ if !phase.round_type.is_playoff() => format!("Round {}", round.number),
        1 => "Final".to_owned(),
        2 => "Semifinals".to_owned(),
        4 => "Quarterfinals".to_owned(),
        8 | 16 | 32 | 64 => format!("Round of {}", matches * 2),
        _ => format!("Round {}", round.number),
    }
}
