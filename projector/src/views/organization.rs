//! Renders an organization's keys: one credential document each, and each member's list of keys (5, 6).

use std::collections::{BTreeMap, HashMap};

use domain::organization::{ApiKey, Organization};
use domain::user::User;
use proto_events::ids::{OrganizationId, UserId};
use storage::{Credential, ViewKind};

use super::output::Output;
use super::parts::{json, people};
use super::view::OrganizationContext;

/// Renders every key, and a list of the keys of each current and former member, in order of issue.
pub(super) fn render(context: &OrganizationContext<'_>, out: &mut Output) {
    let OrganizationContext { organization, people } = *context;
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

/// Returns the key's credential. When a member leaves, the member's keys are revoked.
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
        read_only: key.read_only,
    })
}

#[cfg(test)]
mod tests {
    use chrono::Duration;
    use proto_events::ids::{ApiKeyId, MemberId};
    use proto_events::user::Profile;

    use super::super::testing::{STORE, keys, render_organization, start};
    use super::*;

    fn store() -> Organization {
        let key = |id, member, revoked| ApiKey {
            id: ApiKeyId(id),
            member_id: MemberId(member),
            name: format!("key {id}"),
            sha256: format!("hash-{id}"),
            created_at: start(),
            last_used_at: None,
            expires_at: Some(start() + Duration::days(365)),
            revoked,
            read_only: id == 23,
        };
        let keys = vec![key(21, 1, false), key(22, 2, false), key(23, 1, true)];
        Organization { keys, ..super::super::testing::store() }
    }

    fn render_alone() -> Output {
        let profile = Profile { best_identifier: "Ann Lee".into(), ..Profile::default() };
        let people = HashMap::from([(UserId(11), User::new(UserId(11), profile))]);
        render_organization(render, &store(), &people)
    }

    fn credentials(out: &Output, user: i64) -> Vec<Credential> {
        let found =
            out.documents.iter().find(|found| found.key.kind == ViewKind::ApiKeys && found.key.key == user.to_string());
        serde_json::from_slice(&found.unwrap().body.for_everyone()).unwrap()
    }

    #[test]
    fn every_key_has_a_credential_and_every_member_a_list() {
        let out = render_alone();
        let expected = [
            "credential hash-21",
            "credential hash-22",
            "credential hash-23",
            "api_keys 11",
            "api_keys 12",
            "api_keys 13",
        ];
        assert_eq!(keys(&out), expected);
        let owners: Vec<_> = out.documents.iter().map(|document| document.key.organization_id).collect();
        assert_eq!(owners[..3], [OrganizationId::SHARED; 3]);
        assert_eq!(owners[3..], [STORE; 3]);
        insta::assert_snapshot!(String::from_utf8_lossy(&out.documents[0].body.for_everyone()));
    }

    #[test]
    fn keys_of_who_left_are_revoked() {
        let out = render_alone();
        let revoked = |user| credentials(&out, user).iter().map(|key| (key.key_id.0, key.revoked)).collect::<Vec<_>>();
        assert_eq!(revoked(11), [(21, false), (23, true)]);
        assert_eq!(revoked(12), [(22, true)]);
        assert_eq!(revoked(13), []);
    }

    #[test]
    fn a_key_that_may_only_read_says_so() {
        let keys = credentials(&render_alone(), 11);
        assert_eq!(keys.iter().map(|key| (key.key_id.0, key.read_only)).collect::<Vec<_>>(), [(21, false), (23, true)]);
    }

    #[test]
    fn a_member_who_is_not_known_is_named_by_id() {
        assert_eq!(credentials(&render_alone(), 12)[0].best_identifier, "Player 12");
    }
}
