//! Mails one-time links, confirms a person's e-mail address with one, and says which address a letter goes to.

use domain::user::OneTimeLink;
use service_kit::credential_value::{CredentialValue, Kind};
use service_kit::hex::hex;
use storage::Claim;

use super::make_password_link::{LIFE, may_be_mailed, read_link};
use super::passwords::invalid_link;
use crate::letters::{Contents, Letter};
use crate::prelude::*;

/// Sends a one-time link by mail: to confirm the account's address, or to a person who forgot the password. Nothing happens if
/// the address is confirmed, or no link to set a password may be sent there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailLink {
    /// The person.
    pub user_id: UserId,
    /// Whether it confirms the address; else it sets a password.
    pub confirms_address: bool,
    /// The language of the letter.
    pub language: &'static str,
}

impl DirectCommand for MailLink {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let value = CredentialValue::generate(if self.confirms_address { Kind::EmailLink } else { Kind::PasswordLink });
        let (sha256, now) = (value.sha256_hex(), api.clock.now());
        let link = format!("{}-{}", self.user_id, value.expose());
        let (cause, contents) = match self.confirms_address {
            true => ("email-link", Contents::EmailLink { link }),
            false => ("password-link", Contents::PasswordLink { link }),
        };
        let letter = Letter { language: self.language.to_owned(), contents };
        let message = letter.queued(self.user_id, format!("{cause}/{sha256}"), now, LIFE);
        let decide = |user: &User, _: &mut _| {
            let (sha256, expires_at) = (sha256.clone(), now + LIFE);
            let is_unconfirmed = !user.is_email_confirmed && !user.profile.email.is_empty();
            let (is_sent, made) = match self.confirms_address {
                true => (is_unconfirmed, UserEvent::EmailLinkMade { sha256, expires_at }),
                false => (may_be_mailed(user, now), UserEvent::PasswordLinkMade { sha256, expires_at }),
            };
            if api.mail_from.is_none() || !is_sent {
                return Ok(Decision::default());
            }
            Ok(Decision { outbox: vec![message.clone()], ..Decision::from(vec![made]) })
        };
        api.change_person(actor, self.user_id, decide).await
    }
}

/// The scope in which confirmed addresses are claimed, by the first account that confirms one. Names are keyed hashes.
pub(super) const ADDRESSES: &str = "confirmed address";

impl WriteApi {
    /// Confirms a person's address with the value of the link that was sent there.
    pub async fn confirm_email(&self, user_id: UserId, value: &CredentialValue) -> Result<Written<User>, CommandError> {
        let (sha256, now, holder) = (value.sha256_hex(), self.clock.now(), StreamId::user(user_id));
        let free_name = |user: Arc<Folded<User>>| async move {
            let name = self.address_name(&user.state.profile.email).await?;
            let is_free = self.holder(ADDRESSES, &name).await?.is_none();
            Ok::<_, CommandError>(is_free.then_some(name))
        };
        let decide = |user: &User, name: &Option<String>, _: &mut _| {
            if !user.email_link.as_ref().is_some_and(|link| link.opens(&sha256, now)) {
                return Err(invalid_link());
            }
            let claims = name.iter().map(|name| Claim { scope: ADDRESSES.to_owned(), name: name.clone(), holder });
            Ok(Decision { claims: claims.collect(), ..Decision::from(vec![UserEvent::EmailConfirmed {}]) })
        };
        self.change_with(&Context::own(&Actor::User(user_id)), holder, free_name, decide).await
    }

    /// Returns the first account that confirmed this address, if it still has it.
    pub async fn account_with_address(&self, email: &str) -> Found<User> {
        let Some(holder) = self.holder(ADDRESSES, &self.address_name(email).await?).await? else { return Ok(None) };
        let user = self.newest::<User>(holder).await?;
        let has_it = |user: &User| user.is_email_confirmed && user.profile.email.eq_ignore_ascii_case(email);
        Ok(user.filter(|user| has_it(&user.state)))
    }

    /// Returns the keyed hash of an address.
    pub(crate) async fn address_name(&self, email: &str) -> Result<String, StoreError> {
        Ok(hex(&self.own_signer("addresses").await?.sign(email.to_ascii_lowercase().as_bytes())))
    }
}

