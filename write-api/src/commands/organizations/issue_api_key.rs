//! Issues an API key for a role. It is tied to the first member with that role; without one, a member is added for it.
//! The value is told once and stored nowhere: events hold its hash.

use chrono::{DateTime, Utc};
use domain::limits::API_KEY_NAME;
use domain::organization::Organization;
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, Sequence, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use proto_events::{Actor, OrganizationEvent, StreamId, UserEvent};
use service_kit::api_key::ApiKeyValue;

use crate::decision::{ATTEMPTS, CommandError, now};
use crate::fields::FieldErrors;
use crate::history::{History, begun};
use crate::{Ids, WriteApi};

/// Issues a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssueApiKey {
    /// The organization it opens.
    pub organization_id: OrganizationId,
    /// Human-readable name.
    pub name: String,
    /// The role it carries.
    pub role: Role,
    /// From when on it is refused; never, if absent.
    pub expires_at: Option<DateTime<Utc>>,
}

/// Why not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Fields are not right.
    #[error(transparent)]
    Invalid(FieldErrors),
}

/// A key that was issued.
pub struct IssuedKey {
    /// The key.
    pub key_id: ApiKeyId,
    /// The membership whose role it carries.
    pub member_id: MemberId,
    /// Its value, told this once.
    pub value: ApiKeyValue,
}

/// What it is decided with: ids for all that may come to be, the time, and the hash of the value.
#[derive(Debug, Clone)]
pub struct Context {
    /// Now.
    pub now: DateTime<Utc>,
    /// For the key.
    pub key_id: ApiKeyId,
    /// For the member, if one is added.
    pub member_id: MemberId,
    /// For the member's user, if one is added.
    pub user_id: UserId,
    /// SHA-256 of the value, lower-case hex.
    pub sha256: String,
}

/// What happens.
#[derive(Debug, Clone, PartialEq)]
pub struct Issue {
    /// In the organization.
    pub events: Vec<OrganizationEvent>,
    /// A user to be registered for a new member.
    pub new_user: Option<UserEvent>,
    /// The membership whose role the key carries.
    pub member_id: MemberId,
}

/// Decides.
///
/// # Errors
/// When the name is not usable or the key would never open anything.
pub fn decide(organization: &Organization, command: &IssueApiKey, context: &Context) -> Result<Issue, Refusal> {
    let mut errors = FieldErrors::default();
    errors.required_text("name", &command.name, API_KEY_NAME);
    if command.expires_at.is_some_and(|expiry| expiry <= context.now) {
        errors.add("expires_at", "Must be in the future.");
    }
    errors.check().map_err(Refusal::Invalid)?;

    let role = command.role;
    let mut events = Vec::new();
    let mut new_user = None;
    let known = organization.members.iter().find(|member| member.role == role && !member.removed);
    let member_id = known.map_or(context.member_id, |member| member.id);
    if known.is_none() {
        let best_identifier = format!("{} {}", organization.name, role.display_name());
        new_user = Some(UserEvent::Registered { profile: Profile { best_identifier, ..Profile::default() } });
        events.push(OrganizationEvent::MemberAdded { member_id, user_id: context.user_id, role });
    }
    events.push(OrganizationEvent::ApiKeyIssued {
        key_id: context.key_id,
        member_id,
        name: command.name.clone(),
        sha256: context.sha256.clone(),
        expires_at: command.expires_at,
    });
    Ok(Issue { events, new_user, member_id })
}

