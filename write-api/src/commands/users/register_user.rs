//! Registers a person. A username, where there is one, is taken once in the whole service.

use domain::limits::SHORT_TEXT;
use domain::user::User;
use proto_events::ids::{OrganizationId, Sequence, UserId};
use proto_events::user::Profile;
use proto_events::{Actor, StreamId, UserEvent};
use storage::Claim;

use crate::decision::{ATTEMPTS, CommandError, Decision, now};
use crate::fields::FieldErrors;
use crate::history::begun;
use crate::{Ids, WriteApi};

/// Usernames are claimed here.
const SCOPE: &str = "username";

/// Registers a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterUser {
    /// What is known.
    pub profile: Profile,
}

/// Why not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Fields are not right, or the username is another person's.
    #[error(transparent)]
    Invalid(FieldErrors),
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The person is known now.
    Registered(UserId),
    /// The very same was registered before.
    AlreadyRegistered(UserId),
}

impl Outcome {
    /// The person, new or not.
    pub fn user_id(self) -> UserId {
        match self {
            Self::Registered(id) | Self::AlreadyRegistered(id) => id,
        }
    }
}

/// Decides; `namesake` has the username, `user_id` is for the new person.
///
/// # Errors
/// When fields are not right, or the username is another person's.
pub fn decide(
    namesake: Option<&User>,
    command: &RegisterUser,
    user_id: UserId,
) -> Result<Decision<UserEvent, Outcome>, Refusal> {
    let profile = &command.profile;
    let mut errors = FieldErrors::default();
    errors.required_text("best_identifier", &profile.best_identifier, SHORT_TEXT);
    for (field, value) in [
        ("username", &profile.username),
        ("first_name", &profile.first_name),
        ("last_name", &profile.last_name),
        ("email", &profile.email),
        ("pronouns", &profile.pronouns),
    ] {
        errors.text(field, value, SHORT_TEXT);
    }
    match namesake {
        Some(known) if known.profile == *profile => {
            return Ok(Decision::nothing(Outcome::AlreadyRegistered(known.id)));
        }
        Some(_) => errors.add("username", "Is taken."),
        None => {}
    }
    errors.check().map_err(Refusal::Invalid)?;
    let registered = UserEvent::Registered { profile: profile.clone() };
    Ok(Decision::happens(vec![registered], Outcome::Registered(user_id)))
}

impl WriteApi {
    /// Registers a person.
    ///
    /// # Errors
    /// When it is refused or the store fails.
    pub async fn register_user(&self, actor: &Actor, command: &RegisterUser) -> Result<Outcome, CommandError<Refusal>> {
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::User, 1)]).await?;
        let user_id = UserId(ids.next(Sequence::User));
        let stream = StreamId::user(user_id);
        let username = &command.profile.username;
        for _ in 0..ATTEMPTS {
            let namesake = if username.is_empty() { None } else { self.user_named(username).await? };
            let decision = decide(namesake.as_ref(), command, user_id).map_err(CommandError::Refused)?;
            if decision.events.is_empty() {
                return Ok(decision.outcome);
            }
            let write = begun(stream, OrganizationId::SHARED, now(self.clock.now(), decision.events));
            let claim = Claim { scope: SCOPE.to_owned(), name: username.clone(), holder: stream };
            let claims = if username.is_empty() { Vec::new() } else { vec![claim] };
            if self.append(actor, vec![write], claims).await?.is_written() {
                return Ok(decision.outcome);
            }
        }
        Err(CommandError::Busy(stream))
    }

    async fn user_named(&self, username: &str) -> Result<Option<User>, CommandError<Refusal>> {
        let Some(holder) = self.holder(SCOPE, username).await? else {
            return Ok(None);
        };
        let history = self.load(holder).await?;
        Ok(Some(history.fold()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(username: &str, best_identifier: &str) -> Profile {
        Profile { username: username.into(), best_identifier: best_identifier.into(), ..Profile::default() }
    }

    fn register(profile: Profile) -> RegisterUser {
        RegisterUser { profile }
    }

    #[test]
    fn a_stranger_is_registered() {
        let anna = profile("anna", "Anna A.");
        let decision = decide(None, &register(anna.clone()), UserId(6)).unwrap();
        let events = vec![UserEvent::Registered { profile: anna }];
        assert_eq!(decision, Decision::happens(events, Outcome::Registered(UserId(6))));
    }

    #[test]
    fn the_same_again_changes_nothing_and_another_person_is_refused() {
        let known = User { id: UserId(2), profile: profile("anna", "Anna A.") };
        let again = decide(Some(&known), &register(known.profile.clone()), UserId(6)).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::AlreadyRegistered(UserId(2))));
        let other = decide(Some(&known), &register(profile("anna", "Anna B.")), UserId(6));
        let Err(Refusal::Invalid(errors)) = other else { panic!("the username was given twice") };
        assert_eq!(errors.to_string(), "username: Is taken.");
    }

    #[test]
    fn a_person_needs_a_name() {
        assert!(matches!(decide(None, &register(Profile::default()), UserId(6)), Err(Refusal::Invalid(_))));
    }
}
