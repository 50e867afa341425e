//! Changes a person's profile. A username can be set once and never changed, because people sign in with it.

use std::sync::Arc;

use domain::user::User;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::user::Profile;
use proto_events::{Actor, StreamId, UserEvent};
use storage::Claim;

use super::profile_fields::{USERNAMES, faults};
use super::stewardship::{NotTheirs, Steward};
use crate::engine::decision::{ATTEMPTS, CommandError};
use crate::engine::fields::FieldErrors;
use crate::engine::legacy::Decision;
use crate::engine::legacy::{FurtherWrites, Target, Written};
use crate::{Done, Folded, WriteApi};

/// Changes a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeProfile {
    /// The person.
    pub user_id: UserId,
    /// The complete new profile.
    pub profile: Profile,
    /// On whose behalf the account is managed.
    pub steward: Steward,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid, or another person has the username.
    #[error(transparent)]
    Invalid(FieldErrors),
    /// The organization may not manage the account.
    #[error(transparent)]
    NotTheirs(#[from] NotTheirs),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The change was made.
    Changed,
    /// Nothing had to change.
    Unchanged,
}

/// Decides the command; `taken` says whether another person has the username.
///
/// # Errors
/// If a field is invalid, another person has the username, or the organization may not manage the account.
pub fn decide(
    user: &User,
    profile: &Profile,
    steward: &Steward,
    taken: bool,
) -> Result<Decision<UserEvent, Outcome>, Refusal> {
    steward.check(user)?;
    if user.profile == *profile {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    let username = &user.profile.username;
    let renamed = !username.is_empty() && *username != profile.username;
    let mut errors = faults(profile, taken && !renamed);
    if renamed {
        errors.add("username", "Cannot be changed once it is set.");
    }
    errors.check().map_err(Refusal::Invalid)?;
    Ok(Decision::happens(vec![UserEvent::ProfileChanged { profile: profile.clone() }], Outcome::Changed))
}

impl WriteApi {
    /// Changes a profile.
    ///
    /// # Errors
    /// If the command is refused, the person is unknown, or the store fails.
    pub async fn change_profile(
        &self,
        actor: &Actor,
        command: &ChangeProfile,
    ) -> Result<Done<User, Outcome>, CommandError<Refusal>> {
        let whole = |_: &Profile| command.profile.clone();
        self.change_profile_by(actor, command.user_id, &command.steward, whole).await
    }

    /// Changes a profile to what `made_of` returns for the current one, so that simultaneous changes to different
    /// fields do not overwrite each other.
    pub(crate) async fn change_profile_by(
        &self,
        actor: &Actor,
        user_id: UserId,
        steward: &Steward,
        made_of: impl Fn(&Profile) -> Profile,
    ) -> Result<Done<User, Outcome>, CommandError<Refusal>> {
        let stream = StreamId::user(user_id);
        let target =
            Target::<()> { actor, organization_id: OrganizationId::SHARED, stream, occurred_at: None, once: None };
        let _turn = self.turns.wait(stream).await;
        let mut known: Option<Arc<Folded<User>>> = None;
        for _ in 0..ATTEMPTS {
            known = self.read_on(stream, known).await?;
            let folded = known.clone().ok_or(CommandError::NotFound(stream))?;
            let profile = made_of(&folded.state.profile);
            let username = &profile.username;
            let is_new = !username.is_empty() && *username != folded.state.profile.username;
            let holder = if is_new { self.holder(USERNAMES, username).await? } else { None };
            let taken = holder.is_some_and(|holder| holder != stream);
            let decision = decide(&folded.state, &profile, steward, taken).map_err(CommandError::Refused)?;
            let since = folded.version;
            if decision.events.is_empty() {
                return Ok(Done { folded, since, outcome: decision.outcome });
            }
            let claim = Claim { scope: USERNAMES.to_owned(), name: username.clone(), holder: stream };
            let claims = if is_new { vec![claim] } else { Vec::new() };
            let beside = FurtherWrites { writes: Vec::new(), claims };
            if let Written::Folded(folded) = self.write(target, Some(folded), decision.events, beside).await? {
                return Ok(Done { folded, since, outcome: decision.outcome });
            }
        }
        Err(CommandError::Busy(stream))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::users::stewardship::tests::administrator;
    use crate::testing::{profile, user};

    fn changed(profile: Profile) -> Decision<UserEvent, Outcome> {
        Decision::happens(vec![UserEvent::ProfileChanged { profile }], Outcome::Changed)
    }

    fn faults_of(user: &User, profile: &Profile, taken: bool) -> String {
        let Err(Refusal::Invalid(errors)) = decide(user, profile, &Steward::Person, taken) else {
            panic!("nothing was found wrong with {profile:?}")
        };
        errors.to_string()
    }

    #[test]
    fn a_profile_changes_once() {
        let new = Profile { pronouns: "she/her".into(), ..profile("anna", "Anna B.") };
        assert_eq!(decide(&user(&[]), &new, &Steward::Person, false).unwrap(), changed(new.clone()));
        let so = user(&[UserEvent::ProfileChanged { profile: new.clone() }]);
        assert_eq!(decide(&so, &new, &Steward::Person, false).unwrap(), Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn a_username_is_given_once_and_never_changed() {
        let nameless = User::new(UserId(9), profile("", "Anna A."));
        let named = profile("anna", "Anna A.");
        assert_eq!(decide(&nameless, &named, &Steward::Person, false).unwrap(), changed(named.clone()));
        assert_eq!(faults_of(&nameless, &named, true), "username: Is taken.");
        for (other, taken) in [("", false), ("annabel", false), ("annabel", true)] {
            let faults = faults_of(&user(&[]), &profile(other, "Anna A."), taken);
            assert_eq!(faults, "username: Cannot be changed once it is set.", "{other}");
        }
    }

    #[test]
    fn an_administrator_changes_what_the_organization_looks_after() {
        let organization_id = OrganizationId(1);
        let managed = user(&[UserEvent::ManagedBy { organization_id }]);
        let new = profile("anna", "Anna B.");
        assert!(decide(&managed, &new, &administrator(&[1]), false).is_ok());
        for (account, of) in [(&managed, &[1, 2][..]), (&user(&[]), &[1])] {
            assert_eq!(decide(account, &new, &administrator(of), false), Err(Refusal::NotTheirs(NotTheirs)));
        }
        let joined = UserEvent::JoinedElsewhere { organization_id: OrganizationId(2) };
        let joined = user(&[UserEvent::ManagedBy { organization_id }, joined]);
        let since = decide(&joined, &new, &administrator(&[1]), false);
        assert_eq!(since, Err(Refusal::NotTheirs(NotTheirs)), "the person joined another organization meanwhile");
    }
}
