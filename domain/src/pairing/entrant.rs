//! The input of pairing.

use proto_events::ids::{RegistrationId, TeamId};
use proto_events::tournament::PODS_SEATS_MAX;

/// Id of an entrant, who has a line in standings: a player's registration, or a team in a team event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId(pub i64);

impl From<RegistrationId> for EntrantId {
    fn from(id: RegistrationId) -> Self {
        Self(id.0)
    }
}

impl From<TeamId> for EntrantId {
    fn from(id: TeamId) -> Self {
        Self(id.0)
    }
}

/// A player or team to be paired, with the data that pairing needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entrant {
    /// Its id.
    pub id: EntrantId,
    /// Match points so far.
    pub match_points: i32,
    /// Opponents so far, one for each match, or for each opponent in a pod. They may have left the event.
    pub opponents: Vec<EntrantId>,
    /// How often it sat in each seat of a table of three to five.
    pub seats: [usize; PODS_SEATS_MAX],
    /// How much more often it sat first than second in matches of two.
    pub times_first_over: i32,
    /// Where it sat in the last of them: 1 for first, -1 for second; 0 if there was none.
    pub last_side: i32,
    /// Byes had so far, awarded ones included.
    pub byes: u32,
    /// Whether a bye was awarded for the round to be paired.
    pub has_awarded_bye: bool,
    /// Its fixed table, if any.
    pub fixed_seat: Option<i32>,
    /// Rank in the standings, 1 for the best. In rounds by standing it orders entrants with equal match points.
    pub rank: i32,
    /// Whether it dropped. It is not paired then.
    pub is_dropped: bool,
}

impl Entrant {
    /// Creates an entrant without points, opponents or byes.
    pub fn new(id: EntrantId) -> Self {
        Self { id, rank: i32::MAX, ..Self::default() }
    }
}
