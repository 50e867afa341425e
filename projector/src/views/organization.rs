//! An organization's keys: one credential document each, and each member's list of them (5, 6).

use std::collections::{BTreeMap, HashMap};

use domain::organization::{ApiKey, Organization};
use domain::user::User;
use proto_events::ids::{OrganizationId, UserId};
use storage::{Credential, ViewKind};

use super::Output;
use super::parts::{json, people};

/// Renders every key, and for every person who is or was a member the list of that person's keys, in order of issue.
pub fn render(organization: &Organization, people: &HashMap<UserId, User>, out: &mut Output) {
    let mut by_user: BTreeMap<UserId, Vec<Credential>> =
        organization.members.iter().map(|member| (member.user_id, Vec::new())).collect();
    for key in &organization.keys {
        let Some(credential) = credential(organization, people, key) else { continue };
        let body = json::to_bytes(&credential);
        out.put_under(OrganizationId::SHARED, ViewKind::Credential, &key.sha256, String::new(), body);
        by_user.entry(credential.user_id).or_default().push(credential);
    }
    for (user, credentials) in by_user {
        out.put(ViewKind::ApiKeys, user, String::new(), json::to_bytes(&credentials));
    }
}

/// The key with all that is said about it; a member who left takes the keys along.
fn credential(organization: &Organization, people: &HashMap<UserId, User>, key: &ApiKey) -> Option<Credential> {
    let member = organization.member(key.member_id)?;
    Some(Credential {
        key_id: key.id,
        name: key.name.clone(),
        organization_id: organization.id,
        store_name: organization.name.clone(),
        member_id: member.id,
        role: member.role,
        user_id: member.user_id,
        best_identifier: people::name(people, member.user_id).into_owned(),
        created_at: key.created_at,
        last_used_at: key.last_used_at,
        expires_at: key.expires_at,
        revoked: key.revoked || member.removed,
    })
}
