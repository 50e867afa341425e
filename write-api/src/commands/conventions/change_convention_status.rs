//! Moves a convention on. An archived one stays archived.

use domain::convention::Convention;
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::vocabulary::ConventionStatus;
use proto_events::{Actor, ConventionEvent, StreamId};

use crate::WriteApi;
use crate::decision::{CommandError, Decision};

/// Moves a convention on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeConventionStatus {
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// The convention.
    pub convention_id: ConventionId,
    /// Where it shall stand.
    pub status: ConventionStatus,
}

/// Why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The convention is over and filed away.
    #[error("the convention is ARCHIVED, which is final; it cannot become {0}")]
    Archived(ConventionStatus),
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It stands there now.
    Changed,
    /// It stood there before.
    Unchanged,
}

/// Decides.
///
/// # Errors
/// When the convention is archived.
pub fn decide(
    convention: &Convention,
    command: &ChangeConventionStatus,
) -> Result<Decision<ConventionEvent, Outcome>, Refusal> {
    let status = command.status;
    if convention.status == status {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    if convention.status == ConventionStatus::Archived {
        return Err(Refusal::Archived(status));
    }
    Ok(Decision::happens(vec![ConventionEvent::StatusChanged { status }], Outcome::Changed))
}

impl WriteApi {
    /// Moves a convention on.
    ///
    /// # Errors
    /// When it is refused, the convention is unknown to the organization, or the store fails.
    pub async fn change_convention_status(
        &self,
        actor: &Actor,
        command: &ChangeConventionStatus,
    ) -> Result<Outcome, CommandError<Refusal>> {
        let stream = StreamId::convention(command.convention_id);
        let decide = |convention: &Convention| decide(convention, command);
        Ok(self.change(actor, command.organization_id, stream, decide).await?.outcome)
    }
}

#[cfg(test)]
mod tests {
    use proto_events::convention::ConventionDetails;

    use super::*;
    use crate::testing::convention;

    fn standing_at(status: ConventionStatus) -> Convention {
        convention(&[ConventionEvent::Created { details: ConventionDetails::default(), status }])
    }

    fn to(status: ConventionStatus) -> ChangeConventionStatus {
        ChangeConventionStatus { organization_id: OrganizationId(1), convention_id: ConventionId(5), status }
    }

    #[test]
    fn a_convention_moves_on_and_the_same_again_changes_nothing() {
        let status = ConventionStatus::Canceled;
        let decision = decide(&standing_at(ConventionStatus::Scheduled), &to(status)).unwrap();
        assert_eq!(decision, Decision::happens(vec![ConventionEvent::StatusChanged { status }], Outcome::Changed));
        let again = decide(&standing_at(status), &to(status)).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn an_archived_convention_stays_archived() {
        let archived = standing_at(ConventionStatus::Archived);
        for &status in ConventionStatus::ALL.iter().filter(|status| **status != ConventionStatus::Archived) {
            assert_eq!(decide(&archived, &to(status)), Err(Refusal::Archived(status)));
        }
        assert_eq!(decide(&archived, &to(ConventionStatus::Archived)).unwrap().outcome, Outcome::Unchanged);
    }
}
