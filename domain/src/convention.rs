//! A convention.

use proto_events::convention::ConventionDetails;
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::vocabulary::ConventionStatus;
use proto_events::{ConventionEvent, Envelope};

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

aggregate!(Convention);

impl Convention {
    fn create(event: &ConventionEvent, first: &Envelope) -> Option<Self> {
        let ConventionEvent::Created { details, status } = event else { return None };
        let (id, organization_id) = (ConventionId(first.stream.id), first.organization_id);
        Some(Self { id, organization_id, details: details.clone(), status: *status })
    }

    fn apply_event(&mut self, event: &ConventionEvent, _: &Envelope) -> Result<(), FoldError> {
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
