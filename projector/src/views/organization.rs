//! Renders the documents of an organization: its keys, its members, its invitations and its page.

use std::collections::{BTreeMap, HashMap};

use domain::documents::StorePageDocument;
use domain::identity::{InvitationDocument, MemberDocument, UserDocument};
use domain::organization::{ApiKey, InvitationStatus, Member, Organization};
use domain::user::User;
use proto_events::ids::{OrganizationId, UserId};
use storage::{ADDRESS_MARK, Credential, InvitationRecord, Membership, ViewKind};

use super::output::Output;
use super::parts::{json, people};
use super::view::OrganizationContext;

pub(super) fn render(context: &OrganizationContext<'_>, out: &mut Output) {
    for render in [render_keys, render_memberships, render_members, render_invitations, render_store_page] {
        render(context, out);
    }
}

/// Renders every key, and a list of the keys of each current and former member, in order of issue.
fn render_keys(context: &OrganizationContext<'_>, out: &mut Output) {
    let OrganizationContext { organization, people } = *context;
    let mut by_user: BTreeMap<UserId, Vec<Credential>> =
        organization.members.iter().map(|member| (member.user_id, Vec::new())).collect();
    for key in &organization.keys {
        let Some(credential) = credential(organization, people, key) else { continue };
        let body = json::to_bytes(&credential);
        out.put_under(OrganizationId::SHARED, ViewKind::Credential, &key.sha256, body);
        by_user.entry(credential.user_id).or_default().push(credential);
    }
    for (user, credentials) in by_user {
        out.put(ViewKind::ApiKeys, user, json::to_bytes(&credentials));
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

/// Renders a record for every user. For a user who joined more than once, the newest membership counts. The record
/// stays when the user leaves, because "no longer a member" differs from "never was a member".
fn render_memberships(context: &OrganizationContext<'_>, out: &mut Output) {
    let organization = context.organization;
    let newest: BTreeMap<_, _> = organization.members.iter().map(|member| (member.user_id, member)).collect();
    for member in newest.into_values() {
        let membership = Membership {
            member_id: member.id,
            user_id: member.user_id,
            organization_id: organization.id,
            store_name: organization.name.clone(),
            logo: organization.logo.as_ref().map(|logo| logo.sha256.clone()),
            role: member.role,
            removed: member.removed,
        };
        let key = Membership::key(member.user_id, organization.id);
        out.put_under(OrganizationId::SHARED, ViewKind::Membership, key, json::to_bytes(&membership));
    }
}

/// Renders the current members, in order of joining.
fn render_members(context: &OrganizationContext<'_>, out: &mut Output) {
    let OrganizationContext { organization, people } = *context;
    let active = organization.members.iter().filter(|member| !member.removed);
    let members: Vec<_> = active.map(|member| document(organization, member, people)).collect();
    out.put(ViewKind::Members, organization.id, json::to_bytes(&members));
}

/// Renders the page of the store under the id, the slug and the earlier slugs.
fn render_store_page(context: &OrganizationContext<'_>, out: &mut Output) {
    let organization = context.organization;
    let body = json::to_bytes(&StorePageDocument::of(organization));
    let slugs = std::iter::once(&organization.page.slug).chain(&organization.former_slugs);
    let slugs = slugs.filter(|slug| !slug.is_empty()).cloned();
    for key in slugs.chain([organization.id.to_string()]) {
        out.put_under(OrganizationId::SHARED, ViewKind::StorePage, key, body.clone());
    }
}

fn document<'a>(organization: &Organization, member: &Member, people: &'a HashMap<UserId, User>) -> MemberDocument<'a> {
    let user = UserDocument::seen_by(organization.id, member.user_id, people.get(&member.user_id));
    MemberDocument { id: member.id, user, role: member.role }
}

/// Renders the open invitations in the order they were made, and each user's last invitation, open or closed.
fn render_invitations(context: &OrganizationContext<'_>, out: &mut Output) {
    let OrganizationContext { organization, people } = *context;
    let open = organization.open_invitations();
    let list: Vec<_> = open
        .map(|invitation| InvitationDocument::new(invitation, people.get(&invitation.user_id), ADDRESS_MARK))
        .collect();
    out.put(ViewKind::Invitations, organization.id, json::to_bytes(&list));
    let last: BTreeMap<_, _> = organization.invitations.iter().map(|it| (it.user_id, it)).collect();
    for invitation in last.into_values() {
        let record = InvitationRecord {
            organization_id: organization.id,
            store_name: organization.name.clone(),
            role: invitation.role,
            invited_at: invitation.invited_at,
            is_open: invitation.status == InvitationStatus::Open,
        };
        let key = Membership::key(invitation.user_id, organization.id);
        out.put_under(OrganizationId::SHARED, ViewKind::Invitation, key, json::to_bytes(&record));
    }
}

#[cfg(test)]
mod tests {
    use chrono::Duration;
    use domain::organization::Invitation;
    use proto_events::ids::{ApiKeyId, MemberId};
    use proto_events::user::Profile;
    use proto_events::vocabulary::Role;

    use super::super::testing::{STORE, body, keys, pretty, render_organization, start, store};
    use super::*;

    fn people(profiles: &[(i64, Profile)]) -> HashMap<UserId, User> {
        let user = |(id, profile): &(i64, Profile)| (UserId(*id), User::new(UserId(*id), profile.clone()));
        profiles.iter().map(user).collect()
    }

