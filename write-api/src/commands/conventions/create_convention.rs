//! Creates a convention. Its slug is unique within its organization.

use domain::convention::Convention;
use domain::machines::CONVENTION;
use proto_events::convention::ConventionDetails;
use proto_events::ids::{ConventionId, OrganizationId, Sequence};
use proto_events::vocabulary::ConventionStatus;
use proto_events::{Actor, ConventionEvent, StreamId};

use super::{convention_fields, slugs};
use crate::engine::decision::{ATTEMPTS, CommandError};
use crate::engine::fields::FieldErrors;
use crate::engine::legacy::Decision;
use crate::engine::legacy::Once;
use crate::engine::legacy::{FurtherWrites, Target, Written};
use crate::{Done, IdempotencyKey, Ids, WriteApi};

/// Creates a convention.
#[derive(Debug, Clone, PartialEq)]
pub struct CreateConvention {
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// Its details.
    pub details: ConventionDetails,
    /// Its initial status.
    pub status: ConventionStatus,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid, or another convention has the slug.
    #[error(transparent)]
    Invalid(FieldErrors),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The convention was created.
    Created,
    /// A convention with the same slug and details existed before.
    AlreadyExists,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// Decides the command; `namesake` is the convention that has the slug, if any.
///
/// # Errors
/// If a field is invalid, or another convention has the slug.
pub fn decide(
    namesake: Option<&Convention>,
    command: &CreateConvention,
) -> Result<Decision<ConventionEvent, Outcome>, Refusal> {
    let mut errors = convention_fields::faults(&command.details);
    if !CONVENTION.initial.contains(&command.status) {
        let initial: Vec<_> = CONVENTION.initial.iter().map(ToString::to_string).collect();
        errors.add("status", format!("A new convention may be {}.", initial.join(", ")));
    }
    errors.check().map_err(Refusal::Invalid)?;
    if let Some(known) = namesake {
        if known.details == command.details {
            return Ok(Decision::nothing(Outcome::AlreadyExists));
        }
        return Err(Refusal::Invalid(convention_fields::taken(known.id)));
    }
    let created = ConventionEvent::Created { details: command.details.clone(), status: command.status };
    Ok(Decision::happens(vec![created], Outcome::Created))
}

impl WriteApi {
    /// Creates a convention; repeats with the same idempotency key do nothing.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, the key was used for another request, or the store
    /// fails.
    pub async fn create_convention(
        &self,
        actor: &Actor,
        command: &CreateConvention,
        key: Option<&IdempotencyKey>,
    ) -> Result<Done<Convention, Outcome>, CommandError<Refusal>> {
        let organization_id = command.organization_id;
        let once = key.map(|key| Once { key, repeated: Outcome::Repeated });
        if let Some(done) = self.earlier(once).await? {
            return Ok(done);
        }
        if self.organization(organization_id).await?.is_none() {
            return Err(CommandError::NotFound(StreamId::organization(organization_id)));
        }
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::Convention, 1)]).await?;
        let stream = StreamId::convention(ConventionId(ids.next(Sequence::Convention)));
        let target = Target { actor, organization_id, stream, occurred_at: None, once };
        let slug = &command.details.slug;
        for _ in 0..ATTEMPTS {
            let namesake = self.holder_of_slug(organization_id, slug).await?;
            let decision = match decide(namesake.as_ref().map(|known| &known.state), command) {
                Ok(decision) => decision,
                // An equal request that ran first may cause the refusal; its outcome is then returned.
                Err(refusal) => return self.earlier(once).await?.ok_or(CommandError::Refused(refusal)),
            };
            if let Some(folded) = namesake.filter(|_| decision.events.is_empty()) {
                return Ok(Done { since: folded.version, folded, outcome: decision.outcome });
            }
            let beside =
                FurtherWrites { writes: Vec::new(), claims: vec![slugs::claim(organization_id, slug, stream)] };
            match self.write(target, None, decision.events, beside).await? {
                Written::Folded(folded) => return Ok(Done { folded, since: 0, outcome: decision.outcome }),
                Written::Repeated(answer) if let Some(once) = once => return self.again(once, &answer).await,
                Written::Repeated(_) | Written::Overtaken => {}
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
        let decision = decide(None, &command("Moxhall Open")).unwrap();
        assert_eq!(decision, Decision::happens(vec![created("Moxhall Open")], Outcome::Created));
    }

    #[test]
    fn the_same_again_changes_nothing_and_another_under_its_slug_is_refused() {
        let known = convention(&[created("Moxhall Open")]);
        let again = decide(Some(&known), &command("Moxhall Open")).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::AlreadyExists));
        let Err(Refusal::Invalid(errors)) = decide(Some(&known), &command("Other")) else {
            panic!("the slug was given twice")
        };
        assert_eq!(errors.to_string(), "slug: Is taken by convention 5.");
    }

    #[test]
    fn bad_fields_are_refused_all_at_once() {
        let late = CreateConvention { status: ConventionStatus::Archived, ..command("") };
        let Err(Refusal::Invalid(errors)) = decide(None, &late) else { panic!("an archived convention was created") };
        assert!(errors.names("name") && errors.names("status"), "{errors}");
    }
}
