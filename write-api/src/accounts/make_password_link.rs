//! Makes a one-time link with which a person sets a password, for the first time or to replace a lost one. The value is
//! returned once and not stored: the event holds its hash. A new link replaces an earlier one.

use chrono::Duration;
use service_kit::credential_value::{CredentialValue, Kind};

use super::document::PasswordLink;
use super::passwords::no_username;
use super::stewardship::{Steward, steward_of};
use crate::prelude::*;

/// How long a link is valid.
pub(super) const LIFE: Duration = Duration::hours(24);

pub(crate) const ROUTE: Route = Route {
    id: "create_password_link",
    tag: Tag::Members,
    summary: "Create a password link",
    text: "A link with which a person sets a first password, or a new one after the old one was lost. It opens once, \
           within 24 hours, and replaces an earlier link. Give it only to that person. The request has no body, and \
           an `Idempotency-Key` has no effect, because the link is not stored. 403 and 404 as for changing the \
           account; 409 for a person without a `username`.",
    answer: Answer::of::<PasswordLink>(201),
    ..Route::at("POST", "/api/v1/users/{id}/password-link/", Operation::ManageMembers)
};

pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let user_id = request.id("user")?;
    let command = MakePasswordLink { user_id, steward: steward_of(&request, user_id).await? };
    let made = request.carry_out(&command).await?;
    let url = format!("{}{}", request.shared.settings.public_url, made.path());
    let link = PasswordLink { url, expires_at: made.expires_at };
    answer::json(&request, made.folded.position, &link).await
}

/// Makes a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MakePasswordLink {
    /// The person.
    pub user_id: UserId,
    /// On whose behalf the account is managed.
    pub steward: Steward,
}

/// A link that was made.
#[derive(Debug, Clone)]
pub struct MadeLink {
    /// Its value, which is not stored.
    pub value: CredentialValue,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
    /// The person.
    pub folded: Arc<Folded<User>>,
}

impl MadeLink {
    /// Returns its path below the public address: `/password/9-pl_…/`.
    pub fn path(&self) -> String {
        format!("/password/{}-{}/", self.folded.state.id, self.value.expose())
    }
}

/// Parses the part of a link's path that names the user and the value: `9-pl_…`. Returns `None` if it is malformed or
/// of another kind.
pub fn read_link(kind: Kind, text: &str) -> Option<(UserId, CredentialValue)> {
    let (user_id, value) = text.split_once('-')?;
    let user_id = api_kit::path::integer(user_id).map(UserId)?;
    Some((user_id, CredentialValue::parse(kind, value).ok()?))
}

impl DirectCommand for MakePasswordLink {
    type Done = MadeLink;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let value = CredentialValue::generate(Kind::PasswordLink);
        let (sha256, now) = (value.sha256_hex(), api.clock.now());
        let decide = |user: &User, _: &mut _| decide(user, &self.steward, &sha256, now);
        let written = api.change_person(actor, self.user_id, decide).await?;
        Ok(MadeLink { value, expires_at: now + LIFE, folded: written.folded })
    }
}

/// Whether a link may be sent to the person's address, which must be confirmed, or the account's for a while. It is asked
/// when the link is made, and again when it is sent: the address may have changed in between. An organization that manages
/// the account may have set the address, so no link is sent to a person who is in another organization too.
pub fn may_be_mailed(user: &User, now: DateTime<Utc>) -> bool {
    let Profile { username, email, .. } = &user.profile;
    let is_shared = user.managed_by.is_some() && !user.joined_elsewhere.is_empty();
    let is_complete = !username.is_empty() && !email.is_empty() && user.merged_into.is_none();
    is_complete && !is_shared && user.has_held_email(now)
}

/// Decides the command; `sha256` is the hash of the new link. It is refused if the organization may not manage the
/// account, or the person has no username.
fn decide(user: &User, steward: &Steward, sha256: &str, now: DateTime<Utc>) -> Result<Vec<UserEvent>, Refusal> {
    steward.check(user)?;
    if user.profile.username.is_empty() {
        return Err(no_username());
    }
    Ok(vec![UserEvent::PasswordLinkMade { sha256: sha256.to_owned(), expires_at: now + LIFE }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn a_link_opens_for_a_day_and_a_person_without_a_username_gets_none() {
        let decision = decide(&user(&[]), &Steward::Operator, "ab", noon()).unwrap();
        let expires_at = noon() + Duration::hours(24);
        assert_eq!(decision, vec![UserEvent::PasswordLinkMade { sha256: "ab".into(), expires_at }]);
        assert_eq!(coded(decide(&user(&[]), &administrator(&[1]), "ab", noon())), "account-not-theirs");
        let nameless = User::new(UserId(9), profile("", "Anna A."));
        assert_eq!(coded(decide(&nameless, &Steward::Operator, "ab", noon())), "account-no-username");
    }

    #[test]
    fn a_link_is_mailed_to_an_address_that_is_confirmed_or_the_account_has_had_for_a_week() {
        let with = |email: &str| Profile { email: email.into(), ..profile("anna", "Anna A.") };
        let mailed = |user: &User, days| may_be_mailed(user, noon() + Duration::days(days));
        assert!(!mailed(&user(&[]), 30), "there is no address");
        assert!(mailed(&User::new(UserId(9), with("anna@store.example")), 0));
        let changed = user(&[UserEvent::ProfileChanged { profile: with("other@store.example") }]);
        assert!(!mailed(&changed, 0) && mailed(&changed, 30));
        let profile = with("other@store.example");
        assert!(mailed(&user(&[UserEvent::ProfileChanged { profile }, UserEvent::EmailConfirmed {}]), 0));
        let nameless = User::new(UserId(9), Profile { username: String::new(), ..with("anna@store.example") });
        assert!(!mailed(&nameless, 30));
    }

    #[test]
    fn a_link_is_read_as_it_is_written() {
        let value = CredentialValue::generate(Kind::PasswordLink);
        let read_link = |text: &str| read_link(Kind::PasswordLink, text);
        assert_eq!(read_link(&format!("9-{}", value.expose())), Some((UserId(9), value)));
        let key = CredentialValue::generate(Kind::ApiKey);
        for wrong in ["", "9", "9-", "-", &format!("09-{}", value.expose()), &format!("9-{}", key.expose())] {
            assert_eq!(read_link(wrong), None, "{wrong}");
        }
    }
}
