//! Small documents that refer to others.

use proto_events::ids::{OrganizationId, RoundId, TournamentId};
use serde::{Deserialize, Serialize};

/// The number of parts of an event's audit: the body of a [`crate::ViewKind::EventAudit`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditHead {
    /// Number of parts, which are numbered from 0. Empty parts have no document.
    pub parts: i64,
}

/// The event that a round belongs to: the body of a [`crate::ViewKind::RoundEvent`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundEvent {
    /// The event.
    pub event: TournamentId,
}

/// The round whose standings are current: the body of a [`crate::ViewKind::CurrentStandings`] document, unless no round
/// has begun. Then the document is the empty standings themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrentStandings {
    /// The round.
    pub round_id: RoundId,
}

/// The organization that has the archetypes of a public event: the body of a [`crate::ViewKind::PublicArchetypes`]
/// document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicArchetypes {
    /// The organization.
    pub organization_id: OrganizationId,
}
