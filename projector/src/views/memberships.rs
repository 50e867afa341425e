//! Renders the current and former members of an organization: one record for each user, used to authorize sessions and
//! tokens.

use std::collections::BTreeMap;

use proto_events::ids::OrganizationId;
use storage::{Membership, ViewKind};

use super::output::Output;
use super::parts::json;
use super::view::OrganizationContext;

/// Renders a record for every user. For a user who joined more than once, the newest membership counts. The record
/// stays when the user leaves, because "no longer a member" differs from "never was a member".
pub(super) fn render(context: &OrganizationContext<'_>, out: &mut Output) {
    let organization = context.organization;
    let newest: BTreeMap<_, _> = organization.members.iter().map(|member| (member.user_id, member)).collect();
    for member in newest.into_values() {
        let membership = Membership {
            member_id: member.id,
            user_id: member.user_id,
            organization_id: organization.id,
            store_name: organization.name.clone(),
            role: member.role,
            removed: member.removed,
        };
        let key = Membership::key(member.user_id, organization.id);
        out.put_under(OrganizationId::SHARED, ViewKind::Membership, key, String::new(), json::to_bytes(&membership));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use domain::organization::Organization;

    use super::super::testing::{keys, render_organization, store};
    use super::*;

    fn rendered(organization: &Organization) -> Output {
        render_organization(render, organization, &HashMap::new())
    }

    fn memberships(out: &Output) -> Vec<(i64, i64, bool)> {
        let read = |body: &[u8]| serde_json::from_slice::<Membership>(body).unwrap();
        let told = |it: Membership| (it.member_id.0, it.user_id.0, it.removed);
        out.documents.iter().map(|document| told(read(&document.body.for_everyone()))).collect()
    }

    #[test]
    fn every_person_has_a_record_also_after_leaving() {
        let out = rendered(&store());
        assert_eq!(keys(&out), ["membership 11/3", "membership 12/3", "membership 13/3"]);
        assert!(out.documents.iter().all(|document| document.key.organization_id == OrganizationId::SHARED));
        assert_eq!(memberships(&out), [(1, 11, false), (2, 12, true), (3, 13, false)]);
        insta::assert_snapshot!(String::from_utf8_lossy(&out.documents[0].body.for_everyone()));
    }

    #[test]
    fn who_came_back_has_the_newest_membership() {
        let mut store = store();
        let mut again = store.members[1].clone();
        (again.id, again.removed) = (4.into(), false);
        store.members.push(again);
        assert_eq!(memberships(&rendered(&store)), [(1, 11, false), (4, 12, false), (3, 13, false)]);
        store.members[3].removed = true;
        assert_eq!(memberships(&rendered(&store)), [(1, 11, false), (4, 12, true), (3, 13, false)]);
    }
}
