//! Confirms a person's e-mail address with a one-time link that is mailed there, and says which address a letter goes to.

use chrono::Duration;
use domain::user::OneTimeLink;
use service_kit::credential_value::{CredentialValue, Kind};
use storage::StoreError;
use storage::deliveries::Message as QueuedMessage;

use super::make_password_link::{LIFE, may_be_mailed, read_link};
use super::passwords::invalid_link;
use crate::letters::{Contents, Letter};
use crate::prelude::*;

/// How long a letter about a changed address is tried.
const NOTICE_LIFE: Duration = Duration::days(3);

/// Sends a link by mail with which a person confirms the account's address. Nothing happens if the address is confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailEmailLink {
    /// The person.
    pub user_id: UserId,
    /// The language of the letter.
    pub language: &'static str,
}

#[async_trait]
impl DirectCommand for MailEmailLink {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let value = CredentialValue::generate(Kind::EmailLink);
        let (sha256, now) = (value.sha256_hex(), api.clock.now());
        let contents = Contents::EmailLink { link: format!("{}-{}", self.user_id, value.expose()) };
        let letter = Letter { language: self.language.to_owned(), contents };
        let message = letter.queued(self.user_id, format!("email-link/{sha256}"), now, LIFE)?;
        let decide = |user: &User, (): &(), _: &mut _| {
            if api.mail_from.is_none() || user.is_email_confirmed || user.profile.email.is_empty() {
                return Ok(Decision::from(Vec::new()));
            }
            let made = UserEvent::EmailLinkMade { sha256: sha256.clone(), expires_at: now + LIFE };
            Ok(Decision { outbox: vec![message.clone()], ..Decision::from(vec![made]) })
        };
        let nothing = |_| std::future::ready(Ok(()));
        api.change_with(&Context::own(actor), StreamId::user(self.user_id), nothing, decide).await
    }
}

/// Confirms the account's address with the link that was sent there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfirmEmail {
    /// The person.
    pub user_id: UserId,
    /// The value of the link.
    pub value: CredentialValue,
}

#[async_trait]
impl DirectCommand for ConfirmEmail {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let (sha256, now) = (self.value.sha256_hex(), api.clock.now());
        let decide = |user: &User, _: &mut _| match opens(user.email_link.as_ref(), &sha256, now) {
            true => Ok(vec![UserEvent::EmailConfirmed {}]),
            false => Err(invalid_link()),
        };
        api.change_person(actor, self.user_id, decide).await
    }
}

/// Returns whether a link with this hash is valid.
pub(super) fn opens(link: Option<&OneTimeLink>, sha256: &str, now: DateTime<Utc>) -> bool {
    link.is_some_and(|link| link.sha256 == sha256 && now < link.expires_at)
}

/// Returns the letter to a confirmed address that is changed now.
pub(super) fn notice_of_change(to: UserId, language: &str, now: DateTime<Utc>) -> Result<QueuedMessage, StoreError> {
    let letter = Letter { language: language.to_owned(), contents: Contents::EmailChanged };
    letter.queued(to, format!("email-changed/{}", now.timestamp_micros()), now, NOTICE_LIFE)
}

/// Returns the address that a letter to a person goes to now.
///
/// # Errors
/// If it no longer applies: why.
pub fn address_for<'a>(user: &'a User, contents: &Contents, now: DateTime<Utc>) -> Result<&'a str, &'static str> {
    let is_open = |known: &Option<OneTimeLink>, kind, link: &str| {
        read_link(kind, link).is_some_and(|(_, value)| opens(known.as_ref(), &value.sha256_hex(), now))
    };
    let email = &user.profile.email;
    match contents {
        Contents::PasswordLink { .. } if !may_be_mailed(user, now) => {
            Err("The address was changed after the link was made.")
        }
        Contents::PasswordLink { link } if !is_open(&user.password_link, Kind::PasswordLink, link) => {
            Err("The link was used or replaced.")
        }
        Contents::EmailLink { link } if !is_open(&user.email_link, Kind::EmailLink, link) => {
            Err("The link was used or replaced, or the address was changed.")
        }
        Contents::EmailChanged => {
            user.earlier_email.as_deref().filter(|earlier| earlier != email).ok_or("The address is the earlier one again.")
        }
        _ if email.is_empty() => Err("The account has no e-mail address."),
        _ => Ok(email),
    }
}
