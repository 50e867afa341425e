//! Which tables of a round have reported.

use domain::tournament::{Match, Round, TeamMatch};
use proto_events::tournament::{MatchResult, PairingKind, Winner};

/// Returns the numbers of tables without a result. Seats of a team match that is already decided need none.
pub(crate) fn unreported(round: &Round) -> Vec<i32> {
    let single = round.matches.iter().filter(|table| is_missing(table));
    let of_teams = round.team_matches.iter().filter(|team_match| decided(team_match).is_none());
    let seats = of_teams.flat_map(|team_match| team_match.seats.iter().filter(|seat| is_missing(seat)));
    let mut tables: Vec<i32> = single.chain(seats).map(|table| table.pairing.table_number).collect();
    tables.sort_unstable();
    tables
}

fn is_missing(table: &Match) -> bool {
    table.pairing.kind == PairingKind::Versus && !table.pairing.is_ghost && table.result.is_none()
}

/// Returns the result of a team match once its open seats cannot change the winner.
pub(super) fn decided(team_match: &TeamMatch) -> Option<MatchResult> {
    if team_match.is_bye || team_match.result().is_some() {
        return team_match.result().or(Some(MatchResult { winner: Winner::First, games: None }));
    }
    let open = team_match.seats.iter().filter(|seat| seat.result.is_none()).count();
    let won = |winner: Winner| {
        team_match.seats.iter().filter(|seat| seat.result.is_some_and(|result| result.winner == winner)).count()
    };
    let (first, second) = (won(Winner::First), won(Winner::Second));
    let winner = if first > second { Winner::First } else { Winner::Second };
    (first.abs_diff(second) > open).then_some(MatchResult { winner, games: None })
}
