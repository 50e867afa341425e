//! Issues an API key for a role. It is tied to the issuing member if that member has the role, otherwise to the first
//! member who has it, otherwise to a new member. The value is returned once and not stored: events hold its hash.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::limits::{API_KEY_NAME, API_KEYS_ISSUED};
use domain::organization::{Member, Organization};
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, Sequence, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use proto_events::{Actor, OrganizationEvent, StreamId, UserEvent};
use service_kit::credential_value::{CredentialValue, Kind};

use crate::engine::append::occurred as now;
use crate::engine::decision::{ATTEMPTS, CommandError};
use crate::engine::fields::FieldErrors;
use crate::engine::history::begun;
use crate::engine::legacy::{FurtherWrites, Target, Written};
use crate::{Folded, Ids, WriteApi};

/// Issues an API key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssueApiKey {
    /// The organization that it gives access to.
    pub organization_id: OrganizationId,
    /// Human-readable name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// The expiry time; `None` means no expiry.
    pub expires_at: Option<DateTime<Utc>>,
    /// Whether it is read-only, whatever its role may do.
    pub read_only: bool,
    /// The member who issues it, if any.
    pub issued_by: Option<MemberId>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid.
    #[error(transparent)]
    Invalid(FieldErrors),
    /// The organization has reached the limit of API keys.
    #[error("an organization can issue at most {API_KEYS_ISSUED} API keys, including revoked and expired ones")]
    TooMany,
}

/// A key that was issued.
#[derive(Debug, Clone)]
pub struct IssuedKey {
    /// The key.
    pub key_id: ApiKeyId,
    /// The membership that the key is tied to.
    pub member_id: MemberId,
    /// Its value, which is not stored.
    pub value: CredentialValue,
    /// The organization with the key.
    pub folded: Arc<Folded<Organization>>,
}

/// The context of the decision: new ids, the time, and the hash of the value.
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

/// The decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Issue {
    /// Events of the organization.
    pub events: Vec<OrganizationEvent>,
    /// The registration of a user for a new member.
    pub new_user: Option<UserEvent>,
    /// The membership that the key is tied to.
    pub member_id: MemberId,
}

/// Decides the command.
///
/// # Errors
/// If the name is invalid, the expiry has passed, or the organization has reached the limit of API keys.
pub fn decide(organization: &Organization, command: &IssueApiKey, context: &Context) -> Result<Issue, Refusal> {
    faults(&command.name, command.expires_at, context.now).check().map_err(Refusal::Invalid)?;
    if organization.keys.len() >= API_KEYS_ISSUED {
        return Err(Refusal::TooMany);
    }

    let role = command.role;
    let mut events = Vec::new();
    let mut new_user = None;
    let has_the_role = |member: &&Member| member.role == role && !member.removed;
    let issuer = command.issued_by.and_then(|id| organization.member(id)).filter(has_the_role);
    let known = issuer.or_else(|| organization.members.iter().find(has_the_role));
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
    if command.read_only {
        events.push(OrganizationEvent::ApiKeyNarrowed { key_id: context.key_id });
    }
    Ok(Issue { events, new_user, member_id })
}

/// Returns the faults of the name and the expiry of a new key.
pub fn faults(name: &str, expires_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_text("name", name, API_KEY_NAME);
    if expires_at.is_some_and(|expiry| expiry <= now) {
        errors.add("expires_at", "Must be in the future.");
    }
    errors
}

