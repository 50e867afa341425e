//! The score groups of a field, and the plan of their pairs.

/// Two places of a field.
pub(in crate::pairing) type Pair = (usize, usize);

/// The cost that counts after rematches and the sum of differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pairing) enum Aim {
    /// The squares of differences count, so that few players are paired down by two score groups.
    SmallSteps,
    /// Nothing else counts.
    LeastSum,
}

/// A score group.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) points: i64,
    pub(super) places: Vec<usize>,
    /// Whether the number of places in it and above it is odd. Then an odd number of pairs crosses the line below it.
    pub(super) is_crossed_below: bool,
    pub(super) is_strict: bool,
}

/// The pairs so far, and the tasks of the loose groups.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) pairs: Vec<Pair>,
    /// For each group, places of other groups that get an opponent from it.
    pub(super) guests: Vec<Vec<usize>>,
    /// For each group, the group to which it sends one of its own places.
    pub(super) sends_to: Vec<Option<usize>>,
}
