//! Sets up an empty installation: its first organization with an administrator, in one append. An interrupted set-up leaves
//! nothing behind, and of two at once, one makes an organization.

use service_kit::password::Password;
use storage::{Claim, EventStore};

use crate::accounts::fields::{USERNAMES, faults};
use crate::accounts::passwords::check_password;
use crate::engine::UniqueName;
use crate::engine::fields::empty;
use crate::events::event_fields::check_time_zone;
use crate::organizations::create_organization;
use crate::prelude::*;

/// The claim that only the first organization holds.
const FIRST: (&str, &str) = ("installation", "first organization");

/// Makes the first organization and its administrator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetUpInstallation {
    /// Store name.
    pub organization: String,
    /// The organization's time zone, as an IANA name; may be empty.
    pub time_zone: String,
    /// The administrator, who needs a username.
    pub administrator: Profile,
    /// The administrator's password, if it is set at once.
    pub password: Option<Password>,
}

/// The administrator of the new organization.
#[derive(Debug, Clone)]
pub struct InstallationSetUp {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The administrator's membership.
    pub member_id: MemberId,
    /// The administrator.
    pub administrator: User,
}

impl DirectCommand for SetUpInstallation {
    type Done = InstallationSetUp;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        api.check_set_up(self).await?;
        let hash = match &self.password {
            Some(password) => Some(api.passwords.hash(password.clone()).await?),
            None => None,
        };
        let needed = [Sequence::Organization, Sequence::User, Sequence::Member, Sequence::Password];
        let mut ids = Ids::reserve(&*api.events, &needed.map(|sequence| (sequence, 1))).await?;
        let organization_id = OrganizationId(ids.next(Sequence::Organization));
        let (user_id, member_id) = (UserId(ids.next(Sequence::User)), MemberId(ids.next(Sequence::Member)));
        let password_id = PasswordId(ids.next(Sequence::Password));
        if let Some(hash) = &hash {
            api.events.put_password(password_id, user_id, hash).await?;
        }
        let writes = [
            (StreamId::user(user_id), OrganizationId::SHARED, self.of_user(hash.map(|_| password_id))),
            (StreamId::organization(organization_id), organization_id, self.of_organization(member_id, user_id)),
        ];
        let writes = writes.map(|(stream, organization_id, events)| api.write_new(stream, organization_id, events));
        let claims = self.claims(organization_id, user_id);
        if api.append(actor, writes.into(), claims).await?.is_none() {
            // Another set-up was first, and says why this one is refused.
            api.events.forget_passwords(user_id, PasswordId(password_id.0 + 1)).await?;
            api.check_set_up(self).await?;
            return Err(CommandError::Busy(StreamId::organization(organization_id)));
        }
        let stream = StreamId::user(user_id);
        let administrator = api.user(user_id).await?.ok_or(CommandError::NotFound(stream))?.state.clone();
        Ok(InstallationSetUp { organization_id, member_id, administrator })
    }
}

impl SetUpInstallation {
    fn of_user(&self, password_id: Option<PasswordId>) -> Vec<DomainEvent> {
        let registered = UserEvent::Registered { profile: self.administrator.clone() };
        let set = password_id.map(|password_id| UserEvent::PasswordSet { password_id });
        [registered].into_iter().chain(set).map(DomainEvent::from).collect()
    }

    fn of_organization(&self, member_id: MemberId, user_id: UserId) -> Vec<DomainEvent> {
        let created = OrganizationEvent::Created { name: self.organization.clone() };
        let zone = Some(self.time_zone.clone()).filter(|zone| !zone.is_empty());
        let zone = zone.map(|time_zone| OrganizationEvent::TimeZoneSet { time_zone });
        let added = OrganizationEvent::MemberAdded { member_id, user_id, role: Role::Admin };
        [created].into_iter().chain(zone).chain([added]).map(DomainEvent::from).collect()
    }

