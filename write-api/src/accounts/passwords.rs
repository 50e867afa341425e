//! People's passwords: checking one, and setting one, by the operator, by the person who knows the earlier one, or with a
//! one-time link. Earlier sessions end; they can also be ended alone. No event follows a sign-in, because sessions are not stored.
//!
//! The hash is stored outside the log, in a row that the event `PasswordSet` names. The row is written first, then the
//! event; then the person's earlier rows are deleted. If that is interrupted, an unused row remains until the next password
//! is set.

use std::ops::RangeInclusive;

use domain::user::OneTimeLink;
use service_kit::chain;
use service_kit::credential_value::CredentialValue;
use service_kit::password::{HashingPlace, NotHashed, Password};

use crate::engine::fields::length_out_of_range;
use crate::prelude::*;

/// The allowed length of a password, in characters. Only the length counts; rules about characters make people write
/// passwords down.
const LENGTHS: RangeInclusive<usize> = 10..=128;

/// A person who gave the right password. Only [`WriteApi::check_password`] makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedIn {
    /// The person.
    pub user_id: UserId,
    /// The session epoch with which the session begins.
    pub session_epoch: i64,
    /// The password that was given.
    pub(crate) password_id: PasswordId,
}

/// Sets a password. A new session begins with the session epoch of the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetPassword {
    /// The person.
    pub user_id: UserId,
    /// The new password.
    pub password: Password,
    /// Who sets it.
    pub by: SetBy,
}

/// Who sets a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetBy {
    /// The operator; or a person who has none, and has just signed in at a provider.
    Operator,
    /// The person, who gave the earlier password.
    Known(SignedIn),
    /// The holder of a one-time link with this value, who acts as the person.
    Link(CredentialValue),
}

impl DirectCommand for SetPassword {
    type Done = Written<User>;

    /// The command is decided before the hash is computed and again after, so that a refusal is cheap.
    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let (user_id, stream, now) = (self.user_id, StreamId::user(self.user_id), api.clock.now());
        let unknown = |error| match error {
            CommandError::NotFound(_) if matches!(self.by, SetBy::Link(_)) => invalid_link().into(),
            error => error,
        };
        let user = api.user(user_id).await?.ok_or(CommandError::NotFound(stream)).map_err(unknown)?;
        decide(&user.state, self, now, PasswordId(0))?;
        let hash = api.passwords.hash(self.password.clone()).await?;
        // Another attempt writes another row, and the rows before are deleted.
        let row = |user: Arc<Folded<User>>| {
            let hash = &hash;
            async move { Ok(api.keep_hash(&user.state, hash).await?) }
        };
        let decide = |user: &User, row: &PasswordId, _: &mut _| decide(user, self, now, *row);
        let written = api.change_with(&Context::own(actor), stream, row, decide).await.map_err(unknown)?;
        if let Some(id) = written.folded.state.password_id {
            api.forget_others(user_id, id).await;
        }
        api.forget_phones(user_id).await;
        Ok(written)
    }
}

/// Ends all sessions of a person: "log out everywhere". A new one begins with the session epoch of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndSessions {
    /// The person.
    pub user_id: UserId,
}

impl DirectCommand for EndSessions {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let written = api.change_person(actor, self.user_id, |_, _| Ok(vec![UserEvent::SessionsEnded {}])).await?;
        api.forget_phones(self.user_id).await;
        Ok(written)
    }
}

