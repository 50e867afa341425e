//! Small documents that lead to others.

use proto_events::ids::TournamentId;
use serde::{Deserialize, Serialize};

/// How many parts an event's audit has: the body of a [`crate::ViewKind::EventAudit`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditHead {
    /// Parts, numbered from 0. One that nothing is told in is missing.
    pub parts: i64,
}

/// The event that a round is of: the body of a [`crate::ViewKind::RoundEvent`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundEvent {
    /// The event.
    pub event: TournamentId,
}
