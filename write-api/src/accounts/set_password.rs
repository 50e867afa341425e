//! The operator's command to set a person's password. Earlier sessions end.

use service_kit::password::Password;

use super::fields::check_password_rule;
use crate::prelude::*;

/// Sets a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetPassword {
    /// The person.
    pub user_id: UserId,
    /// The new password.
    pub password: Password,
}

/// Decides the command; `password_id` is for the new password. It is refused if the password is invalid, or the person
/// has no username.
fn decide(user: &User, command: &SetPassword, password_id: PasswordId) -> Result<Vec<UserEvent>, Refusal> {
    let username = &user.profile.username;
    if username.is_empty() {
        return Err(no_username());
    }
    let mut errors = FieldErrors::default();
    check_password_rule("password", &command.password, username, &mut errors);
    errors.check()?;
    Ok(vec![UserEvent::PasswordSet { password_id }])
}

impl DirectCommand for SetPassword {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let decide = |user: &User, id| decide(user, self, id);
        api.keep_password(&Context::own(actor), self.user_id, self.password.clone(), decide).await
    }
}

/// The person has no username to sign in with.
pub(super) fn no_username() -> Refusal {
    Refusal::conflict(message!(
        "account-no-username",
        "This person needs a username to sign in. Give the account a username first."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{coded, profile, user};

    fn to(password: &str) -> SetPassword {
        SetPassword { user_id: UserId(9), password: Password::from(password.to_owned()) }
    }

    #[test]
    fn a_password_is_set_any_number_of_times() {
        let set = UserEvent::PasswordSet { password_id: PasswordId(7) };
        for before in [&[][..], &[UserEvent::PasswordSet { password_id: PasswordId(6) }]] {
            let decision = decide(&user(before), &to("correct horse"), PasswordId(7)).unwrap();
            assert_eq!(decision, vec![set.clone()]);
        }
    }

    #[test]
    fn an_invalid_password_or_one_without_a_username_is_refused() {
        let short = decide(&user(&[]), &to("anna"), PasswordId(7));
        let errors = short.unwrap_err().fields().unwrap().clone();
        assert!(errors.names("password"));
        let nameless = User::new(UserId(9), profile("", "Anna A."));
        let refused = decide(&nameless, &to("correct horse"), PasswordId(7));
        assert_eq!(coded(refused), "account-no-username");
    }
}
