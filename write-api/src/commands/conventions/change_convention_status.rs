//! Changes the status of a convention, as its state machine allows. An archived convention stays archived.

use domain::convention::Convention;
use domain::machines::{CONVENTION, IllegalStep};
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::vocabulary::ConventionStatus;
use proto_events::{Actor, ConventionEvent, StreamId};

use crate::engine::context::Reach;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Asked;
use crate::engine::legacy::Decision;
use crate::engine::legacy::Once;
use crate::engine::versions::VersionMatch;
use crate::{Done, IdempotencyKey, WriteApi};

/// Changes the status of a convention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeConventionStatus {
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// The convention.
    pub convention_id: ConventionId,
    /// The new status.
    pub status: ConventionStatus,
    /// The version that the caller expects; `None` accepts any version.
    pub expected: Option<VersionMatch>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The state machine does not allow this step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The status was changed.
    Changed,
    /// The status was the same before.
    Unchanged,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// Decides the command.
///
/// # Errors
/// If the state machine does not allow the step.
pub fn decide(
    convention: &Convention,
    command: &ChangeConventionStatus,
) -> Result<Decision<ConventionEvent, Outcome>, Refusal> {
    let status = command.status;
    if convention.status == status {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    CONVENTION.check(convention.status, status)?;
    Ok(Decision::happens(vec![ConventionEvent::StatusChanged { status }], Outcome::Changed))
}

impl WriteApi {
    /// Changes the status of a convention; repeats with the same idempotency key do nothing.
    ///
    /// # Errors
    /// If the command is refused, the convention is unknown to the organization or has another version, the key was
    /// used for another request, or the store fails.
    pub async fn change_convention_status(
        &self,
        actor: &Actor,
        command: &ChangeConventionStatus,
        key: Option<&IdempotencyKey>,
    ) -> Result<Done<Convention, Outcome>, CommandError<Refusal>> {
        let once = key.map(|key| Once { key, repeated: Outcome::Repeated });
        let (reach, expected) = (Reach::organization(command.organization_id), command.expected.as_ref());
        let stream = StreamId::convention(command.convention_id);
        let asked = Asked { actor, reach, stream, expected, arrived_at: None, once };
        self.change_once(asked, |convention| decide(convention, command)).await
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
        let (organization_id, convention_id) = (OrganizationId(1), ConventionId(5));
        ChangeConventionStatus { organization_id, convention_id, status, expected: None }
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
    fn every_step_is_as_the_table_says() {
        for &from in ConventionStatus::ALL {
            for &status in ConventionStatus::ALL.iter().filter(|status| **status != from) {
                let decided = decide(&standing_at(from), &to(status)).map(|decision| decision.outcome);
                let expected = CONVENTION.check(from, status).map(|()| Outcome::Changed).map_err(Refusal::Illegal);
                assert_eq!(decided, expected);
            }
        }
        let Err(Refusal::Illegal(step)) =
            decide(&standing_at(ConventionStatus::Archived), &to(ConventionStatus::Scheduled))
        else {
            panic!("an archived convention was scheduled again")
        };
        assert!(step.legal.is_empty());
    }
}
