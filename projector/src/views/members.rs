//! Renders the members of an organization, for its administrators.

use std::collections::HashMap;

use domain::identity::{MemberDocument, UserDocument};
use domain::organization::{Member, Organization};
use domain::user::User;
use proto_events::ids::UserId;
use storage::ViewKind;

use super::output::Output;
use super::parts::json;
use super::view::OrganizationContext;

/// Renders the current members, in order of joining.
pub(super) fn render(context: &OrganizationContext<'_>, out: &mut Output) {
    let OrganizationContext { organization, people } = *context;
    let active = organization.members.iter().filter(|member| !member.removed);
    let members: Vec<_> = active.map(|member| document(organization, member, people)).collect();
    out.put(ViewKind::Members, organization.id, String::new(), json::to_bytes(&members));
}

fn document<'a>(organization: &Organization, member: &Member, people: &'a HashMap<UserId, User>) -> MemberDocument<'a> {
    let user = UserDocument::seen_by(organization.id, member.user_id, people.get(&member.user_id));
    MemberDocument { id: member.id, user, role: member.role }
}

#[cfg(test)]
mod tests {
    use proto_events::user::Profile;

    use super::super::testing::{STORE, Tree, body, render_organization, store};
    use super::*;

    #[test]
    fn members_are_listed_until_they_leave() {
        let profile = Profile {
            username: "ann".into(),
            best_identifier: "Ann Lee".into(),
            first_name: "Ann".into(),
            last_name: "Lee".into(),
            email: "ann@store.example".into(),
            pronouns: "she/her".into(),
            has_used_app: true,
        };
        let other = Profile { username: "fay".into(), ..profile.clone() };
        let mut ann = User::new(UserId(11), profile);
        ann.managed_by = Some(STORE);
        let people = HashMap::from([(ann.id, ann), (UserId(13), User::new(UserId(13), other))]);
        let out = render_organization(render, &store(), &people);
        assert_eq!(out.documents[0].key.organization_id, STORE);
        insta::assert_snapshot!(Tree::parse(&body(&out, ViewKind::Members, STORE)).pretty());
    }
}
