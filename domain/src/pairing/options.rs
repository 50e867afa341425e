//! The way in which a round is paired, and what an event changes about it.

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

/// How a Swiss round is paired, and what its event changes about that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The way.
    pub way: Way,
    /// Whether a bye goes to the lowest in the standings of those who may get it; otherwise to a random one of them.
    pub lowest_gets_bye: bool,
    /// Whether the least sum of squares of differences of points comes before the least sum of differences.
    pub squares_first: bool,
}

impl From<Way> for Options {
    fn from(way: Way) -> Self {
        Self { way, lowest_gets_bye: false, squares_first: false }
    }
}
