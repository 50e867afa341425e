//! Rounds and results in the words of the desk.

use domain::tournament::{Match, Round};
use proto_events::tournament::{MatchResult, PairingKind, Winner};
use proto_events::vocabulary::ProgressStatus;

use crate::parts::format::games_won;

/// Returns the matches that the round in progress waits for.
pub(crate) fn open_matches(round: &Round) -> impl Iterator<Item = &Match> {
    round.unreported().filter(|_| round.status == ProgressStatus::InProgress)
}

/// Returns whether the players of a pairing go to a table: a bye and an assigned loss are without one.
pub(crate) fn has_table(kind: PairingKind) -> bool {
    !matches!(kind, PairingKind::Bye | PairingKind::AssignedLoss)
}

/// How a result is written that both lost: a loss for each.
pub(crate) const LOSS_OF_BOTH: &str = "L–L";

/// Writes a result as the first player's games, the second's, and drawn ones: `2–1`, `1–1–1`.
pub(crate) fn score(result: &MatchResult) -> String {
    match result.games {
        _ if result.winner == Winner::Neither => LOSS_OF_BOTH.into(),
        Some(games) => games_won(games.first, games.second, games.drawn),
        None => match result.winner {
            Winner::First => "1–0".into(),
            Winner::Second => "0–1".into(),
            Winner::Draw | Winner::Neither => "=".into(),
        },
    }
}
