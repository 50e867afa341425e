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
    /// Its details.
    pub details: ConventionDetails,
    /// Its status.
    pub status: ConventionStatus,
}

impl Convention {
    /// Builds a convention from its whole stream.
    ///
    /// # Errors
    /// When the stream does not begin with `Created`, or holds events of another kind.
    pub fn from_events<'a>(events: impl IntoIterator<Item = &'a Envelope>) -> Result<Self, FoldError> {
        crate::folded(events, Self::created, Self::apply)
    }

    /// Creates a convention from the first event of its stream.
    ///
    /// # Errors
    /// When that event is not `Created`.
    pub fn created(first: &Envelope) -> Result<Self, FoldError> {
        match &first.event {
            DomainEvent::Convention(ConventionEvent::Created { details, status }) => Ok(Self {
                id: ConventionId(first.stream.id),
                organization_id: first.organization_id,
                details: details.clone(),
                status: *status,
            }),
            DomainEvent::Convention(_) => Err(FoldError::NotCreated),
            other => Err(FoldError::WrongKind { expected: "convention", found: other.stream_kind().name() }),
        }
    }

    /// Applies one more event.
    ///
    /// # Errors
    /// When the event does not fit the earlier ones; the state is then unchanged.
    pub fn apply(&mut self, envelope: &Envelope) -> Result<(), FoldError> {
        let DomainEvent::Convention(event) = &envelope.event else {
            return Err(FoldError::WrongKind { expected: "convention", found: envelope.event.stream_kind().name() });
        };
        match event {
            ConventionEvent::Created { .. } => {
                return Err(FoldError::Duplicate { what: "convention", id: self.id.0 });
            }
            ConventionEvent::DetailsChanged { details } => self.details = details.clone(),
            ConventionEvent::StatusChanged { status } => self.status = *status,
        }
        Ok(())
    }
}