    fn claims(&self, organization_id: OrganizationId, user_id: UserId) -> Vec<Claim> {
        let (scope, name) = (USERNAMES.to_owned(), self.administrator.username.clone());
        let first = UniqueName { scope: FIRST.0.to_owned(), name: FIRST.1.to_owned() };
        let organization = StreamId::organization(organization_id);
        vec![
            first.claim(organization),
            create_organization::unique_name(&self.organization).claim(organization),
            UniqueName { scope, name }.claim(StreamId::user(user_id)),
        ]
    }
}

/// Whether a log has an organization. One is never deleted.
pub async fn is_set_up(events: &dyn EventStore) -> Result<bool, StoreError> {
    Ok(!events.streams(StreamKind::Organization).await?.is_empty())
}

impl WriteApi {
    /// Checks whether this set-up is possible now.
    ///
    /// # Errors
    /// If it is refused, or the store fails.
    pub async fn check_set_up(&self, command: &SetUpInstallation) -> Result<(), CommandError> {
        let is_taken = self.user_named(&command.administrator.username).await?.is_some();
        Ok(decide(command, is_set_up(&*self.events).await?, is_taken)?)
    }
}

/// Decides the command. It is refused if the installation has an organization, a field is invalid, or the username is
/// taken.
fn decide(command: &SetUpInstallation, is_set_up: bool, is_taken: bool) -> Result<(), Refusal> {
    if is_set_up {
        return Err(Refusal::conflict(message!(
            "installation-is-set-up",
            "This installation is set up: it has an organization. Sign in, or ask an administrator for an account."
        )));
    }
    let mut errors = faults(&command.administrator, is_taken);
    errors.required_line("organization_name", &command.organization, SHORT_TEXT);
    if command.administrator.username.is_empty() {
        errors.add("username", empty());
    }
    if !command.time_zone.is_empty() {
        check_time_zone(&command.time_zone, &mut errors);
    }
    if let Some(password) = &command.password {
        check_password(("password", password), &command.administrator.username, &mut errors);
    }
    Ok(errors.check()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn command() -> SetUpInstallation {
        SetUpInstallation {
            organization: "Corner Store".into(),
            time_zone: "Europe/Berlin".into(),
            administrator: profile("ada", "Ada L."),
            password: Some("correct horse".to_owned().into()),
        }
    }

    #[test]
    fn an_empty_installation_is_set_up_by_one_append() {
        let command = command();
        assert_eq!(decide(&command, false, false), Ok(()));
        let (member_id, user_id, password_id) = (MemberId(4), UserId(9), PasswordId(6));
        let registered = UserEvent::Registered { profile: command.administrator.clone() };
        assert_eq!(command.of_user(None), [registered.clone().into()]);
        let with_password = [registered.into(), UserEvent::PasswordSet { password_id }.into()];
        assert_eq!(command.of_user(Some(password_id)), with_password);
        let expected = [
            OrganizationEvent::Created { name: "Corner Store".into() },
            OrganizationEvent::TimeZoneSet { time_zone: "Europe/Berlin".into() },
            OrganizationEvent::MemberAdded { member_id, user_id, role: Role::Admin },
        ];
        assert_eq!(command.of_organization(member_id, user_id), expected.map(DomainEvent::from));
        let holders = command.claims(OrganizationId(1), user_id).into_iter().map(|claim| claim.scope);
        assert_eq!(holders.collect::<Vec<_>>(), ["installation", "organization-name", "username"]);
    }

    #[test]
    fn an_installation_with_an_organization_and_a_taken_username_are_refused() {
        assert_eq!(coded(decide(&command(), true, false)), "installation-is-set-up");
        assert_eq!(coded(decide(&command(), false, true)), "invalid username: This name is taken.");
    }

    #[test]
    fn wrong_fields_are_refused_together() {
        let no_names = SetUpInstallation {
            organization: " ".into(),
            time_zone: "Berlin".into(),
            administrator: Profile::default(),
            password: Some("short".to_owned().into()),
        };
        let faults = coded(decide(&no_names, false, false));
        for field in ["organization_name", "time_zone", "best_identifier", "username", "password"] {
            assert!(faults.contains(&format!("{field}: ")), "{field}: {faults}");
        }
    }
}
