//! Playoffs as columns, one a round, so ordered that winners move to the right.

use std::borrow::Cow;
use std::collections::HashMap;

use domain::tournament::{Match, Phase, Round, TeamMatch};
use proto_events::tournament::PairingKind;

use super::pairings::{of_teams, player_at};
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
    /// The entries, or the teams.
    ids: Vec<i64>,
}

pub(super) struct BracketSide<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) games: String,
    pub(super) won: bool,
}

/// Every playoff phase that has been paired.
pub(super) fn brackets<'a>(context: &TournamentContext<'a>) -> Vec<Bracket<'a>> {
    let playoffs = context.tournament.phases.iter().filter(|phase| phase.round_type.is_playoff());
    let brackets = playoffs.map(|phase| Bracket { columns: columns(context, phase) });
    brackets.filter(|bracket| !bracket.columns.is_empty()).collect()
}

/// From the last round back, so that each match stands where its winner goes.
fn columns<'a>(context: &TournamentContext<'a>, phase: &Phase) -> Vec<Column<'a>> {
    let mut later: HashMap<i64, usize> = HashMap::new();
    let mut columns = Vec::new();
    for round in phase.rounds.iter().rev() {
        let mut matches = matches(context, round);
        if matches.is_empty() {
            continue;
        }
        matches.sort_by_key(|shown| (shown.is_consolation, place_in(&later, shown)));
        later = matches.iter().flat_map(|shown| shown.ids.iter().copied()).zip(0..).collect();
        columns.push(Column { label: round_label(phase, round), matches });
    }
    columns.reverse();
    columns
}

/// Where the winner of a match sits in the round after it.
fn place_in(later: &HashMap<i64, usize>, shown: &BracketMatch<'_>) -> usize {
    shown.ids.iter().filter_map(|id| later.get(id).copied()).min().unwrap_or(usize::MAX)
}

fn matches<'a>(context: &TournamentContext<'a>, round: &Round) -> Vec<BracketMatch<'a>> {
    if round.team_matches.is_empty() {
        return tables(round).into_iter().map(|table| of_players(context, round, table)).collect();
    }
    round.team_matches.iter().map(|team_match| between_teams(context, round, team_match)).collect()
}

fn of_players<'a>(context: &TournamentContext<'a>, round: &Round, table: &Match) -> BracketMatch<'a> {
    let outcome = Outcome::of(table, round.status);
    let shows_games = outcome.ending != Ending::Open && table.pairing.kind == PairingKind::Versus;
    let sides = (0..table.pairing.players.len()).map(|place| BracketSide {
        name: player_at(context, table, place),
        games: if shows_games { outcome.games_won(place).to_string() } else { String::new() },
        won: outcome.winner() == Some(place),
    });
    BracketMatch {
        sides: sides.collect(),
        is_consolation: table.pairing.is_consolation,
        ids: table.pairing.players.iter().map(|player| player.0).collect(),
    }
}

/// Games of teams are their seats.
fn between_teams<'a>(context: &TournamentContext<'a>, round: &Round, team_match: &TeamMatch) -> BracketMatch<'a> {
    let row = of_teams(context, round, team_match);
    let seats = team_match.result_in(round.status).and_then(|result| result.games);
    let won = [seats.map(|seats| seats.first), seats.map(|seats| seats.second)];
    let sides = [row.first, row.second].into_iter().zip(won).take(team_match.teams.len());
    BracketMatch {
        sides: sides
            .map(|(side, seats)| BracketSide {
                name: side.name,
                games: seats.map(|seats| seats.to_string()).unwrap_or_default(),
                won: side.won,
            })
            .collect(),
        is_consolation: false,
        ids: team_match.teams.iter().map(|team| team.0).collect(),
    }
}

#[cfg(test)]
mod tests {
    use proto_events::TournamentEvent;
    use proto_events::ids::{TeamId, TeamMatchId};
    use proto_events::tournament::{MatchResult, TeamPairing, Winner};
    use proto_events::vocabulary::{PhaseType, RoundType};

    use super::super::super::testing::{finished, teams};
    use super::*;

    /// `Semifinals: Cy–Di, Ann–Bo | Final: Cy–Bo`, winners starred.
    fn drawn(bracket: &Bracket<'_>) -> String {
        let side = |side: &BracketSide<'_>| format!("{}{}", side.name, if side.won { "*" } else { "" });
        let game = |game: &BracketMatch<'_>| game.sides.iter().map(side).collect::<Vec<_>>().join("-");
        let column = |column: &Column<'_>| {
            format!("{}: {}", column.label, column.matches.iter().map(game).collect::<Vec<_>>().join(", "))
        };
        bracket.columns.iter().map(column).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn matches_stand_where_their_winners_go() {
        let mut scene = finished();
        scene.people.clear();
        let [bracket] = &brackets(&scene.context())[..] else { panic!("one bracket expected") };
        let expected = "Semifinals: Player 13*-Player 14, Player 11-Player 12* | \
            Final: Player 13-Player 12*, Player 11*-Player 14";
        assert_eq!(drawn(bracket), expected);
    }

    #[test]
    fn teams_have_a_bracket_too() {
        let mut scene = teams();
        let phase = scene.phase(2, PhaseType::SingleElimination);
        let round_id = scene.round(phase, 2, RoundType::PlayVsOpponent);
        let last = TeamPairing {
            team_match_id: TeamMatchId(803),
            teams: vec![TeamId(3), TeamId(2)],
            first_table_number: 1,
            is_bye: false,
            seats: Vec::new(),
        };
        scene.tell(TournamentEvent::TeamsPaired { round_id, pairings: vec![last] });
        scene.tell(TournamentEvent::RoundStarted { round_id });
        let result = MatchResult { winner: Winner::Second, games: None };
        scene.tell(TournamentEvent::TeamResultReported { team_match_id: TeamMatchId(803), result });
        let [bracket] = &brackets(&scene.context())[..] else { panic!("one bracket expected") };
        assert_eq!(drawn(bracket), "Final: Team 3-Team 2*");
    }

    #[test]
    fn without_a_playoff_there_is_no_bracket() {
        assert!(brackets(&teams().context()).is_empty());
    }
}
