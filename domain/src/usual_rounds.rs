//! How many rounds are usual for a number of players: enough Swiss rounds for one player without a loss, then a playoff.

/// The usual rounds up to a number of players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsualRounds {
    /// The number of players, or of teams.
    pub players: usize,
    /// Swiss rounds.
    pub swiss_rounds: i32,
    /// Players in the playoff; 0 for none.
    pub top_cut: i32,
}

/// The usual rounds up to each size, as in the appendix of the tournament rules of Magic.
pub const SIZES: [UsualRounds; 7] = [
    up_to(8, 3, 0),
    up_to(16, 4, 4),
    up_to(32, 5, 8),
    up_to(64, 6, 8),
    up_to(128, 7, 8),
    up_to(226, 8, 8),
    up_to(409, 9, 8),
];

const fn up_to(players: usize, swiss_rounds: i32, top_cut: i32) -> UsualRounds {
    UsualRounds { players, swiss_rounds, top_cut }
}

impl UsualRounds {
    /// Returns what is usual for so many players.
    pub fn of(players: usize) -> Self {
        let fitting = SIZES.into_iter().find(|size| players <= size.players);
        Self { players, ..fitting.unwrap_or(up_to(players, 10, 8)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_grow_with_the_players() {
        for (players, rounds, cut) in
            [(2, 3, 0), (8, 3, 0), (9, 4, 4), (32, 5, 8), (33, 6, 8), (409, 9, 8), (512, 10, 8)]
        {
            assert_eq!(UsualRounds::of(players), up_to(players, rounds, cut), "{players}");
        }
    }
}
