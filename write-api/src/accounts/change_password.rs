//! Changes a person's password after the person has given the current one. Earlier sessions end; a new one begins with
//! the session epoch that is returned.

use service_kit::password::Password;

use super::fields::check_password_rule;
use super::sign_in::SignedIn;
use crate::prelude::*;

/// Changes a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangePassword {
    /// The person, and the password that was given.
    pub known: SignedIn,
    /// The new password.
    pub new: Password,
}

/// Decides the command; `password_id` is for the new password. It is refused if the new password is invalid, or the
/// given one was changed meanwhile.
fn decide(user: &User, command: &ChangePassword, password_id: PasswordId) -> Result<Vec<UserEvent>, Refusal> {
    let mut errors = FieldErrors::default();
    check_password_rule("new_password", &command.new, &user.profile.username, &mut errors);
    if user.password_id != Some(command.known.password_id) {
        errors.add("current_password", message!("password-changed-meanwhile", "The password was changed meanwhile."));
    }
    errors.check()?;
    Ok(vec![UserEvent::PasswordSet { password_id }])
}

impl DirectCommand for ChangePassword {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let decide = |user: &User, id| decide(user, self, id);
        api.keep_password(&Context::own(actor), self.known.user_id, self.new.clone(), decide).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::UserId;

    use super::*;
    use crate::testing::user;

    fn to(new: &str) -> ChangePassword {
        let known = SignedIn { user_id: UserId(9), session_epoch: 1, password_id: PasswordId(6) };
        ChangePassword { known, new: Password::from(new.to_owned()) }
    }

    fn with_password(id: i64) -> User {
        user(&[UserEvent::PasswordSet { password_id: PasswordId(id) }])
    }

    fn faults(user: &User, command: &ChangePassword) -> String {
        let errors = decide(user, command, PasswordId(7)).unwrap_err().fields().unwrap().clone();
        errors.iter().map(|(field, _)| field).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_person_who_knows_the_password_changes_it() {
        let decision = decide(&with_password(6), &to("battery staple"), PasswordId(7)).unwrap();
        assert_eq!(decision, vec![UserEvent::PasswordSet { password_id: PasswordId(7) }]);
    }

    #[test]
    fn a_password_that_was_changed_meanwhile_changes_no_other() {
        assert_eq!(faults(&with_password(5), &to("battery staple")), "current_password");
        assert_eq!(faults(&user(&[]), &to("battery staple")), "current_password", "the person has no password");
        assert_eq!(faults(&with_password(6), &to("short")), "new_password");
    }
}
