//! `/desk/events/{id}/print/`: the sheets that make sense now, and the choice of round and paper.

use askama::Template;
use domain::permissions::Operation;
use domain::tournament::to_pair::plays;
use domain::tournament::{Round, Tournament};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{ProgressStatus, RoundType};

use crate::desk::event::EventFrame;
use crate::desk::print::flyer::admits_players;
use crate::desk::print::sheet::{Asked, has_public_page};
use crate::parts::control::Choice;
use crate::serving::failures::PageResult;

#[derive(Template)]
#[template(path = "desk/print/overview.html")]
struct OverviewPage<'a> {
    frame: EventFrame<'a>,
    asked: &'a Asked<'a>,
    rounds: Vec<Choice>,
    sheets: Vec<SheetKind>,
}

/// A sheet: the last part of its address, the keys of its title and hint, and when it makes sense.
type SheetKind = (&'static str, &'static str, &'static str, fn(&Tournament, Option<&Round>) -> bool);

const SHEETS: [SheetKind; 12] = [
    ("flyer", "desk-paper-flyer", "desk-paper-flyer-hint", |event, _| admits_players(event)),
    ("pairings-by-name", "desk-paper-names", "desk-paper-names-hint", |_, round| is_play(round)),
    ("pairings-by-team", "desk-paper-teams", "desk-paper-teams-hint", |event, round| {
        event.is_team_event() && is_play(round)
    }),
    ("pairings-by-table", "desk-paper-tables", "desk-paper-tables-hint", |_, round| is_play(round)),
    ("slips", "desk-paper-slips", "desk-paper-slips-hint", |_, round| has_contests(round)),
    ("seatings", "desk-paper-seatings", "desk-paper-seatings-hint", |_, round| round.is_some() && !is_play(round)),
    ("pods", "desk-paper-pods", "desk-paper-pods-hint", |_, round| {
        round.is_some_and(|round| round.round_type == RoundType::DraftPod)
    }),
    ("standings", "public-standings", "desk-paper-standings-hint", |_, round| {
        is_play(round) && round.is_some_and(|round| round.status != ProgressStatus::Upcoming)
    }),
    ("players", "desk-paper-players", "desk-paper-players-hint", |event, _| !event.registrations.is_empty()),
    ("deck-checks", "desk-deck-checks", "desk-paper-checks-hint", |event, _| has_players(event)),
    ("list-forms", "desk-paper-forms", "desk-paper-forms-hint", |event, _| has_players(event)),
    ("qr-cards", "desk-paper-cards", "desk-paper-cards-hint", |event, _| has_players(event) && has_public_page(event)),
];

fn is_play(round: Option<&Round>) -> bool {
    round.is_some_and(|round| round.round_type == RoundType::PlayVsOpponent)
}

fn has_contests(round: Option<&Round>) -> bool {
    round.is_some_and(|round| round.all_matches().any(|table| table.pairing.kind == PairingKind::Versus))
}

fn has_players(event: &Tournament) -> bool {
    event.registrations.iter().any(plays)
}

pub(crate) async fn show(asked: &Asked<'_>) -> PageResult {
    let (state, round, makes_flyers) = (asked.state(), asked.round(), asked.may(Operation::ManageRegistrations));
    asked.page(&OverviewPage {
        frame: asked.frame("print"),
        asked,
        rounds: asked.round_choices(round.map(|round| round.id)),
        sheets: SHEETS
            .into_iter()
            .filter(|sheet| sheet.3(state, round) && (sheet.0 != "flyer" || makes_flyers))
            .collect(),
    })
}