/// No one vouches for the account until its address is confirmed.
pub(crate) fn address_not_confirmed() -> Refusal {
    Refusal::conflict(message!(
        "registration-address-not-confirmed",
        "The e-mail address of this account is not confirmed yet. The person opens the link in the mail first."
    ))
}

/// Returns the address that a letter to a person goes to now.
///
/// # Errors
/// If it no longer applies: why.
pub fn address_for<'a>(user: &'a User, contents: &Contents, now: DateTime<Utc>) -> Result<&'a str, &'static str> {
    let is_open = |known: &Option<OneTimeLink>, kind, link: &str| {
        read_link(kind, link)
            .zip(known.as_ref())
            .is_some_and(|((_, value), known)| known.opens(&value.sha256_hex(), now))
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
            let earlier = user.earlier_email.as_deref().filter(|earlier| earlier != email);
            earlier.ok_or("The address is the earlier one again.")
        }
        _ if email.is_empty() => Err("The account has no e-mail address."),
        Contents::AccountExists if !user.is_email_confirmed => Err("The address is not confirmed."),
        Contents::Notification(_) if !user.has_held_email(now) => Err("The address is not confirmed."),
        _ => Ok(email),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn with(email: &str) -> UserEvent {
        UserEvent::ProfileChanged { profile: Profile { email: email.into(), ..profile("anna", "Anna A.") } }
    }

    fn address(events: &[UserEvent], contents: &Contents, at: DateTime<Utc>) -> Option<String> {
        address_for(&user(events), contents, at).ok().map(str::to_owned)
    }

    fn made(value: &CredentialValue) -> UserEvent {
        UserEvent::EmailLinkMade { sha256: value.sha256_hex(), expires_at: noon() + LIFE }
    }

    #[test]
    fn a_link_confirms_the_address_that_it_was_sent_to() {
        let (value, newer) = (CredentialValue::generate(Kind::EmailLink), CredentialValue::generate(Kind::EmailLink));
        let contents = Contents::EmailLink { link: format!("9-{}", value.expose()) };
        let sent = [with("anna@store.example"), made(&value)];
        assert_eq!(address(&sent, &contents, noon()).as_deref(), Some("anna@store.example"));
        assert_eq!(address(&sent, &contents, noon() + LIFE), None, "it has expired");
        for later in [with("other@store.example"), made(&newer), UserEvent::EmailConfirmed {}] {
            assert_eq!(address(&[sent.as_slice(), &[later]].concat(), &contents, noon()), None);
        }
        assert!(user(&sent).email_link.unwrap().opens(&value.sha256_hex(), noon()));
    }

    #[test]
    fn a_password_link_that_was_replaced_or_used_is_not_mailed() {
        let [value, newer] = [(); 2].map(|()| CredentialValue::generate(Kind::PasswordLink));
        let contents = Contents::PasswordLink { link: format!("9-{}", value.expose()) };
        let expires_at = noon() + LIFE;
        let made = |value: &CredentialValue| UserEvent::PasswordLinkMade { sha256: value.sha256_hex(), expires_at };
        let sent = [with("anna@store.example"), UserEvent::EmailConfirmed {}, made(&value)];
        assert!(address(&sent, &contents, noon()).is_some());
        let used = UserEvent::PasswordSet { password_id: PasswordId(1) };
        for later in [made(&newer), used, UserEvent::PasswordLinkWithdrawn {}, with("other@store.example")] {
            assert_eq!(address(&[sent.as_slice(), &[later]].concat(), &contents, noon()), None);
        }
    }

    #[test]
    fn a_notice_goes_to_the_confirmed_address_before_the_present_one() {
        let address = |events: &[UserEvent]| address(events, &Contents::EmailChanged, noon());
        let (first, second) = (with("anna@store.example"), with("thief@elsewhere.example"));
        let confirmed = UserEvent::EmailConfirmed {};
        assert_eq!(address(&[first.clone(), second.clone()]), None, "it was not confirmed");
        let changed = [first.clone(), confirmed, second];
        assert_eq!(address(&changed).as_deref(), Some("anna@store.example"));
        assert_eq!(address(&[&changed[..], &[first]].concat()), None, "the person has it again");
    }
}
