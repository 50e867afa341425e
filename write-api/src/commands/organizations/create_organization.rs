//! Creates an organization. Its name is unique in the service, so that a repeated command creates no second one.

use domain::limits::SHORT_TEXT;
use proto_events::ids::{OrganizationId, Sequence};
use proto_events::{Actor, OrganizationEvent, StreamId};
use storage::Claim;

use crate::engine::append::occurred as now;
use crate::engine::decision::{ATTEMPTS, CommandError};
use crate::engine::fields::FieldErrors;
use crate::engine::history::begun;
use crate::engine::legacy::Decision;
use crate::{Ids, WriteApi};

/// The scope in which the names of organizations are claimed.
const SCOPE: &str = "organization-name";

/// Creates an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateOrganization {
    /// Store name.
    pub name: String,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid.
    #[error(transparent)]
    Invalid(FieldErrors),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The organization was created.
    Created(OrganizationId),
    /// An organization with this name existed before.
    AlreadyExists(OrganizationId),
}

impl Outcome {
    /// Returns the organization's id, new or not.
    pub fn organization_id(self) -> OrganizationId {
        match self {
            Self::Created(id) | Self::AlreadyExists(id) => id,
        }
    }
}

/// The context of the decision.
#[derive(Debug, Clone, Copy)]
pub struct Context {
    /// Id for the new organization.
    pub organization_id: OrganizationId,
    /// The organization that already has the name, if any.
    pub namesake: Option<OrganizationId>,
}

/// Decides the command.
///
/// # Errors
/// If the name is invalid.
pub fn decide(
    command: &CreateOrganization,
    context: &Context,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let mut errors = FieldErrors::default();
    errors.required_text("name", &command.name, SHORT_TEXT);
    errors.check().map_err(Refusal::Invalid)?;
    if let Some(known) = context.namesake {
        return Ok(Decision::nothing(Outcome::AlreadyExists(known)));
    }
    let created = OrganizationEvent::Created { name: command.name.clone() };
    Ok(Decision::happens(vec![created], Outcome::Created(context.organization_id)))
}

impl WriteApi {
    /// Creates an organization.
    ///
    /// # Errors
    /// If the command is refused or the store fails.
    pub async fn create_organization(
        &self,
        actor: &Actor,
        command: &CreateOrganization,
    ) -> Result<Outcome, CommandError<Refusal>> {
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::Organization, 1)]).await?;
        let organization_id = OrganizationId(ids.next(Sequence::Organization));
        let stream = StreamId::organization(organization_id);
        for _ in 0..ATTEMPTS {
            let namesake = self.holder(SCOPE, &command.name).await?.map(|holder| OrganizationId(holder.id));
            let context = Context { organization_id, namesake };
            let decision = decide(command, &context).map_err(CommandError::Refused)?;
            if decision.events.is_empty() {
                return Ok(decision.outcome);
            }
            let write = begun(stream, organization_id, now(self.clock.now(), decision.events));
            let claim = Claim { scope: SCOPE.to_owned(), name: command.name.clone(), holder: stream };
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

    fn named(name: &str, namesake: Option<i64>) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
        let context = Context { organization_id: OrganizationId(3), namesake: namesake.map(OrganizationId) };
        decide(&CreateOrganization { name: name.into() }, &context)
    }

    #[test]
    fn a_new_name_makes_an_organization() {
        let decision = named("Moxhall", None).unwrap();
        assert_eq!(decision.events, [OrganizationEvent::Created { name: "Moxhall".into() }]);
        assert_eq!(decision.outcome, Outcome::Created(OrganizationId(3)));
    }

    #[test]
    fn a_known_name_makes_none() {
        let decision = named("Moxhall", Some(2)).unwrap();
        assert_eq!(decision, Decision::nothing(Outcome::AlreadyExists(OrganizationId(2))));
    }

    #[test]
    fn blank_and_long_names_are_refused() {
        for name in ["", "  ", &"x".repeat(201), "a\0b"] {
            assert!(matches!(named(name, None), Err(Refusal::Invalid(_))), "{name:?}");
        }
    }
}
