//! Penalties, and calls for a judge.

use serde::{Deserialize, Serialize};

use crate::ids::{MatchId, RegistrationId, RoundId};
use crate::vocabulary::Penalty;

/// A penalty as a judge issues it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssuedPenalty {
    /// The player's registration.
    pub registration_id: RegistrationId,
    /// The round in which the infraction happened, if in one.
    pub round_id: Option<RoundId>,
    /// The match in which it happened, if in one.
    pub match_id: Option<MatchId>,
    /// The infraction, at most 200 characters.
    pub infraction: String,
    /// The penalty for it.
    pub penalty: Penalty,
    /// Staff's note.
    pub note: String,
}

/// A call for a judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewCall {
    /// The player who called; `None` for staff.
    pub registration_id: Option<RegistrationId>,
    /// The match, if the call is about one.
    pub match_id: Option<MatchId>,
    /// Number of the table, if the call is about one.
    pub table_number: Option<i32>,
    /// The reason, as the caller wrote it.
    pub note: String,
}
