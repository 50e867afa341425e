//! Registers a person. A username, if there is one, is unique in the service.

use domain::user::User;
use proto_events::ids::{OrganizationId, Sequence, UserId};
use proto_events::user::Profile;
use proto_events::{Actor, StreamId, UserEvent};
use storage::Claim;

use super::profile_fields::{USERNAMES, faults};
use crate::engine::decision::{ATTEMPTS, CommandError};
use crate::engine::fields::FieldErrors;
use crate::engine::legacy::Decision;
use crate::engine::legacy::Once;
use crate::engine::legacy::{FurtherWrites, Target, Written};
use crate::{Done, IdempotencyKey, Ids, WriteApi};

/// Registers a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterUser {
    /// The profile.
    pub profile: Profile,
    /// The organization that manages the account. The caller has checked that it exists.
    pub managed_by: Option<OrganizationId>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid, or another person has the username.
    #[error(transparent)]
    Invalid(FieldErrors),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The person was registered.
    Registered,
    /// The same person was registered before.
    AlreadyRegistered,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// Decides the command; `namesake` is the person who has the username, if any.
///
/// # Errors
/// If a field is invalid, or another person has the username.
pub fn decide(namesake: Option<&User>, command: &RegisterUser) -> Result<Decision<UserEvent, Outcome>, Refusal> {
    let RegisterUser { profile, managed_by } = command;
    if namesake.is_some_and(|known| known.profile == *profile && known.managed_by == *managed_by) {
        return Ok(Decision::nothing(Outcome::AlreadyRegistered));
    }
    faults(profile, namesake.is_some()).check().map_err(Refusal::Invalid)?;
    let managed = managed_by.map(|organization_id| UserEvent::ManagedBy { organization_id });
    let registered = UserEvent::Registered { profile: profile.clone() };
    Ok(Decision::happens([registered].into_iter().chain(managed).collect(), Outcome::Registered))
}

impl WriteApi {
    /// Registers a person.
    ///
    /// # Errors
    /// If the command is refused or the store fails.
    pub async fn register_user(
        &self,
        actor: &Actor,
        command: &RegisterUser,
    ) -> Result<Done<User, Outcome>, CommandError<Refusal>> {
        self.register_user_once(actor, command, None).await
    }

    /// Registers a person; repeats with the same idempotency key do nothing.
    ///
    /// # Errors
    /// If the command is refused, the key was used for another request, or the store fails.
    pub async fn register_user_once(
        &self,
        actor: &Actor,
        command: &RegisterUser,
        key: Option<&IdempotencyKey>,
    ) -> Result<Done<User, Outcome>, CommandError<Refusal>> {
        let once = key.map(|key| Once { key, repeated: Outcome::Repeated });
        if let Some(done) = self.earlier(once).await? {
            return Ok(done);
        }
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::User, 1)]).await?;
        let stream = StreamId::user(UserId(ids.next(Sequence::User)));
        let username = &command.profile.username;
        let target = Target { actor, organization_id: OrganizationId::SHARED, stream, occurred_at: None, once };
        for _ in 0..ATTEMPTS {
            let namesake = self.user_named(username).await?;
            let decision = match decide(namesake.as_ref().map(|known| &known.state), command) {
                Ok(decision) => decision,
                // An equal request that ran first may cause the refusal; its outcome is then returned.
                Err(refusal) => return self.earlier(once).await?.ok_or(CommandError::Refused(refusal)),
            };
            if let Some(folded) = namesake.filter(|_| decision.events.is_empty()) {
                return Ok(Done { since: folded.version, folded, outcome: decision.outcome });
            }
            let claim = Claim { scope: USERNAMES.to_owned(), name: username.clone(), holder: stream };
            let claims = if username.is_empty() { Vec::new() } else { vec![claim] };
            match self.write(target, None, decision.events, FurtherWrites { writes: Vec::new(), claims }).await? {
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
    use crate::testing::profile;

    fn register(profile: Profile) -> RegisterUser {
        RegisterUser { profile, managed_by: None }
    }

    #[test]
    fn a_stranger_is_registered() {
        let anna = profile("anna", "Anna A.");
        let registered = UserEvent::Registered { profile: anna.clone() };
        let alone = decide(None, &register(anna.clone())).unwrap();
        assert_eq!(alone, Decision::happens(vec![registered.clone()], Outcome::Registered));
        let organization_id = OrganizationId(3);
        let managed = decide(None, &RegisterUser { profile: anna, managed_by: Some(organization_id) }).unwrap();
        assert_eq!(managed.events, [registered, UserEvent::ManagedBy { organization_id }]);
    }

    #[test]
    fn the_same_again_changes_nothing_and_another_person_is_refused() {
        let known = User::new(UserId(2), profile("anna", "Anna A."));
        let same = register(known.profile.clone());
        assert_eq!(decide(Some(&known), &same).unwrap(), Decision::nothing(Outcome::AlreadyRegistered));
        let others = RegisterUser { managed_by: Some(OrganizationId(3)), ..same };
        for other in [register(profile("anna", "Anna B.")), others] {
            let Err(Refusal::Invalid(errors)) = decide(Some(&known), &other) else {
                panic!("the username was given twice")
            };
            assert_eq!(errors.to_string(), "username: Is taken.");
        }
    }

    #[test]
    fn a_person_needs_a_name() {
        assert!(matches!(decide(None, &register(Profile::default())), Err(Refusal::Invalid(_))));
    }
}