impl WriteApi {
    /// Issues an API key.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, or the store fails.
    pub async fn issue_api_key(
        &self,
        actor: &Actor,
        command: &IssueApiKey,
    ) -> Result<IssuedKey, CommandError<Refusal>> {
        let organization_id = command.organization_id;
        let stream = StreamId::organization(organization_id);
        let value = CredentialValue::generate(Kind::ApiKey);
        let counts = [(Sequence::ApiKey, 1), (Sequence::Member, 1), (Sequence::User, 1)];
        let mut ids = Ids::reserve(&*self.events, &counts).await?;
        let context = Context {
            now: self.clock.now(),
            key_id: ApiKeyId(ids.next(Sequence::ApiKey)),
            member_id: MemberId(ids.next(Sequence::Member)),
            user_id: UserId(ids.next(Sequence::User)),
            sha256: value.sha256_hex(),
        };
        let target = Target::<()> { actor, organization_id, stream, occurred_at: None, once: None };
        let _turn = self.turns.wait(stream).await;
        let mut known = None;
        for _ in 0..ATTEMPTS {
            known = self.read_on::<Organization>(stream, known).await?;
            let organization = known.clone().ok_or(CommandError::NotFound(stream))?;
            let issue = decide(&organization.state, command, &context).map_err(CommandError::Refused)?;
            let user = issue.new_user.map(|user| {
                begun(StreamId::user(context.user_id), OrganizationId::SHARED, now(context.now, vec![user]))
            });
            let beside = FurtherWrites { writes: user.into_iter().collect(), claims: Vec::new() };
            if let Written::Folded(folded) = self.write(target, Some(organization), issue.events, beside).await? {
                let (key_id, member_id) = (context.key_id, issue.member_id);
                return Ok(IssuedKey { key_id, member_id, value, folded });
            }
        }
        Err(CommandError::Busy(stream))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::{noon, organization};

    /// Organization 1 with an administrator's key 8, after these events.
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
        IssueApiKey {
            organization_id: OrganizationId(1),
            name: "Overlay".into(),
            role: Role::Admin,
            expires_at: None,
            read_only: false,
            issued_by: None,
        }
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
    fn an_organization_can_issue_keys_up_to_the_limit() {
        let mut keys = organization(&[admin(), issued_to(4)]);
        keys.keys = vec![keys.keys[0].clone(); API_KEYS_ISSUED - 1];
        assert!(decide(&keys, &command(), &context()).is_ok());
        keys.keys.push(keys.keys[0].clone());
        assert_eq!(decide(&keys, &command(), &context()), Err(Refusal::TooMany));
    }

    #[test]
    fn a_key_is_tied_to_the_first_member_with_the_role() {
        let second = OrganizationEvent::MemberAdded { member_id: MemberId(5), user_id: UserId(3), role: Role::Admin };
        let issue = decide(&organization(&[admin(), second]), &command(), &context()).unwrap();
        assert_eq!(issue, Issue { events: vec![issued_to(4)], new_user: None, member_id: MemberId(4) });
    }

    #[test]
    fn a_key_is_tied_to_its_issuer_who_has_the_role() {
        let admin_too =
            OrganizationEvent::MemberAdded { member_id: MemberId(5), user_id: UserId(3), role: Role::Admin };
        let judge = OrganizationEvent::MemberAdded { member_id: MemberId(6), user_id: UserId(4), role: Role::Judge };
        let members = [admin(), admin_too, judge];
        for (issuer, tied_to) in [(5, 5), (6, 4), (99, 4)] {
            let command = IssueApiKey { issued_by: Some(MemberId(issuer)), ..command() };
            let issue = decide(&organization(&members), &command, &context()).unwrap();
            assert_eq!(issue.member_id, MemberId(tied_to), "issued by {issuer}");
        }
        let left = OrganizationEvent::MemberRemoved { member_id: MemberId(5) };
        let members = [members.as_slice(), &[left]].concat();
        let command = IssueApiKey { issued_by: Some(MemberId(5)), ..command() };
        assert_eq!(decide(&organization(&members), &command, &context()).unwrap().member_id, MemberId(4));
    }

    #[test]
    fn a_key_that_may_only_read_is_narrowed_as_it_is_issued() {
        let command = IssueApiKey { read_only: true, ..command() };
        let issue = decide(&organization(&[admin()]), &command, &context()).unwrap();
        assert_eq!(issue.events, [issued_to(4), OrganizationEvent::ApiKeyNarrowed { key_id: ApiKeyId(20) }]);
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
            panic!("an invalid key was issued")
        };
        assert_eq!(errors.iter().map(|(field, _)| field).collect::<Vec<_>>(), ["expires_at"]);
    }
}
