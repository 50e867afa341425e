//! The demo's two organizations: their members and keys, including an expired and a revoked key.

use chrono::{DateTime, Duration, Utc};
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, Sequence, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use proto_events::{OrganizationEvent, StreamId, UserEvent};
use serde::{Deserialize, Serialize};
use storage::ReservedIds;
use storage::{NewEvent, StreamWrite};

/// Store names.
pub(crate) const NAMES: [&str; 2] = ["Lantern Street Games", "Old Library Card Club"];

/// The state of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum KeyState {
    /// Valid.
    Active,
    /// Expired.
    Expired,
    /// Revoked.
    Revoked,
}

/// A key of the demo.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KeyPlan {
    /// Index of its organization.
    pub(crate) organization: usize,
    /// Its name.
    pub(crate) name: &'static str,
    /// Its role.
    pub(crate) role: Role,
    /// Its state.
    pub(crate) state: KeyState,
}

/// Every key; the demo shows the first one.
pub(crate) const KEYS: &[KeyPlan] = &[
    key(0, "Front desk", Role::Admin, KeyState::Active),
    key(0, "Organizer's laptop", Role::Organizer, KeyState::Active),
    key(0, "Scorekeeper's table", Role::Scorekeeper, KeyState::Active),
    key(0, "Judges' tablets", Role::Judge, KeyState::Active),
    key(0, "Stream overlay", Role::ReadOnly, KeyState::Active),
    key(0, "Last season's overlay", Role::ReadOnly, KeyState::Expired),
    key(0, "Lost phone", Role::Admin, KeyState::Revoked),
    key(1, "Club", Role::Admin, KeyState::Active),
    key(1, "Notice board", Role::ReadOnly, KeyState::Active),
];

const fn key(organization: usize, name: &'static str, role: Role, state: KeyState) -> KeyPlan {
    KeyPlan { organization, name, role, state }
}

/// The organizations: their streams, their ids and the staff of the first.
pub(crate) struct Organizations {
    pub(crate) writes: Vec<StreamWrite>,
    pub(crate) ids: [OrganizationId; 2],
    pub(crate) staff: Vec<UserId>,
}

/// The username of the first organization's administrator.
pub(crate) const USERNAME: &str = "demo";

/// Maximum number of members of both.
pub(crate) const MEMBERS: usize = 10;

/// Writes both. `hashes` belong to [`KEYS`], in their order; `profiles` to the [`MEMBERS`] members.
pub(crate) fn tell(
    ids: &mut ReservedIds,
    now: DateTime<Utc>,
    hashes: &[String],
    profiles: Vec<Profile>,
) -> Organizations {
    let founded = now - Duration::days(800);
    let organizations = [0, 1].map(|_| OrganizationId(ids.next(Sequence::Organization)));
    let (mut writes, mut staff) = (Vec::new(), Vec::new());
    let mut profiles = profiles.into_iter();
    for (place, &organization) in organizations.iter().enumerate() {
        let mut events = vec![NewEvent {
            occurred_at: founded,
            event: OrganizationEvent::Created { name: NAMES[place].into() }.into(),
        }];
        let mut members = Vec::new();
        let roles =
            Role::ALL.iter().filter(|role| KEYS.iter().any(|key| key.organization == place && key.role == **role));
        for (&role, mut profile) in roles.zip(profiles.by_ref()) {
            if place == 0 && role == Role::Admin {
                profile.username = USERNAME.to_owned();
            }
            let user_id = UserId(ids.next(Sequence::User));
            let member_id = MemberId(ids.next(Sequence::Member));
            let account = [UserEvent::Registered { profile }, UserEvent::ManagedBy { organization_id: organization }];
            let account = account.map(|event| NewEvent { occurred_at: founded, event: event.into() });
            writes.push(new_stream(StreamId::user(user_id), OrganizationId::SHARED, account.into()));
            let added = OrganizationEvent::MemberAdded { member_id, user_id, role };
            events.push(NewEvent { occurred_at: founded + Duration::days(1), event: added.into() });
            members.push((role, member_id));
            if place == 0 && role != Role::ReadOnly {
                staff.push(user_id);
            }
        }
        let keys = KEYS.iter().zip(hashes).filter(|(key, _)| key.organization == place);
        for (key, sha256) in keys {
            if let Some((_, member_id)) = members.iter().find(|(role, _)| *role == key.role) {
                events.extend(key_events(ApiKeyId(ids.next(Sequence::ApiKey)), *member_id, key, sha256, now));
            }
        }
        events.sort_by_key(|event| event.occurred_at);
        writes.push(new_stream(StreamId::organization(organization), organization, events));
    }
    Organizations { writes, ids: organizations, staff }
}

fn new_stream(stream: StreamId, organization_id: OrganizationId, events: Vec<NewEvent>) -> StreamWrite {
    StreamWrite { stream, organization_id, expected_version: 0, events }
}

/// Returns the domain events of a key.
fn key_events(
    key_id: ApiKeyId,
    member_id: MemberId,
    plan: &KeyPlan,
    sha256: &str,
    now: DateTime<Utc>,
) -> Vec<NewEvent> {
    let expires_at = match (plan.state, plan.role) {
        (KeyState::Expired, _) => Some(now - Duration::days(30)),
        (_, Role::ReadOnly) => Some(now + Duration::days(365)),
        _ => None,
    };
    let issued = OrganizationEvent::ApiKeyIssued {
        key_id,
        member_id,
        name: plan.name.to_owned(),
        sha256: sha256.to_owned(),
        expires_at,
    };
    let mut events = vec![NewEvent { occurred_at: now - Duration::days(395), event: issued.into() }];
    if plan.state != KeyState::Active {
        let used_at = now - Duration::days(41);
        events.push(NewEvent { occurred_at: used_at, event: OrganizationEvent::ApiKeyUsed { key_id, used_at }.into() });
    }
    if plan.state == KeyState::Revoked {
        events.push(NewEvent {
            occurred_at: now - Duration::days(40),
            event: OrganizationEvent::ApiKeyRevoked { key_id }.into(),
        });
    }
    events
}
