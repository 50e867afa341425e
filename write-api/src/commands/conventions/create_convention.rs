//! Announces a convention. Its slug is taken once in its organization.

use domain::convention::Convention;
use proto_events::convention::ConventionDetails;
use proto_events::ids::{ConventionId, OrganizationId, Sequence};
use proto_events::vocabulary::ConventionStatus;
use proto_events::{Actor, ConventionEvent, StreamId};
use storage::Claim;

use super::convention_fields;
use crate::decision::{ATTEMPTS, CommandError, Decision, now};
use crate::fields::FieldErrors;
use crate::history::begun;
use crate::{Ids, WriteApi};

/// Announces a convention.
#[derive(Debug, Clone, PartialEq)]
pub struct CreateConvention {
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// What is known of it.
    pub details: ConventionDetails,
    /// Where it stands.
    pub status: ConventionStatus,
}

/// Why not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Fields are not right, or the slug is another convention's.
    #[error(transparent)]
    Invalid(FieldErrors),
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was announced.
    Created(ConventionId),
    /// The very same was announced before.
    AlreadyExists(ConventionId),
}

impl Outcome {
    /// The convention, new or not.
    pub fn convention_id(self) -> ConventionId {
        match self {
            Self::Created(id) | Self::AlreadyExists(id) => id,
        }
    }
}

/// Decides; `namesake` has the slug, `convention_id` is for the new one.
///
/// # Errors
/// When fields are not right, or the slug is another convention's.
pub fn decide(
    namesake: Option<&Convention>,
    command: &CreateConvention,
    convention_id: ConventionId,
) -> Result<Decision<ConventionEvent, Outcome>, Refusal> {
    convention_fields::check(&command.details).map_err(Refusal::Invalid)?;
    if let Some(known) = namesake {
        if known.details == command.details {
            return Ok(Decision::nothing(Outcome::AlreadyExists(known.id)));
        }
        let mut errors = FieldErrors::default();
        errors.add("slug", format!("Is taken by convention {}.", known.id));
        return Err(Refusal::Invalid(errors));
    }
    let created = ConventionEvent::Created { details: command.details.clone(), status: command.status };
    Ok(Decision::happens(vec![created], Outcome::Created(convention_id)))
}

impl WriteApi {
    /// Announces a convention.
    ///
    /// # Errors
    /// When it is refused, the organization is unknown, or the store fails.
    pub async fn create_convention(
        &self,
        actor: &Actor,
        command: &CreateConvention,
    ) -> Result<Outcome, CommandError<Refusal>> {
        let organization = StreamId::organization(command.organization_id);
        if self.load(organization).await?.version() == 0 {
            return Err(CommandError::NotFound(organization));
        }
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::Convention, 1)]).await?;
        let convention_id = ConventionId(ids.next(Sequence::Convention));
        let stream = StreamId::convention(convention_id);
        let scope = format!("convention-slug/{}", command.organization_id);
        for _ in 0..ATTEMPTS {
            let namesake = match self.holder(&scope, &command.details.slug).await? {
                Some(holder) => Some(self.load(holder).await?.fold()?),
                None => None,
            };
            let decision = decide(namesake.as_ref(), command, convention_id).map_err(CommandError::Refused)?;
            if decision.events.is_empty() {
                return Ok(decision.outcome);
            }
            let write = begun(stream, command.organization_id, now(self.clock.now(), decision.events));
            let claim = Claim { scope: scope.clone(), name: command.details.slug.clone(), holder: stream };
            if self.append(actor, vec![write], vec![claim]).await?.is_written() {
                return Ok(decision.outcome);
            }
        }
        Err(CommandError::Busy(stream))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::convention;

    fn command(name: &str) -> CreateConvention {
        let details =
            ConventionDetails { name: name.into(), slug: "moxhall-open".into(), ..ConventionDetails::default() };
        CreateConvention { organization_id: OrganizationId(1), details, status: ConventionStatus::Scheduled }
    }

    fn created(name: &str) -> ConventionEvent {
        let CreateConvention { details, status, .. } = command(name);
        ConventionEvent::Created { details, status }
    }

    #[test]
    fn a_new_slug_makes_a_convention() {
        let decision = decide(None, &command("Moxhall Open"), ConventionId(7)).unwrap();
        let expected = Decision::happens(vec![created("Moxhall Open")], Outcome::Created(ConventionId(7)));
        assert_eq!(decision, expected);
    }

    #[test]
    fn the_same_again_changes_nothing_and_another_under_its_slug_is_refused() {
        let known = convention(&[created("Moxhall Open")]);
        let again = decide(Some(&known), &command("Moxhall Open"), ConventionId(7)).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::AlreadyExists(ConventionId(5))));
        let Err(Refusal::Invalid(errors)) = decide(Some(&known), &command("Other"), ConventionId(7)) else {
            panic!("the slug was given twice")
        };
        assert_eq!(errors.to_string(), "slug: Is taken by convention 5.");
    }

    #[test]
    fn bad_fields_are_refused() {
        assert!(matches!(decide(None, &command(""), ConventionId(7)), Err(Refusal::Invalid(_))));
    }
}
