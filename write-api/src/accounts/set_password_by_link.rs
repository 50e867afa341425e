//! Sets a person's password with a one-time link. Earlier sessions end.

use service_kit::credential_value::CredentialValue;
use service_kit::password::Password;

use super::fields::check_password_rule;
use crate::prelude::*;

/// Sets a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetPasswordByLink {
    /// The person.
    pub user_id: UserId,
    /// The value of the link.
    pub value: CredentialValue,
    /// The new password.
    pub password: Password,
}

/// Returns whether a link with this hash is valid.
fn opens(user: &User, sha256: &str, now: DateTime<Utc>) -> bool {
    user.password_link.as_ref().is_some_and(|link| link.sha256 == sha256 && now < link.expires_at)
}

/// Decides the command; `password_id` is for the new password. It is refused if the link is not valid, or the password
/// is invalid.
fn decide(
    user: &User,
    command: &SetPasswordByLink,
    now: DateTime<Utc>,
    password_id: PasswordId,
) -> Result<Vec<UserEvent>, Refusal> {
    if !opens(user, &command.value.sha256_hex(), now) {
        return Err(invalid_link());
    }
    let mut errors = FieldErrors::default();
    check_password_rule("password", &command.password, &user.profile.username, &mut errors);
    errors.check()?;
    Ok(vec![UserEvent::PasswordSet { password_id }])
}

impl WriteApi {
    /// Returns the person whose link is valid now, if it is.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn holder_of_link(
        &self,
        user_id: UserId,
        value: &CredentialValue,
    ) -> Result<Option<Arc<Folded<User>>>, Failure> {
        let now = self.clock.now();
        let user = self.user(user_id).await?;
        Ok(user.filter(|user| opens(&user.state, &value.sha256_hex(), now)))
    }

    /// Sets a person's password. The holder of the link acts as the person.
    ///
    /// # Errors
    /// If the command is refused, too many passwords wait to be hashed, or the store fails.
    pub async fn set_password_by_link(&self, command: &SetPasswordByLink) -> Result<Written<User>, CommandError> {
        let (user_id, now) = (command.user_id, self.clock.now());
        let decide = |user: &User, id| decide(user, command, now, id);
        let done =
            self.keep_password(&Context::own(&Actor::User(user_id)), user_id, command.password.clone(), decide).await;
        done.map_err(|error| match error {
            CommandError::NotFound(_) => CommandError::Refused(invalid_link()),
            error => error,
        })
    }
}

/// The link was used, has expired, was replaced, or never existed. The answer does not tell these apart.
fn invalid_link() -> Refusal {
    Refusal::conflict(message!("account-invalid-link", "This link is no longer valid; ask for a new one."))
}

#[cfg(test)]
mod tests {
    use chrono::Duration;
    use service_kit::credential_value::Kind;

    use super::*;
    use crate::testing::{noon, user};

    fn with(value: CredentialValue, password: &str) -> SetPasswordByLink {
        SetPasswordByLink { user_id: UserId(9), value, password: Password::from(password.to_owned()) }
    }

    fn made(value: &CredentialValue) -> UserEvent {
        UserEvent::PasswordLinkMade { sha256: value.sha256_hex(), expires_at: noon() + Duration::hours(1) }
    }

    #[test]
    fn a_link_opens_once_and_in_time() {
        let (value, other) =
            (CredentialValue::generate(Kind::PasswordLink), CredentialValue::generate(Kind::PasswordLink));
        let command = with(value, "correct horse");
        let fresh = user(&[made(&value)]);
        let set = UserEvent::PasswordSet { password_id: PasswordId(7) };
        let decision = decide(&fresh, &command, noon(), PasswordId(7)).unwrap();
        assert_eq!(decision, vec![set.clone()]);

        let late = decide(&fresh, &command, noon() + Duration::hours(1), PasswordId(7));
        assert_eq!(late, Err(invalid_link()));
        for before in [vec![], vec![made(&value), set], vec![made(&value), made(&other)], vec![made(&other)]] {
            let refused = decide(&user(&before), &command, noon(), PasswordId(7));
            assert_eq!(refused, Err(invalid_link()), "{before:?}");
        }
    }

    #[test]
    fn a_bad_password_is_reported_only_to_the_holder_of_the_link() {
        let value = CredentialValue::generate(Kind::PasswordLink);
        let bad = with(value, "anna");
        let refused = decide(&user(&[made(&value)]), &bad, noon(), PasswordId(7));
        let errors = refused.unwrap_err().fields().unwrap().clone();
        assert!(errors.names("password"));
        assert_eq!(decide(&user(&[]), &bad, noon(), PasswordId(7)), Err(invalid_link()));
    }
}
