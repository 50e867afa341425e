//! Makes an account for a person who asks for one, with a letter that confirms its address. Until that is done, the account
//! is in no event; after two days it is erased.
//!
//! An address that another account has confirmed gets a letter that names that account instead. Otherwise both cases are alike, so
//! that no one learns which addresses have accounts.

use chrono::Duration;
use service_kit::credential_value::{CredentialValue, Kind};
use service_kit::password::Password;

use super::fields::{USERNAMES, faults, is_address};
use super::make_password_link::LIFE;
use super::passwords;
use crate::engine::UniqueName;
use crate::engine::decision::ATTEMPTS;
use crate::engine::fields::empty;
use crate::letters::{Contents, Letter};
use crate::prelude::*;
use crate::schedule::Task;

/// How long an account without a confirmed address stays.
const LIFE_UNCONFIRMED: Duration = Duration::hours(48);

/// Makes an account. The person is its actor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateAccount {
    /// The profile, with a username and an address.
    pub profile: Profile,
    /// The password.
    pub password: Password,
    /// The language of letters to the person.
    pub language: &'static str,
}

impl CreateAccount {
    /// Checks everything but whether the username is taken.
    ///
    /// # Errors
    /// If a field is invalid.
    pub fn check(&self) -> Result<(), Refusal> {
        decide(self, false, PasswordId(0)).map(drop)
    }

    /// Makes the account.
    pub async fn run(&self, api: &WriteApi) -> Result<Written<User>, CommandError> {
        let name = UniqueName { scope: USERNAMES.to_owned(), name: self.profile.username.clone() };
        let is_taken = async || Ok::<_, CommandError>(api.holder(&name.scope, &name.name).await?.is_some());
        // Refused before the password is hashed, which takes a while.
        decide(self, is_taken().await?, PasswordId(0))?;
        let hash = api.passwords.hash(self.password.clone()).await?;
        let stream = api.new_stream(StreamKind::User).await?;
        let user_id = UserId(stream.id);
        let password_id = PasswordId(api.events.reserve_ids(Sequence::Password, 1).await?);
        api.events.put_password(password_id, user_id, &hash).await?;
        let (link, outbox) = self.messages(api, user_id).await?;
        for _ in 0..ATTEMPTS {
            let mut events = match decide(self, is_taken().await?, password_id) {
                Ok(events) => events,
                Err(refusal) => {
                    api.forget_others(user_id, PasswordId(i64::MAX)).await;
                    return Err(refusal.into());
                }
            };
            events.push(link.clone());
            let claims = vec![name.claim(stream)];
            let decision = Decision { claims, outbox: outbox.clone(), ..Decision::from(events) };
            let context = Context::own(&Actor::User(user_id));
            if let Some(written) = api.begin(&context, stream, OrganizationId::SHARED, decision).await? {
                api.speaks(user_id, self.language).await;
                return Ok(written);
            }
        }
        Err(CommandError::Busy(stream))
    }

    /// Returns the event of the link that confirms the address, the letter, and the task that erases the account.
    async fn messages(
        &self,
        api: &WriteApi,
        user_id: UserId,
    ) -> Result<(UserEvent, Vec<storage::deliveries::Message>), CommandError> {
        let (value, now) = (CredentialValue::generate(Kind::EmailLink), api.clock.now());
        let (sha256, expires_at) = (value.sha256_hex(), now + LIFE);
        let known = api.account_with_address(&self.profile.email).await?;
        let (to, contents) = match known {
            Some(known) => (known.state.id, Contents::AccountExists),
            None => (user_id, Contents::EmailLink { link: format!("{user_id}-{}", value.expose()) }),
        };
        let letter = Letter { language: self.language.to_owned(), contents };
        let letter = letter.queued(to, format!("new-account/{sha256}"), now, LIFE);
        let erase = Task::EraseUnconfirmed(user_id);
        let cause = format!("unconfirmed/{user_id}");
        let erase = erase.queued(user_id.0, OrganizationId::SHARED, cause, now + LIFE_UNCONFIRMED);
        Ok((UserEvent::EmailLinkMade { sha256, expires_at }, vec![letter, erase]))
    }
}

/// Decides the command; `is_taken` says whether another person has the username. It is refused if a field is invalid.
fn decide(new: &CreateAccount, is_taken: bool, password_id: PasswordId) -> Result<Vec<UserEvent>, Refusal> {
    let profile = &new.profile;
    let mut errors = faults(profile, is_taken);
    if profile.username.is_empty() {
        errors.add("username", empty());
    }
    if !is_address(&profile.email) {
        errors.add("email", message!("not-an-email-address", "This is not an e-mail address."));
    }
    let set = passwords::set(&profile.username, ("password", &new.password), errors, password_id)?;
    Ok(vec![UserEvent::Registered { profile: profile.clone() }, set])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn new(username: &str, email: &str, password: &str) -> CreateAccount {
        let profile = Profile { email: email.into(), ..profile(username, "Ann Adler") };
        CreateAccount { profile, password: Password::from(password.to_owned()), language: "en" }
    }

    #[test]
    fn an_account_begins_with_its_password() {
        let command = new("ann", "ann@store.example", "correct horse");
        let events = decide(&command, false, PasswordId(7)).unwrap();
        let registered = UserEvent::Registered { profile: command.profile.clone() };
        assert_eq!(events, [registered, UserEvent::PasswordSet { password_id: PasswordId(7) }]);
        assert_eq!(command.check(), Ok(()));
    }

    #[test]
    fn a_taken_username_and_invalid_fields_are_refused() {
        for (command, is_taken, fields) in [
            (new("ann", "ann@store.example", "correct horse"), true, "username"),
            (new("", "ann@store.example", "correct horse"), false, "username"),
            (new("ann", "ann at store", "correct horse"), false, "email"),
            (new("ann", "", "short"), false, "email password"),
            (new("correct horse", "ann@store.example", "Correct Horse"), false, "password"),
        ] {
            let refusal = decide(&command, is_taken, PasswordId(7)).unwrap_err();
            let named: Vec<_> = refusal.fields().unwrap().iter().map(|(field, _)| field).collect();
            assert_eq!(named.join(" "), fields);
        }
    }
}
