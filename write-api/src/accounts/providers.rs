//! Accounts at sign-in providers (OpenID Connect): which person signs in with one, linking and unlinking, and accounts that a
//! first sign-in makes.
//!
//! The event of a link is encrypted with the person's key. A claim on a keyed hash of issuer and subject makes it unique. It
//! stays with the person after unlinking, so that no other account takes the provider's account over, and goes with the
//! person's erasure.

use domain::user::ProviderAccount;
use service_kit::hex::hex;

use super::confirm_email::ADDRESSES;
use super::fields::{USERNAMES, faults, is_address};
use crate::engine::UniqueName;
use crate::engine::decision::ATTEMPTS;
use crate::prelude::*;

/// The scope in which accounts at providers are claimed. Names are keyed hashes.
const ACCOUNTS: &str = "account at a provider";

/// Lets a person sign in with an account at a provider. One of the same issuer is replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkProvider {
    /// The person.
    pub user_id: UserId,
    /// The account at the provider.
    pub account: ProviderAccount,
}

impl DirectCommand for LinkProvider {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let (name, stream) = (api.provider_name(&self.account).await?, StreamId::user(self.user_id));
        let holder = |_| async { Ok(api.holder(&name.scope, &name.name).await?) };
        let decide = |user: &User, holder: &Option<StreamId>, _: &mut _| {
            let events = decide_to_link(user, &self.account, holder.is_some_and(|holder| holder != stream))?;
            let claims = events.iter().map(|_| name.claim(stream)).collect();
            Ok(Decision { claims, ..Decision::from(events) })
        };
        api.change_with(&Context::own(actor), stream, holder, decide).await
    }
}

/// Ends the sign-in with an account at a provider. Refused if the person then cannot sign in any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnlinkProvider {
    /// The person.
    pub user_id: UserId,
    /// The issuer.
    pub issuer: String,
    /// The issuers at which people can sign in now.
    pub issuers: Vec<String>,
    /// Whether people can sign in with passwords.
    pub takes_passwords: bool,
}

decided_by!(person: UnlinkProvider, decide_to_unlink);

/// Makes an account for a person who signs in at a provider for the first time. The person is its actor, and its address is
/// confirmed, because the provider has verified it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateProvidedAccount {
    /// The account at the provider.
    pub account: ProviderAccount,
    /// The verified e-mail address.
    pub email: String,
    /// The person's name; may be empty.
    pub name: String,
    /// The username at the provider, which the account gets if it is free; may be empty.
    pub username: String,
    /// The language of letters to the person.
    pub language: &'static str,
}

impl CreateProvidedAccount {
    /// Makes the account.
    pub async fn run(&self, api: &WriteApi) -> Result<Written<User>, CommandError> {
        let provided = api.provider_name(&self.account).await?;
        let address = UniqueName { scope: ADDRESSES.to_owned(), name: api.address_name(&self.email).await? };
        let stream = api.new_stream(StreamKind::User).await?;
        for _ in 0..ATTEMPTS {
            let is_known = api.holder(&provided.scope, &provided.name).await?.is_some()
                || api.account_with_address(&self.email).await?.is_some();
            let is_taken = api.holder(USERNAMES, &self.username).await?.is_some();
            let events = decide_to_create(self, is_known, is_taken)?;
            let mut claims = vec![provided.claim(stream)];
            // Another account may have had the address before.
            if api.holder(&address.scope, &address.name).await?.is_none() {
                claims.push(address.claim(stream));
            }
            if let Some(UserEvent::Registered { profile }) = events.first()
                && !profile.username.is_empty()
            {
                let username = UniqueName { scope: USERNAMES.to_owned(), name: profile.username.clone() };
                claims.push(username.claim(stream));
            }
            let decision = Decision { claims, ..Decision::from(events) };
            let context = Context::own(&Actor::User(UserId(stream.id)));
            if let Some(written) = api.begin(&context, stream, OrganizationId::SHARED, decision).await? {
                api.speaks(UserId(stream.id), self.language).await;
                return Ok(written);
            }
        }
        Err(CommandError::Busy(stream))
    }
}

impl WriteApi {
    /// Returns the person to whom an account at a provider belongs. After unlinking, the person does not sign in with it.
    pub async fn holder_of_provider_account(&self, account: &ProviderAccount) -> Found<User> {
        let name = self.provider_name(account).await?;
        let Some(holder) = self.holder(&name.scope, &name.name).await? else { return Ok(None) };
        self.newest(holder).await
    }

    async fn provider_name(&self, account: &ProviderAccount) -> Result<UniqueName, StoreError> {
        let key = format!("{}\n{}", account.issuer, account.subject);
        let name = hex(&self.own_signer("accounts at providers").await?.sign(key.as_bytes()));
        Ok(UniqueName { scope: ACCOUNTS.to_owned(), name })
    }
}

fn decide_to_link(user: &User, account: &ProviderAccount, is_taken: bool) -> Result<Vec<UserEvent>, Refusal> {
    if is_taken {
        return Err(Refusal::conflict(message!(
            "account-provider-taken",
            "This account at the provider belongs to another account here. Delete that one first."
        )));
    }
    let is_linked = user.providers.contains(account);
    Ok(if is_linked { Vec::new() } else { vec![linked(account)] })
}

fn linked(account: &ProviderAccount) -> UserEvent {
    UserEvent::ProviderLinked { issuer: account.issuer.clone(), subject: account.subject.clone() }
}