impl WriteApi {
    /// Issues an API key.
    ///
    /// # Errors
    /// When it is refused, the organization is unknown, or the store fails.
    pub async fn issue_api_key(
        &self,
        actor: &Actor,
        command: &IssueApiKey,
    ) -> Result<IssuedKey, CommandError<Refusal>> {
        let stream = StreamId::organization(command.organization_id);
        let value = ApiKeyValue::generate();
        let counts = [(Sequence::ApiKey, 1), (Sequence::Member, 1), (Sequence::User, 1)];
        let mut ids = Ids::reserve(&*self.events, &counts).await?;
        let context = Context {
            now: self.clock.now(),
            key_id: ApiKeyId(ids.next(Sequence::ApiKey)),
            member_id: MemberId(ids.next(Sequence::Member)),
            user_id: UserId(ids.next(Sequence::User)),
            sha256: value.sha256_hex(),
        };
        let mut history = History::of(stream);
        for _ in 0..ATTEMPTS {
            self.catch_up(&mut history).await?;
            if !history.belongs_to(command.organization_id) {
                return Err(CommandError::NotFound(stream));
            }
            let issue = decide(&history.fold()?, command, &context).map_err(CommandError::Refused)?;
            let user = issue.new_user.into_iter().collect::<Vec<_>>();
            let mut writes = Vec::new();
            if !user.is_empty() {
                writes.push(begun(StreamId::user(context.user_id), OrganizationId::SHARED, now(context.now, user)));
            }
            writes.push(history.continued(command.organization_id, now(context.now, issue.events)));
            if self.append(actor, writes, Vec::new()).await?.is_written() {
                return Ok(IssuedKey { key_id: context.key_id, member_id: issue.member_id, value });
            }
        }
        Err(CommandError::Busy(stream))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::{noon, organization};

    /// Organization 1 with key 8 of an administrator, and these events.
    pub(crate) fn with_key(events: &[OrganizationEvent]) -> Organization {
        let issued = OrganizationEvent::ApiKeyIssued {
            key_id: ApiKeyId(8),
            member_id: MemberId(4),
            name: "Till".into(),
            sha256: "00".into(),
            expires_at: None,
        };
        let mut all = vec![admin(), issued];
        all.extend_from_slice(events);
        organization(&all)
    }

    fn admin() -> OrganizationEvent {
        OrganizationEvent::MemberAdded { member_id: MemberId(4), user_id: UserId(2), role: Role::Admin }
    }

    fn command() -> IssueApiKey {
        IssueApiKey { organization_id: OrganizationId(1), name: "Overlay".into(), role: Role::Admin, expires_at: None }
    }

    fn context() -> Context {
        let (key_id, member_id, user_id) = (ApiKeyId(20), MemberId(21), UserId(22));
        Context { now: noon(), key_id, member_id, user_id, sha256: "ab".into() }
    }

    fn issued_to(member: i64) -> OrganizationEvent {
        OrganizationEvent::ApiKeyIssued {
            key_id: ApiKeyId(20),
            member_id: MemberId(member),
            name: "Overlay".into(),
            sha256: "ab".into(),
            expires_at: None,
        }
    }

    #[test]
    fn a_key_is_tied_to_the_first_member_with_the_role() {
        let second = OrganizationEvent::MemberAdded { member_id: MemberId(5), user_id: UserId(3), role: Role::Admin };
        let issue = decide(&organization(&[admin(), second]), &command(), &context()).unwrap();
        assert_eq!(issue, Issue { events: vec![issued_to(4)], new_user: None, member_id: MemberId(4) });
    }

    #[test]
    fn without_such_a_member_one_is_added() {
        let left = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };
        let issue = decide(&organization(&[admin(), left]), &command(), &context()).unwrap();
        let added = OrganizationEvent::MemberAdded { member_id: MemberId(21), user_id: UserId(22), role: Role::Admin };
        assert_eq!(issue.events, [added, issued_to(21)]);
        let Some(UserEvent::Registered { profile }) = issue.new_user else { panic!("no user is registered") };
        assert_eq!(profile.best_identifier, "Moxhall Administrator");
    }

    #[test]
    fn bad_names_and_a_past_expiry_are_refused() {
        for name in [String::new(), "x".repeat(256)] {
            let refused = decide(&organization(&[]), &IssueApiKey { name, ..command() }, &context());
            assert!(matches!(refused, Err(Refusal::Invalid(_))));
        }
        let expired = IssueApiKey { expires_at: Some(noon()), ..command() };
        let Err(Refusal::Invalid(errors)) = decide(&organization(&[]), &expired, &context()) else {
            panic!("a key that never opens anything was issued")
        };
        assert_eq!(errors.iter().map(|(field, _)| field).collect::<Vec<_>>(), ["expires_at"]);
    }
}
