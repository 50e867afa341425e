//! Penalties of players, and calls for a judge.

use chrono::{DateTime, Utc};
use proto_events::ids::{CallId, PenaltyId};
use proto_events::tournament::{IssuedPenalty, NewCall};
use proto_events::vocabulary::CallStatus;
use proto_events::{Actor, Envelope};

/// When a step was taken, and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// When.
    pub at: DateTime<Utc>,
    /// The actor.
    pub by: Actor,
}

/// A penalty of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerPenalty {
    /// Its id.
    pub id: PenaltyId,
    /// Its details.
    pub issued: IssuedPenalty,
    /// The step that issued it.
    pub by: Moment,
    /// The step that withdrew it; `None` while it applies.
    pub withdrawn: Option<Moment>,
}

/// A call for a judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgeCall {
    /// Its id.
    pub id: CallId,
    /// Its details.
    pub call: NewCall,
    /// The step that made it.
    pub by: Moment,
    /// The step by which a judge took it.
    pub answered: Option<Moment>,
    /// The step that closed it.
    pub closed: Option<Moment>,
}

impl JudgeCall {
    /// Returns its status.
    pub fn status(&self) -> CallStatus {
        match (&self.closed, &self.answered) {
            (Some(_), _) => CallStatus::Closed,
            (None, Some(_)) => CallStatus::Answered,
            (None, None) => CallStatus::Open,
        }
    }
}

impl Moment {
    pub(super) fn of(envelope: &Envelope) -> Self {
        Self { at: envelope.occurred_at, by: envelope.actor.clone() }
    }
}
