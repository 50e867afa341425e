//! Rounds and results in the words of the desk, and results as scorekeepers type them: the table, then the games won by
//! the first player and by the second, and
//! drawn games. `12 2 1`, `12 2-1` and `1221` are the same; `12 1 1 1` has one drawn game. `12 x` says that both lose.

use domain::tournament::{Match, Round};
use domain::usual_rounds::UsualRounds;
use proto_events::tournament::{MatchResult, PairingKind, Winner};
use proto_events::vocabulary::ProgressStatus;

use crate::parts::format::games_won;
use crate::texts::Texts;

/// Says what is usual for a number of players or teams.
pub(crate) fn usual_rounds(texts: &Texts, usual: UsualRounds) -> String {
    let UsualRounds { players, swiss_rounds, top_cut } = usual;
    let values = [("players", players.into()), ("rounds", swiss_rounds.into()), ("cut", top_cut.into())];
    texts.with_all("desk-usual-rounds", values)
}

/// A result as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) table: i32,
    /// Games won by the first player.
    pub(crate) first: i32,
    /// Games won by the second player.
    pub(crate) second: i32,
    pub(crate) drawn: i32,
    pub(crate) both_lose: bool,
}

impl Entry {
    /// Reads a line; `None` if it cannot be meant as a result.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let is_between = |letter: char| letter.is_whitespace() || ['-', '–', ':', ',', '/'].contains(&letter);
        let parts: Vec<&str> = line.split(is_between).filter(|part| !part.is_empty()).collect();
        let number = |part: &str| part.parse::<u16>().ok().map(i32::from);
        let games = |table, first, second, drawn| Self { table, first, second, drawn, both_lose: false };
        match parts[..] {
            [table, "x" | "X"] => Some(Self { both_lose: true, ..games(number(table)?, 0, 0, 0) }),
            [together] => {
                let split = together.len().checked_sub(2).filter(|at| *at > 0 && together.is_ascii())?;
                let (table, won) = together.split_at(split);
                Some(games(number(table)?, number(&won[..1])?, number(&won[1..])?, 0))
            }
            [table, first, second] => Some(games(number(table)?, number(first)?, number(second)?, 0)),
            [table, first, second, drawn] => {
                let [table, first, second, drawn] = [table, first, second, drawn].map(number);
                Some(games(table?, first?, second?, drawn?))
            }
            _ => None,
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<(i32, i32, i32, i32)> {
        Entry::read(line).map(|entry| (entry.table, entry.first, entry.second, entry.drawn))
    }

    #[test]
    fn a_result_is_typed_in_several_ways() {
        for line in ["12 2 1", "1221", " 12  2-1 ", "12 2–1", "12:2:1", "12, 2, 1", "12/2/1"] {
            assert_eq!(read(line), Some((12, 2, 1, 0)), "{line}");
        }
        assert_eq!(read("4 1 1 1"), Some((4, 1, 1, 1)));
        assert!(Entry::read("12 x").is_some_and(|entry| entry.both_lose && entry.table == 12));
        assert_eq!(read("420"), Some((4, 2, 0, 0)));
        assert_eq!(read("30020"), Some((300, 2, 0, 0)));
    }

    #[test]
    fn what_cannot_be_a_result_is_not_guessed() {
        for line in
            ["", "4", "42", "4 2", "4 2 1 0 0", "table 4", "4 two 1", "-", "４２１", "4 2 -1 1 1", "9999999 2 1"]
        {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
