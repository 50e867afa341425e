//! Changes a person's profile. A username can be set once and never changed, because people sign in with it.

use domain::identity::UserDocument;
use storage::Claim;

use super::fields::{USERNAMES, faults};
use super::stewardship::{Steward, steward_of};
use crate::letters::{self, Contents, Letter};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_user",
    tag: Tag::Members,
    summary: "Change an account",
    text: "Fields that are not given stay as they are. An account without a `username` can get one; it never changes \
           after that. 404 for people who are not members and whose account your organization does not manage; 403 \
           for members whose account it does not manage, or who are members of another organization as well: they \
           change it themselves.",
    body: Some(body_schema::<UserChange>()),
    answer: Answer::json(200, "User"),
    is_always_possible: true,
    ..Route::at("PATCH", "/api/v1/users/{id}/", Operation::ManageMembers)
};

body! {
    /// Changes of an account. Fields that are not given stay as they are.
    pub(crate) struct UserChange such as r#"{"pronouns": "she/her"}"# foreseeing foreseen {
        /// The name to sign in with, unique in the service. It can be set later; once set, it never changes.
        username: Option<String> => USERNAME,
        /// The name that identifies the person best on pairings and standings.
        best_identifier: Option<String> => SHORT_TEXT,
        /// First name.
        first_name: Option<String> => SHORT_TEXT,
        /// Last name.
        last_name: Option<String> => SHORT_TEXT,
        /// E-mail address.
        email: Option<String> => SHORT_TEXT,
        /// Pronouns.
        pronouns: Option<String> => SHORT_TEXT,
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let user_id = request.id("user")?;
    let (change, _) = request.read_body::<UserChange>(body).await?.finish(&request)?;
    let steward = steward_of(&request, user_id).await?;
    let changed = |before: &Profile| change.applied_to(before);
    let written =
        request.api().change_profile_by(&request.caller.actor(), user_id, &steward, letters::LANGUAGE, changed).await?;
    let document = UserDocument::whole(user_id, Some(&written.folded.state));
    answer::json(&request, written.folded.position, &document).await
}

fn foreseen(change: &UserChange) -> FieldErrors {
    faults(&change.applied_to(&Profile::default()), false)
}

impl UserChange {
    /// Returns the profile with these changes.
    pub(super) fn applied_to(&self, before: &Profile) -> Profile {
        let name = |given: &Option<String>, before: &String| given.as_deref().map_or(before.clone(), names::clean);
        applied!(
            Profile: self => before,
            [username, email, pronouns],
            best_identifier: name(&self.best_identifier, &before.best_identifier),
            first_name: name(&self.first_name, &before.first_name),
            last_name: name(&self.last_name, &before.last_name),
            has_used_app: before.has_used_app,
        )
    }
}

/// Changes a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeProfile {
    /// The person.
    pub user_id: UserId,
    /// The complete new profile.
    pub profile: Profile,
    /// On whose behalf the account is managed.
    pub steward: Steward,
    /// The language of the letter to an earlier address.
    pub language: &'static str,
}

impl DirectCommand for ChangeProfile {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let whole = |_: &Profile| self.profile.clone();
        api.change_profile_by(actor, self.user_id, &self.steward, self.language, whole).await
    }
}

impl WriteApi {
    /// Changes a profile to what `changed` returns for the current one, so that simultaneous changes to different
    /// fields do not overwrite each other. A confirmed address that is replaced gets a letter.
    async fn change_profile_by(
        &self,
        actor: &Actor,
        user_id: UserId,
        steward: &Steward,
        language: &str,
        changed: impl Fn(&Profile) -> Profile + Send + Sync,
    ) -> Result<Written<User>, CommandError> {
        let (stream, now) = (StreamId::user(user_id), self.clock.now());
        let letter = Letter { language: language.to_owned(), contents: Contents::EmailChanged };
        let notice = letter.queued(user_id, format!("email-changed/{}", now.timestamp_micros()), now, letters::LIFE);
        let new = |user: Arc<Folded<User>>| {
            let profile = changed(&user.state.profile);
            async move {
                let is_kept = profile.username == user.state.profile.username;
                let holder = if is_kept { None } else { self.holder(USERNAMES, &profile.username).await? };
                Ok::<_, CommandError>((profile, holder.is_some_and(|holder| holder != stream)))
            }
        };
        let decide = |user: &User, (profile, is_taken): &(Profile, bool), _: &mut _| {
            let events = decide(user, profile, *is_taken, steward)?;
            let is_named = user.profile.username.is_empty() && !profile.username.is_empty();
            let claim = || Claim { scope: USERNAMES.to_owned(), name: profile.username.clone(), holder: stream };
            let is_told = self.mail_from.is_some() && user.is_email_confirmed && user.profile.email != profile.email;
            Ok(Decision {
                claims: is_named.then(claim).into_iter().collect(),
                outbox: is_told.then(|| notice.clone()).into_iter().collect(),
                ..Decision::from(events)
            })
        };
        self.change_with(&Context::own(actor), stream, new, decide).await
    }
}

/// Decides on the profile as it should be; `is_taken` says whether another person has its username. It is refused if a
/// field is invalid, another person has the username, or the organization may not manage the account.
fn decide(user: &User, profile: &Profile, is_taken: bool, steward: &Steward) -> Result<Vec<UserEvent>, Refusal> {
    steward.check(user)?;
    if user.profile == *profile {
        return Ok(Vec::new());
    }
    let username = &user.profile.username;
    let renamed = !username.is_empty() && *username != profile.username;
    let mut errors = faults(profile, is_taken && !renamed);
    if renamed {
        errors.add("username", message!("username-is-fixed", "The username cannot be changed once it is set."));
    }
    errors.check()?;
    Ok(vec![UserEvent::ProfileChanged { profile: profile.clone() }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn a_profile_changes_once() {
        let new = Profile { pronouns: "she/her".into(), ..profile("anna", "Anna B.") };
        let changed = UserEvent::ProfileChanged { profile: new.clone() };
        assert_eq!(decide(&user(&[]), &new, false, &Steward::Person).unwrap(), std::slice::from_ref(&changed));
        assert_eq!(decide(&user(&[changed]), &new, false, &Steward::Person).unwrap(), []);
    }

    #[test]
    fn a_username_is_given_once_and_never_changed() {
        let nameless = User::new(UserId(9), profile("", "Anna A."));
        let named = profile("anna", "Anna A.");
        let changed = UserEvent::ProfileChanged { profile: named.clone() };
        assert_eq!(decide(&nameless, &named, false, &Steward::Person).unwrap(), [changed]);
        let refused = |user: &User, profile: &Profile, taken| coded(decide(user, profile, taken, &Steward::Person));
        assert_eq!(refused(&nameless, &named, true), "invalid username: This name is taken.");
        for (other, taken) in [("", false), ("annabel", false), ("annabel", true)] {
            let refused = refused(&user(&[]), &profile(other, "Anna A."), taken);
            assert_eq!(refused, "invalid username: The username cannot be changed once it is set.", "{other}");
        }
    }

    #[test]
    fn an_administrator_changes_what_the_organization_looks_after() {
        let managed = user(&[UserEvent::ManagedBy { organization_id: OrganizationId(1) }]);
        let new = profile("anna", "Anna B.");
        assert!(decide(&managed, &new, false, &administrator(&[1])).is_ok());
        assert_eq!(coded(decide(&user(&[]), &new, false, &administrator(&[1]))), "account-not-theirs");
    }
}