    /// Returns the first document of a kind.
    fn first(out: &Output, kind: ViewKind) -> String {
        let found = out.documents.iter().find(|document| document.key.kind == kind).unwrap();
        String::from_utf8(found.body.for_everyone().to_vec()).unwrap()
    }

    fn keyed() -> Output {
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
        let ann = Profile { best_identifier: "Ann Lee".into(), ..Profile::default() };
        render_organization(render_keys, &Organization { keys, ..store() }, &people(&[(11, ann)]))
    }

    #[test]
    fn every_key_has_a_credential_and_every_member_a_list() {
        let out = keyed();
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
        assert_eq!((&owners[..3], &owners[3..]), (&[OrganizationId::SHARED; 3][..], &[STORE; 3][..]));
        insta::assert_snapshot!(first(&out, ViewKind::Credential));
    }

    #[test]
    fn keys_of_who_left_are_revoked() {
        let out = keyed();
        let revoked = |user: i64| {
            let keys: Vec<Credential> = serde_json::from_slice(&body(&out, ViewKind::ApiKeys, user)).unwrap();
            keys.iter().map(|key| (key.key_id.0, key.revoked)).collect::<Vec<_>>()
        };
        assert_eq!(revoked(11), [(21, false), (23, true)]);
        assert_eq!(revoked(12), [(22, true)]);
        assert_eq!(revoked(13), []);
    }

    fn memberships(organization: &Organization) -> (Output, Vec<(i64, i64, bool)>) {
        let out = render_organization(render_memberships, organization, &HashMap::new());
        let read = |body: &[u8]| serde_json::from_slice::<Membership>(body).unwrap();
        let told = |it: Membership| (it.member_id.0, it.user_id.0, it.removed);
        let all = out.documents.iter().map(|document| told(read(&document.body.for_everyone()))).collect();
        (out, all)
    }

    #[test]
    fn every_person_has_a_record_also_after_leaving() {
        let (out, memberships) = memberships(&store());
        assert_eq!(keys(&out), ["membership 11/3", "membership 12/3", "membership 13/3"]);
        assert!(out.documents.iter().all(|document| document.key.organization_id == OrganizationId::SHARED));
        assert_eq!(memberships, [(1, 11, false), (2, 12, true), (3, 13, false)]);
        insta::assert_snapshot!(first(&out, ViewKind::Membership));
    }

    #[test]
    fn who_came_back_has_the_newest_membership() {
        let mut store = store();
        let mut again = store.members[1].clone();
        (again.id, again.removed) = (4.into(), false);
        store.members.push(again);
        for removed in [false, true] {
            store.members[3].removed = removed;
            assert_eq!(memberships(&store).1, [(1, 11, false), (4, 12, removed), (3, 13, false)]);
        }
    }

    #[test]
    fn members_are_listed_until_they_leave() {
        let ann = Profile {
            username: "ann".into(),
            best_identifier: "Ann Lee".into(),
            first_name: "Ann".into(),
            last_name: "Lee".into(),
            email: "ann@store.example".into(),
            pronouns: "she/her".into(),
            has_used_app: true,
        };
        let fay = Profile { username: "fay".into(), ..ann.clone() };
        let mut people = people(&[(11, ann), (13, fay)]);
        people.get_mut(&UserId(11)).unwrap().managed_by = Some(STORE);
        let out = render_organization(render_members, &store(), &people);
        assert_eq!(out.documents[0].key.organization_id, STORE);
        insta::assert_snapshot!(pretty(&body(&out, ViewKind::Members, STORE)));
    }

    fn invited<const N: usize>(invitations: [(i64, i64, InvitationStatus); N]) -> Output {
        let profile = |username: &str| Profile {
            username: username.into(),
            best_identifier: "Gina G.".into(),
            email: "gina@players.example".into(),
            ..Profile::default()
        };
        let invitation = |(id, user, status)| Invitation {
            id: MemberId(id),
            user_id: UserId(user),
            role: Role::Judge,
            invited_at: start(),
            status,
        };
        let organization = Organization { invitations: invitations.map(invitation).into(), ..store() };
        let people = people(&[(21, profile("gina")), (22, profile("hal"))]);
        render_organization(render_invitations, &organization, &people)
    }

    #[test]
    fn open_invitations_are_listed_by_username() {
        use InvitationStatus::{Declined, Open};
        let out = invited([(6, 21, Open), (7, 22, Declined)]);
        insta::assert_snapshot!(pretty(&body(&out, ViewKind::Invitations, STORE)));
    }

    #[test]
    fn a_person_has_a_record_of_the_last_invitation() {
        use InvitationStatus::{Declined, Open, Withdrawn};
        let out = invited([(6, 21, Declined), (7, 22, Withdrawn), (8, 21, Open)]);
        assert_eq!(keys(&out), ["invitations 3", "invitation 21/3", "invitation 22/3"]);
        let is_open = ["21/3", "22/3"].map(|key| {
            let record = body(&out, ViewKind::Invitation, key);
            serde_json::from_slice::<InvitationRecord>(&record).unwrap().is_open
        });
        assert_eq!(is_open, [true, false]);
        assert!(out.documents[1..].iter().all(|it| it.key.organization_id == OrganizationId::SHARED));
        insta::assert_snapshot!(first(&out, ViewKind::Invitation));
    }
}
