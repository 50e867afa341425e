//! Changes a person's password, by the person, who knows the current one. Sessions begun before are over: whoever goes on
//! begins one at the count of what comes back.

use domain::user::User;
use proto_events::ids::{PasswordId, UserId};
use proto_events::{Actor, UserEvent};
use service_kit::password::Password;

use super::password_rule;
use crate::decision::{CommandError, Decision};
use crate::fields::FieldErrors;
use crate::{Done, WriteApi};

/// Changes a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangePassword {
    /// The person.
    pub user_id: UserId,
    /// The password that counts now.
    pub current: Password,
    /// The new one.
    pub new: Password,
}

/// Why not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The current password is another, or the new one is not usable.
    #[error(transparent)]
    Invalid(FieldErrors),
}

/// What the current password turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Current {
    /// It was not looked at yet.
    Unchecked,
    /// It is the password of this id; of none, if it is nobody's.
    Is(Option<PasswordId>),
}

/// Decides; the id is for the new password.
///
/// # Errors
/// When the current password is another, or the new one is not usable.
pub fn decide(
    user: &User,
    command: &ChangePassword,
    current: Current,
    password_id: PasswordId,
) -> Result<Decision<UserEvent, ()>, Refusal> {
    let mut errors = FieldErrors::default();
    password_rule::check("new_password", &command.new, &user.profile.username, &mut errors);
    if let Current::Is(known) = current
        && (known.is_none() || known != user.password_id)
    {
        errors.add("current_password", "Is not your password.");
    }
    errors.check().map_err(Refusal::Invalid)?;
    Ok(Decision::happens(vec![UserEvent::PasswordSet { password_id }], ()))
}

impl WriteApi {
    /// Changes a person's password.
    ///
    /// # Errors
    /// When it is refused, the person is unknown, too many passwords wait to be hashed, or the store fails.
    pub async fn change_password(
        &self,
        actor: &Actor,
        command: &ChangePassword,
    ) -> Result<Done<User, ()>, CommandError<Refusal>> {
        let user_id = command.user_id;
        let user = self.user(user_id).await?;
        let user = user.ok_or(CommandError::NotFound(proto_events::StreamId::user(user_id)))?;
        decide(&user.state, command, Current::Unchecked, PasswordId(0)).map_err(CommandError::Refused)?;
        let is_right = self.is_password(&user.state, command.current.clone()).await?;
        let current = Current::Is(user.state.password_id.filter(|_| is_right));
        let decide = |user: &User, id| decide(user, command, current, id);
        self.keep_password(actor, user_id, command.new.clone(), decide).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::user;

    fn to(new: &str) -> ChangePassword {
        let [current, new] = ["correct horse", new].map(|typed| Password::from(typed.to_owned()));
        ChangePassword { user_id: UserId(9), current, new }
    }

    fn with_password() -> User {
        user(&[UserEvent::PasswordSet { password_id: PasswordId(6) }])
    }

    fn faults(user: &User, command: &ChangePassword, current: Current) -> String {
        let Err(Refusal::Invalid(errors)) = decide(user, command, current, PasswordId(7)) else {
            panic!("the password was changed")
        };
        errors.iter().map(|(field, _)| field).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn who_knows_the_password_changes_it() {
        let known = Current::Is(Some(PasswordId(6)));
        let decision = decide(&with_password(), &to("battery staple"), known, PasswordId(7)).unwrap();
        assert_eq!(decision, Decision::happens(vec![UserEvent::PasswordSet { password_id: PasswordId(7) }], ()));
    }

    #[test]
    fn who_does_not_know_it_or_no_more_is_refused() {
        let command = to("battery staple");
        assert_eq!(faults(&with_password(), &command, Current::Is(None)), "current_password");
        let earlier = Current::Is(Some(PasswordId(5)));
        assert_eq!(faults(&with_password(), &command, earlier), "current_password", "it was changed meanwhile");
        assert_eq!(faults(&user(&[]), &command, Current::Is(None)), "current_password", "there is none");
    }

    #[test]
    fn a_bad_new_password_is_told_before_the_current_one_is_looked_at() {
        assert_eq!(faults(&with_password(), &to("short"), Current::Unchecked), "new_password");
    }
}
