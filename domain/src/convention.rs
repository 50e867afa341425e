//! A convention.

use proto_events::convention::ConventionDetails;
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::vocabulary::ConventionStatus;
use proto_events::{ConventionEvent, DomainEvent, Envelope};

use crate::FoldError;

/// A convention.
#[derive(Debug, Clone, PartialEq)]
pub struct Convention {
    /// Its id.
    pub id: ConventionId,
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// What is known of it.
    pub details: ConventionDetails,
    /// Where it stands.
    pub status: ConventionStatus,
}

impl Convention {
    /// Folds a whole stream.
    ///
    /// # Errors
    /// When the stream does not begin with `Created`, or holds events of another kind.
    pub fn from_events<'a>(events: impl IntoIterator<Item = &'a Envelope>) -> Result<Self, FoldError> {
        let mut convention: Option<Self> = None;
        for envelope in events {
            let DomainEvent::Convention(event) = &envelope.event else {
                return Err(FoldError::WrongKind {
                    expected: "convention",
                    found: envelope.event.stream_kind().name(),
                });
            };
            match (event, &mut convention) {
                (ConventionEvent::Created { details, status }, None) => {
                    convention = Some(Self {
                        id: ConventionId(envelope.stream.id),
                        organization_id: envelope.organization_id,
                        details: details.clone(),
                        status: *status,
                    });
                }
                (ConventionEvent::Created { .. }, Some(known)) => {
                    return Err(FoldError::Duplicate { what: "convention", id: known.id.0 });
                }
                (ConventionEvent::DetailsChanged { details }, Some(known)) => known.details = details.clone(),
                (ConventionEvent::StatusChanged { status }, Some(known)) => known.status = *status,
                (_, None) => return Err(FoldError::NotCreated),
            }
        }
        convention.ok_or(FoldError::NotCreated)
    }
}
