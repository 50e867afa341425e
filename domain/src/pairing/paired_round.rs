//! How a round is paired, and the result.

use super::entrant::EntrantId;

/// How a round is paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// At random, regardless of points: the first round.
    Random,
    /// By score groups, and at random within them.
    Swiss,
    /// By score groups, and by standing within them: the last round before a cut.
    ByStanding,
}

/// A paired round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedRound {
    /// Matches by table number.
    pub tables: Vec<Table>,
    /// Byes, awarded ones first, by id.
    pub byes: Vec<Bye>,
    /// Number of rematches.
    pub rematches: usize,
    /// Sum of the differences of match points.
    pub point_difference: i64,
}

/// A match at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// Its number, from 1.
    pub number: i32,
    /// The opponents, the one with more points first.
    pub players: [EntrantId; 2],
}

/// A bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bye {
    /// The entrant who has it.
    pub entrant: EntrantId,
    /// Whether it was awarded; otherwise the number of players is odd.
    pub is_awarded: bool,
}