fn decide_to_unlink(user: &User, command: &UnlinkProvider) -> Result<Vec<UserEvent>, Refusal> {
    let issuer = &command.issuer;
    if !user.providers.iter().any(|known| known.issuer == *issuer) {
        return Ok(Vec::new());
    }
    let is_password_enough = command.takes_passwords && user.password_id.is_some() && !user.profile.username.is_empty();
    let is_other = |known: &ProviderAccount| known.issuer != *issuer && command.issuers.contains(&known.issuer);
    if !is_password_enough && !user.providers.iter().any(is_other) {
        return Err(Refusal::conflict(message!(
            "account-last-way-in",
            "This is the only way to sign in to this account. Set a username and a password first."
        )));
    }
    Ok(vec![UserEvent::ProviderUnlinked { issuer: issuer.clone() }])
}

/// Decides to make an account. It is refused if another account has the address or the account at the provider; that person
/// signs in and links it. A username that is taken, or not one, is left out.
fn decide_to_create(
    command: &CreateProvidedAccount,
    is_known: bool,
    is_taken: bool,
) -> Result<Vec<UserEvent>, Refusal> {
    let email = command.email.clone();
    if !is_address(&email) || email.len() > SHORT_TEXT {
        return Err(Refusal::conflict(message!("not-an-email-address", "This is not an e-mail address.")));
    }
    if is_known {
        return Err(Refusal::conflict(message!(
            "account-sign-in-to-link",
            "An account has this e-mail address. Sign in to it, and link the provider on the account page."
        )));
    }
    let name = [&*command.name, &*command.username, email.split('@').next().unwrap_or_default()].map(one_line);
    let best_identifier = name.into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let mut profile = Profile { username: command.username.clone(), best_identifier, email, ..Profile::default() };
    if faults(&profile, is_taken).check().is_err() {
        profile.username.clear();
    }
    faults(&profile, false).check()?;
    Ok(vec![UserEvent::Registered { profile }, UserEvent::EmailConfirmed {}, linked(&command.account)])
}

/// Returns a text as a name: one line, not too long.
fn one_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.chars().take(SHORT_TEXT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn account(subject: &str) -> ProviderAccount {
        ProviderAccount { issuer: "https://id.example".into(), subject: subject.into() }
    }

    #[test]
    fn account_at_a_provider_is_linked_once_and_not_to_two_people() {
        let event = linked(&account("7"));
        assert_eq!(decide_to_link(&user(&[]), &account("7"), false), Ok(vec![event.clone()]));
        assert_eq!(decide_to_link(&user(std::slice::from_ref(&event)), &account("7"), false), Ok(vec![]));
        assert_eq!(decide_to_link(&user(&[event]), &account("8"), false), Ok(vec![linked(&account("8"))]));
        assert_eq!(coded(decide_to_link(&user(&[]), &account("7"), true)), "account-provider-taken");
    }

    #[test]
    fn last_way_in_is_not_unlinked() {
        let issuer = || account("7").issuer;
        let unlink = |events: &[UserEvent], takes_passwords| {
            let other = "https://other.example".to_owned();
            let issuers = vec![issuer(), other];
            let command = UnlinkProvider { user_id: UserId(9), issuer: issuer(), issuers, takes_passwords };
            decide_to_unlink(&user(events), &command)
        };
        let unlinked = Ok(vec![UserEvent::ProviderUnlinked { issuer: issuer() }]);
        let own = linked(&account("7"));
        let password = UserEvent::PasswordSet { password_id: PasswordId(1) };
        let other = |issuer: &str| linked(&ProviderAccount { issuer: issuer.into(), subject: "1".into() });
        assert_eq!(unlink(&[], true), Ok(vec![]));
        assert_eq!(coded(unlink(std::slice::from_ref(&own), true)), "account-last-way-in");
        assert_eq!(unlink(&[own.clone(), password.clone()], true), unlinked);
        assert_eq!(coded(unlink(&[own.clone(), password], false)), "account-last-way-in");
        assert_eq!(unlink(&[own.clone(), other("https://other.example")], false), unlinked);
        assert_eq!(coded(unlink(&[own, other("https://gone.example")], false)), "account-last-way-in");
    }

    #[test]
    fn first_sign_in_makes_a_confirmed_account_with_what_is_usable_of_the_names() {
        let command = |name: &str, username: &str| CreateProvidedAccount {
            account: account("7"),
            email: "ada@club.example".into(),
            name: name.into(),
            username: username.into(),
            language: "en",
        };
        let made = |command: &CreateProvidedAccount, is_taken| {
            let events = decide_to_create(command, false, is_taken).unwrap();
            assert_eq!(events[1..], [UserEvent::EmailConfirmed {}, linked(&account("7"))]);
            let UserEvent::Registered { profile } = &events[0] else { panic!("{events:?}") };
            (profile.best_identifier.clone(), profile.username.clone())
        };
        assert_eq!(made(&command("Ada\n  Ahorn", "ada"), false), ("Ada Ahorn".into(), "ada".into()));
        assert_eq!(made(&command("", "ada"), true), ("ada".into(), String::new()));
        assert_eq!(made(&command("", " a\u{7}"), false), ("a".into(), String::new()));
        assert_eq!(made(&command(&"x".repeat(9_999), ""), false).0.len(), SHORT_TEXT);
        assert_eq!(coded(decide_to_create(&command("Ada", "ada"), true, false)), "account-sign-in-to-link");
        let no_address = CreateProvidedAccount { email: "ada".into(), ..command("Ada", "ada") };
        assert_eq!(coded(decide_to_create(&no_address, false, false)), "not-an-email-address");
    }
}
