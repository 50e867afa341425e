//! The demo's two organizations: their members and keys.

use chrono::Duration;
use proto_events::ids::{ApiKeyId, MemberId, Sequence};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use proto_events::{OrganizationEvent, StreamId};

use super::about::{Store, TEXTS};
use super::cast::{Cast, event};
use super::pictures;

#[derive(Debug, Clone, Copy)]
pub(crate) struct KeyPlan {
    /// Index of its organization.
    pub(crate) organization: usize,
    pub(crate) name: &'static str,
    pub(crate) role: Role,
}

/// Every key; the demo shows the first one.
pub(crate) const KEYS: &[KeyPlan] = &[
    KeyPlan { organization: 0, name: "Front desk", role: Role::Admin },
    KeyPlan { organization: 0, name: "Organizer's laptop", role: Role::Organizer },
    KeyPlan { organization: 0, name: "Scorekeeper's table", role: Role::Scorekeeper },
    KeyPlan { organization: 0, name: "Judges' tablets", role: Role::Judge },
    KeyPlan { organization: 0, name: "Stream overlay", role: Role::ReadOnly },
    KeyPlan { organization: 1, name: "Club", role: Role::Admin },
    KeyPlan { organization: 1, name: "Notice board", role: Role::ReadOnly },
];

/// The username of the first organization's administrator.
pub(crate) const USERNAME: &str = "demo";

/// Maximum number of members of both.
pub(crate) const MEMBERS: usize = 10;

/// Writes both. `hashes` belong to [`KEYS`], in their order; `profiles` to the [`MEMBERS`] members.
pub(super) fn tell(cast: &mut Cast, hashes: &[String], profiles: Vec<Profile>) {
    let founded = cast.now - Duration::days(800);
    let mut profiles = profiles.into_iter();
    for (place, organization) in cast.organizations.into_iter().enumerate() {
        let Store { name, slug, about, address, website, accent, .. } = &TEXTS.stores[place];
        let mut events = vec![event(founded, OrganizationEvent::Created { name: name.clone() })];
        let (slug, accent) = (slug.clone(), accent.clone());
        events.push(event(founded, OrganizationEvent::StoreBrandChanged { slug, accent }));
        let (about, address, website) = (about.clone(), address.clone(), website.clone());
        events.push(event(founded, OrganizationEvent::StoreTextsChanged { about, address, website }));
        if place == 0 {
            let logo = Some(pictures::logo());
            events.push(event(founded + Duration::days(2), OrganizationEvent::LogoSet { logo }));
        }
        let mut members = Vec::new();
        let roles =
            Role::ALL.iter().filter(|role| KEYS.iter().any(|key| key.organization == place && key.role == **role));
        for (&role, mut profile) in roles.zip(profiles.by_ref()) {
            if place == 0 && role == Role::Admin {
                profile.username = USERNAME.to_owned();
            }
            let user_id = cast.account(profile, organization, founded);
            let member_id = MemberId(cast.ids.next(Sequence::Member));
            let added = OrganizationEvent::MemberAdded { member_id, user_id, role };
            events.push(event(founded + Duration::days(1), added));
            members.push((role, member_id));
            if place == 0 && role != Role::ReadOnly {
                cast.staff.push(user_id);
            }
        }
        for (key, sha256) in KEYS.iter().zip(hashes).filter(|(key, _)| key.organization == place) {
            if let Some(&(role, member_id)) = members.iter().find(|(role, _)| *role == key.role) {
                let issued = OrganizationEvent::ApiKeyIssued {
                    key_id: ApiKeyId(cast.ids.next(Sequence::ApiKey)),
                    member_id,
                    name: key.name.to_owned(),
                    sha256: sha256.clone(),
                    expires_at: (role == Role::ReadOnly).then(|| cast.now + Duration::days(365)),
                };
                events.push(event(cast.now - Duration::days(395), issued));
            }
        }
        events.sort_by_key(|event| event.occurred_at);
        cast.write(StreamId::organization(organization), organization, events);
    }
}
