//! Builds playoff brackets: a column for each round, ordered so that winners move to the right.

use std::collections::HashMap;

use domain::documents::{BracketColumn, BracketMatch, BracketSide, Opponent, PageResult};
use domain::pairing::EntrantId;
use domain::tournament::phases::round_name;
use domain::tournament::playoff::Playoff;
use domain::tournament::{Match, Phase, Round, TeamMatch};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{PhaseType, ProgressStatus};

use super::pairings::{of_teams, player_at, published_tables, published_team_matches};
use crate::views::parts::outcome::{Ending, Outcome};
use crate::views::view::TournamentContext;

/// A match with the ids of its registrations or teams.
type Identified<'a> = (Vec<i64>, BracketMatch<'a>);

/// The seeds of players or teams by the ids of their registrations or teams.
type Seeds = HashMap<i64, usize>;

/// Returns a bracket for every playoff phase that was paired.
pub(super) fn brackets<'a>(context: &TournamentContext<'a>) -> Vec<Vec<BracketColumn<'a>>> {
    let playoffs = context.tournament.phases.iter().filter(|phase| phase.round_type.is_playoff());
    playoffs.map(|phase| columns(context, phase)).filter(|columns| !columns.is_empty()).collect()
}

/// Returns the columns of a phase. Builds them from the last round back, so that each match is in line with its
/// winner's next match.
fn columns<'a>(context: &TournamentContext<'a>, phase: &Phase) -> Vec<BracketColumn<'a>> {
    let mut later: HashMap<i64, usize> = HashMap::new();
    let mut columns = Vec::new();
    let seeds = seeds(context, phase);
    let is_reseeded = phase.round_type == PhaseType::RankedSingleElimination;
    for round in phase.rounds.iter().rev() {
        let mut matches = matches(context, round, &seeds);
        if matches.is_empty() {
            continue;
        }
        matches.sort_by_key(|(ids, shown)| {
            let place = ids.iter().filter_map(|id| later.get(id).copied()).min();
            (shown.is_consolation, place.unwrap_or(usize::MAX))
        });
        later = matches.iter().flat_map(|(ids, _)| ids.iter().copied()).zip(0..).collect();
        let matches = matches.into_iter().map(|(_, shown)| shown).collect();
        columns.push(BracketColumn { name: round_name(context.tournament, phase, round), matches, is_reseeded });
    }
    columns.reverse();
    columns
}

/// Returns the seeds of the phase's playoff. In an event that was imported without its cut, they are not known.
fn seeds(context: &TournamentContext<'_>, phase: &Phase) -> Seeds {
    let first = phase.rounds.iter().map(|round| round.number).min();
    let playoff = first.and_then(|number| Playoff::before(context.tournament, number));
    let seeds: Vec<EntrantId> = playoff.map(|playoff| playoff.seeds).unwrap_or_default();
    seeds.into_iter().map(|entrant| entrant.0).zip(1..).collect()
}

fn matches<'a>(context: &TournamentContext<'a>, round: &Round, seeds: &Seeds) -> Vec<Identified<'a>> {
    let team_matches = published_team_matches(round);
    let mut matches: Vec<_> = if team_matches.is_empty() {
        published_tables(round).into_iter().map(|table| of_players(context, round, table)).collect()
    } else {
        team_matches.iter().map(|team_match| between_teams(context, round, team_match)).collect()
    };
    for (ids, shown) in &mut matches {
        for (id, side) in ids.iter().zip(&mut shown.sides) {
            side.seed = seeds.get(id).copied();
        }
    }
    matches
}

fn of_players<'a>(context: &TournamentContext<'a>, round: &Round, table: &Match) -> Identified<'a> {
    let outcome = Outcome::of(table, round.status);
    let is_of_two = table.pairing.kind == PairingKind::Versus && table.pairing.players.len() == 2;
    let shows_games = outcome.ending != Ending::Open && is_of_two;
    let sides = (0..table.pairing.players.len()).map(|place| BracketSide {
        name: player_at(context, table, place),
        games: shows_games.then(|| outcome.scores.map_or(outcome.games_won(place), |scores| scores[place.min(1)])),
        won: outcome.winner() == Some(place),
        seed: None,
    });
    let ids = table.pairing.players.iter().map(|player| player.0).collect();
    let is_unconfirmed = round.status != ProgressStatus::Complete && table.is_unconfirmed();
    (ids, BracketMatch { sides: sides.collect(), is_consolation: table.pairing.is_consolation, is_unconfirmed })
}

/// Returns a team match. Its games are its seats.
fn between_teams<'a>(context: &TournamentContext<'a>, round: &Round, team_match: &TeamMatch) -> Identified<'a> {
    let shown = of_teams(context, round, team_match);
    let seats = team_match.result_in(round.status).and_then(|result| result.games);
    let first = BracketSide {
        name: shown.first,
        games: seats.map(|seats| seats.first),
        won: shown.result == PageResult::First,
        seed: None,
    };
    let second = match shown.second {
        Opponent::Named(name) => Some(BracketSide {
            name,
            games: seats.map(|seats| seats.second),
            won: shown.result == PageResult::Second,
            seed: None,
        }),
        Opponent::Bye | Opponent::AssignedLoss => None,
    };
    let ids = team_match.teams.iter().map(|team| team.0).collect();
    let (sides, is_unconfirmed) = ([first].into_iter().chain(second).collect(), shown.is_unconfirmed);
    (ids, BracketMatch { sides, is_consolation: false, is_unconfirmed })
}

#[cfg(test)]
mod tests {
    use proto_events::TournamentEvent;
    use proto_events::ids::{TeamId, TeamMatchId};
    use proto_events::tournament::{MatchResult, TeamPairing, Winner};
    use proto_events::vocabulary::{PhaseType, RoundType};

    use super::super::super::testing::{finished, teams};
    use super::*;

    /// Returns a bracket as text: `Semifinals: Cy–Di, Ann–Bo | Final: Cy–Bo`, winners starred.
    fn drawn(bracket: &[BracketColumn<'_>]) -> String {
        let side = |side: &BracketSide<'_>| format!("{}{}", side.name, if side.won { "*" } else { "" });
        let game = |game: &BracketMatch<'_>| game.sides.iter().map(side).collect::<Vec<_>>().join("-");
        let column = |column: &BracketColumn<'_>| {
            format!("{}: {}", column.name, column.matches.iter().map(game).collect::<Vec<_>>().join(", "))
        };
        bracket.iter().map(column).collect::<Vec<_>>().join(" | ")
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
        let result = MatchResult::new(Winner::Second, None);
        scene.tell(TournamentEvent::TeamResultReported { team_match_id: TeamMatchId(803), result });
        let [bracket] = &brackets(&scene.context())[..] else { panic!("one bracket expected") };
        assert_eq!(drawn(bracket), "Final: Team 3-Team 2*");
    }

    #[test]
    fn without_a_playoff_there_is_no_bracket() {
        assert!(brackets(&teams().context()).is_empty());
    }
}