/// Decides to set the password of the person with this username. It is refused if the password is invalid; `errors` holds
/// earlier faults. `password_id` is for the new password.
pub(super) fn set(
    username: &str,
    (field, password): (&'static str, &Password),
    mut errors: FieldErrors,
    password_id: PasswordId,
) -> Result<UserEvent, Refusal> {
    check_password((field, password), username, &mut errors);
    errors.check()?;
    Ok(UserEvent::PasswordSet { password_id })
}

/// Adds the faults of a new password for the person with this username.
pub(crate) fn check_password((field, password): (&'static str, &Password), username: &str, errors: &mut FieldErrors) {
    let length = password.expose().chars().count();
    if !LENGTHS.contains(&length) {
        errors.add(field, length_out_of_range(*LENGTHS.start(), *LENGTHS.end(), length));
    }
    if password.expose().to_lowercase() == username.to_lowercase() {
        errors.add(field, message!("password-is-username", "May not be the username."));
    }
}

/// Decides the command, which is refused if the password is invalid. The operator's is refused if the person has no
/// username, the person's if the earlier password was changed meanwhile, and the holder's if the link is not valid.
fn decide(
    user: &User,
    SetPassword { password, by, .. }: &SetPassword,
    now: DateTime<Utc>,
    password_id: PasswordId,
) -> Result<Vec<UserEvent>, Refusal> {
    let (mut errors, mut field) = (FieldErrors::default(), "password");
    match by {
        SetBy::Operator if user.profile.username.is_empty() => return Err(no_username()),
        SetBy::Operator => {}
        SetBy::Known(known) => {
            field = "new_password";
            if user.password_id != Some(known.password_id) {
                let said = message!("password-changed-meanwhile", "The password was changed meanwhile.");
                errors.add("current_password", said);
            }
        }
        SetBy::Link(value) => {
            let sha256 = value.sha256_hex();
            if !user.password_link.as_ref().is_some_and(|link| link.opens(&sha256, now)) {
                return Err(invalid_link());
            }
        }
    }
    Ok(vec![set(&user.profile.username, (field, password), errors, password_id)?])
}

/// The person has no username to sign in with.
pub(super) fn no_username() -> Refusal {
    Refusal::conflict(message!(
        "account-no-username",
        "This person needs a username to sign in. Give the account a username first."
    ))
}

/// The link was used, has expired, was replaced, or never existed. The answer does not tell these apart.
pub(super) fn invalid_link() -> Refusal {
    Refusal::conflict(message!("account-invalid-link", "This link is no longer valid; ask for a new one."))
}

impl From<NotHashed> for CommandError {
    fn from(error: NotHashed) -> Self {
        match error {
            NotHashed::Busy => Self::Crowded,
            NotHashed::Failed(_) => Self::Failed(Failure::Hashing(error)),
        }
    }
}

impl WriteApi {
    /// Reserves a slot for checking a password. Attempts are counted after this call, so that a refusal for lack of a
    /// slot does not count as one.
    ///
    /// # Errors
    /// If too many passwords wait to be checked.
    pub fn hashing_place(&self) -> Result<HashingPlace, CommandError> {
        Ok(self.passwords.place()?)
    }

    /// Checks a password. Without a person, or a password of the person, the check takes as long and fails.
    pub async fn check_password(
        &self,
        place: HashingPlace,
        user: Option<&User>,
        password: Password,
    ) -> Result<Option<SignedIn>, CommandError> {
        let known = user.and_then(|user| Some((user, user.password_id?)));
        let kept = match known {
            Some((_, id)) => self.events.password(id).await?,
            None => None,
        };
        let is_right = self.passwords.verify(place, kept, password).await?;
        Ok(known.filter(|_| is_right).map(|(user, password_id)| SignedIn {
            user_id: user.id,
            session_epoch: user.session_epoch,
            password_id,
        }))
    }

    /// Returns the person whose link, of either kind, is valid now, if it is.
    pub async fn holder_of_link(&self, user_id: UserId, value: &CredentialValue) -> Found<User> {
        let (now, sha256) = (self.clock.now(), value.sha256_hex());
        let user = self.user(user_id).await?;
        let is_open = |link: &Option<OneTimeLink>| link.as_ref().is_some_and(|link| link.opens(&sha256, now));
        Ok(user.filter(|user| is_open(&user.state.password_link) || is_open(&user.state.email_link)))
    }

    /// Ends the notifications to a person's phones, which a stolen session may have subscribed.
    async fn forget_phones(&self, user_id: UserId) {
        if let Err(error) = self.events.remove_push_subscriptions(user_id).await {
            tracing::warn!(error = chain(&error), "the phones of a person are still subscribed");
        }
    }

    /// Writes the row of a hash under an id above that of the current password, so that a concurrent change does not
    /// delete it as an earlier one.
    async fn keep_hash(&self, user: &User, hash: &str) -> Result<PasswordId, StoreError> {
        let mut id = PasswordId(self.events.reserve_ids(Sequence::Password, 1).await?);
        while Some(id) <= user.password_id {
            id = PasswordId(self.events.reserve_ids(Sequence::Password, 1).await?);
        }
        self.events.put_password(id, user.id, hash).await?;
        Ok(id)
    }

    /// Deletes the person's other hashes. If that fails, the next password deletes them.
    pub(super) async fn forget_others(&self, user_id: UserId, keep: PasswordId) {
        if let Err(error) = self.events.forget_passwords(user_id, keep).await {
            tracing::warn!(
                user = user_id.0,
                error = chain(&error),
                "hashes of earlier passwords could not be deleted yet"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use service_kit::credential_value::Kind;

    use super::*;
    use crate::testing::*;

    #[test]
    fn a_password_that_was_changed_meanwhile_changes_no_other() {
        let set = |id| UserEvent::PasswordSet { password_id: PasswordId(id) };
        for (before, new, field, case) in [
            (vec![set(5)], "battery staple", "current_password", "changed meanwhile"),
            (vec![], "battery staple", "current_password", "the person has no password"),
            (vec![set(6)], "short", "new_password", "too short"),
        ] {
            let known = SignedIn { user_id: UserId(9), session_epoch: 1, password_id: PasswordId(6) };
            let command = to(new, SetBy::Known(known));
            let refused = decide(&user(&before), &command, noon(), PasswordId(7)).unwrap_err();
            assert!(refused.fields().unwrap().iter().map(|(field, _)| field).eq([field]), "{case}: {refused}");
        }
    }

    fn to(password: &str, by: SetBy) -> SetPassword {
        SetPassword { user_id: UserId(9), password: Password::from(password.to_owned()), by }
    }

    #[test]
    fn an_invalid_password_or_one_without_a_username_is_refused() {
        let short = coded(decide(&user(&[]), &to("anna", SetBy::Operator), noon(), PasswordId(7)));
        assert!(short.starts_with("invalid password: "), "{short}");
        let nameless = User::new(UserId(9), profile("", "Anna A."));
        let command = to("correct horse", SetBy::Operator);
        assert_eq!(coded(decide(&nameless, &command, noon(), PasswordId(7))), "account-no-username");
    }

    fn made(value: &CredentialValue) -> UserEvent {
        UserEvent::PasswordLinkMade { sha256: value.sha256_hex(), expires_at: noon() + TimeDelta::hours(1) }
    }

    #[test]
    fn a_link_opens_once_and_in_time() {
        let [value, other] = [(); 2].map(|()| CredentialValue::generate(Kind::PasswordLink));
        let command = to("correct horse", SetBy::Link(value));
        let fresh = user(&[made(&value)]);
        let set = UserEvent::PasswordSet { password_id: PasswordId(7) };
        assert_eq!(decide(&fresh, &command, noon(), PasswordId(7)).unwrap(), vec![set.clone()]);

        assert_eq!(decide(&fresh, &command, noon() + TimeDelta::hours(1), PasswordId(7)), Err(invalid_link()));
        for before in [vec![], vec![made(&value), set], vec![made(&value), made(&other)], vec![made(&other)]] {
            let refused = decide(&user(&before), &command, noon(), PasswordId(7));
            assert_eq!(refused, Err(invalid_link()), "{before:?}");
        }
    }

    #[test]
    fn a_bad_password_is_reported_only_to_the_holder_of_the_link() {
        let value = CredentialValue::generate(Kind::PasswordLink);
        let bad = to("anna", SetBy::Link(value));
        let refused = coded(decide(&user(&[made(&value)]), &bad, noon(), PasswordId(7)));
        assert!(refused.starts_with("invalid password: "), "{refused}");
        assert_eq!(decide(&user(&[]), &bad, noon(), PasswordId(7)), Err(invalid_link()));
    }

    fn password_faults(password: &str) -> String {
        let password = Password::from(password.to_owned());
        let set = set("Anna Ahorn", ("password", &password), FieldErrors::default(), PasswordId(7));
        set.err().map(|refusal| refusal.fields().unwrap().to_string()).unwrap_or_default()
    }

    #[test]
    fn a_password_is_long_and_not_the_username() {
        for fine in ["correct ho", "pässwörter", &"x".repeat(128), "Anna Ahorn1"] {
            assert_eq!(password_faults(fine), "", "{fine}");
        }
        assert_eq!(password_faults("123456789"), "password: Must have 10 to 128 characters; this has 9.");
        assert_eq!(password_faults(&"x".repeat(129)), "password: Must have 10 to 128 characters; this has 129.");
        assert_eq!(password_faults("anna ahorn"), "password: May not be the username.");
    }
}
