//! Playoffs as columns, one a round, so ordered that winners move to the right.

use std::borrow::Cow;
use std::collections::HashMap;

use domain::tournament::{Match, Phase, Round};
use proto_events::ids::RegistrationId;
use proto_events::tournament::PairingKind;

use super::pairings::player_at;
use super::round_label;
use crate::views::TournamentContext;
use crate::views::parts::outcome::{Ending, Outcome};
use crate::views::parts::rounds::tables;

pub(super) struct Bracket<'a> {
    pub(super) columns: Vec<Column<'a>>,
}

pub(super) struct Column<'a> {
    pub(super) label: String,
    pub(super) matches: Vec<BracketMatch<'a>>,
}

pub(super) struct BracketMatch<'a> {
    pub(super) sides: Vec<BracketSide<'a>>,
    /// Played for a lower place.
    pub(super) is_consolation: bool,
}

pub(super) struct BracketSide<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) games: String,
    pub(super) won: bool,
}

/// Every playoff phase that has been paired. Playoffs of teams stand on the pages of their rounds alone.
pub(super) fn brackets<'a>(context: &TournamentContext<'a>) -> Vec<Bracket<'a>> {
    let playoffs = context.tournament.phases.iter().filter(|phase| phase.round_type.is_playoff());
    let brackets = playoffs.map(|phase| Bracket { columns: columns(context, phase) });
    brackets.filter(|bracket| !bracket.columns.is_empty()).collect()
}

fn columns<'a>(context: &TournamentContext<'a>, phase: &Phase) -> Vec<Column<'a>> {
    let mut later: HashMap<RegistrationId, usize> = HashMap::new();
    let mut columns = Vec::new();
    for round in phase.rounds.iter().rev().filter(|round| !round.matches.is_empty()) {
        let mut matches = tables(round);
        matches.sort_by_key(|table| (table.pairing.is_consolation, place_in(&later, table)));
        later = matches.iter().flat_map(|table| &table.pairing.players).copied().zip(0..).collect();
        columns.push(Column {
            label: round_label(phase, round),
            matches: matches.into_iter().map(|table| bracket_match(context, round, table)).collect(),
        });
    }
    columns.reverse();
    columns
}

/// Where the match's winner sits in the round after it.
fn place_in(later: &HashMap<RegistrationId, usize>, table: &Match) -> usize {
    table.pairing.players.iter().filter_map(|player| later.get(player).copied()).min().unwrap_or(usize::MAX)
}

fn bracket_match<'a>(context: &TournamentContext<'a>, round: &Round, table: &Match) -> BracketMatch<'a> {
    let outcome = Outcome::of(table, round.status);
    let shows_games = outcome.ending != Ending::Open && table.pairing.kind == PairingKind::Versus;
    let sides = (0..table.pairing.players.len()).map(|place| BracketSide {
        name: player_at(context, table, place),
        games: if shows_games { outcome.games_won(place).to_string() } else { String::new() },
        won: outcome.winner() == Some(place),
    });
    BracketMatch { sides: sides.collect(), is_consolation: table.pairing.is_consolation }
}
