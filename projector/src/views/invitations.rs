//! Renders invitations to an organization: its list of open ones, and a record for each user.

use std::collections::BTreeMap;

use domain::identity::InvitationDocument;
use domain::organization::InvitationStatus;
use proto_events::ids::OrganizationId;
use storage::{ADDRESS_MARK, InvitationRecord, Membership, ViewKind};

use super::output::Output;
use super::parts::json;
use super::view::OrganizationContext;

/// Renders the open invitations in the order they were made, and each user's last invitation, open or closed.
pub(super) fn render(context: &OrganizationContext<'_>, out: &mut Output) {
    let OrganizationContext { organization, people } = *context;
    let open = organization.open_invitations();
    let list: Vec<_> = open
        .map(|invitation| InvitationDocument::new(invitation, people.get(&invitation.user_id), ADDRESS_MARK))
        .collect();
    out.put(ViewKind::Invitations, organization.id, String::new(), json::to_bytes(&list));
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
        out.put_under(OrganizationId::SHARED, ViewKind::Invitation, key, String::new(), json::to_bytes(&record));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use domain::organization::{Invitation, Organization};
    use domain::user::User;
    use proto_events::ids::{MemberId, UserId};
    use proto_events::user::Profile;
    use proto_events::vocabulary::Role;

    use super::super::testing::{STORE, Tree, body, keys, render_organization, start, store};
    use super::*;

    fn invitation(id: i64, user: i64, status: InvitationStatus) -> Invitation {
        Invitation { id: MemberId(id), user_id: UserId(user), role: Role::Judge, invited_at: start(), status }
    }

    fn rendered(invitations: Vec<Invitation>) -> Output {
        let profile = |username: &str| Profile {
            username: username.into(),
            best_identifier: "Gina G.".into(),
            email: "gina@players.example".into(),
            ..Profile::default()
        };
        let people = [(21, "gina"), (22, "hal")].map(|(id, name)| (UserId(id), User::new(UserId(id), profile(name))));
        render_organization(render, &Organization { invitations, ..store() }, &HashMap::from(people))
    }

    #[test]
    fn open_invitations_are_listed_by_username() {
        use InvitationStatus::{Declined, Open};
        let out = rendered(vec![invitation(6, 21, Open), invitation(7, 22, Declined)]);
        insta::assert_snapshot!(Tree::parse(&body(&out, ViewKind::Invitations, STORE)).pretty());
    }

    #[test]
    fn a_person_has_a_record_of_the_last_invitation() {
        use InvitationStatus::{Declined, Open, Withdrawn};
        let told = [invitation(6, 21, Declined), invitation(7, 22, Withdrawn), invitation(8, 21, Open)];
        let out = rendered(told.into());
        assert_eq!(keys(&out), ["invitations 3", "invitation 21/3", "invitation 22/3"]);
        let is_open = |body: &[u8]| serde_json::from_slice::<InvitationRecord>(body).unwrap().is_open;
        assert_eq!(
            out.documents[1..].iter().map(|it| is_open(&it.body.for_everyone())).collect::<Vec<_>>(),
            [true, false]
        );
        assert!(out.documents[1..].iter().all(|it| it.key.organization_id == OrganizationId::SHARED));
        insta::assert_snapshot!(String::from_utf8_lossy(&out.documents[1].body.for_everyone()));
    }
}
