//! Changes a member's role. The member's API keys get the new role, too.

use domain::organization::Member;

use super::membership::{check_not_the_last, member_document};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_member",
    tag: Tag::Members,
    summary: "Give a member another role",
    text: "The member's keys have the new role from then on. The last member with the role `ADMIN` keeps it (409).",
    body: Some(body_schema::<ChangeMemberRole>()),
    answer: Answer::json(200, "Member"),
    ..Route::at("PATCH", "/api/v1/members/{id}/", Operation::ManageMembers)
};

body! {
    /// Changes of a member.
    pub struct ChangeMemberRole as MemberChange within organization_id of member_id: MemberId
        such as r#"{"role": "JUDGE"}"# {
        /// The new role.
        role: Role,
    }
}

answers!(within ChangeMemberRole => member(member_id));

async fn member(request: &WriteRequest, written: &Written<Organization>, id: MemberId) -> Result<Response, Problem> {
    let organization = &written.folded.state;
    let member = organization.member(id).ok_or_else(|| nothing("member", request.param("id")))?;
    let user = request.api().user(member.user_id).await.map_err(problems::unanswered)?;
    let member = member_document(organization.id, member, user.as_ref().map(|user| &user.state));
    answer::json(request, written.folded.position, &member).await
}

decided_by_organization!(ChangeMemberRole);

/// Decides the command, which is refused if there is no such member, or it is the last administrator.
fn decide(organization: &Organization, command: &ChangeMemberRole) -> Result<Vec<OrganizationEvent>, Refusal> {
    let ChangeMemberRole { member_id, role, .. } = *command;
    let member = member_of(organization, member_id)?;
    if member.removed {
        return Err(Refusal::unknown("member", member_id));
    }
    if member.role == role {
        return Ok(Vec::new());
    }
    check_not_the_last(organization, member_id)?;
    Ok(vec![OrganizationEvent::MemberRoleChanged { member_id, role }])
}

/// Returns the member with this id, who may have left.
pub(super) fn member_of(organization: &Organization, id: MemberId) -> Result<&Member, Refusal> {
    organization.member(id).ok_or_else(|| Refusal::unknown("member", id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{coded, member, organization};

    const LEFT: OrganizationEvent = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };

    fn to_be(role: Role) -> ChangeMemberRole {
        ChangeMemberRole { organization_id: OrganizationId(1), member_id: MemberId(4), role }
    }

    #[test]
    fn a_member_gets_another_role_once() {
        let changed = OrganizationEvent::MemberRoleChanged { member_id: MemberId(4), role: Role::Judge };
        let first = decide(&organization(&[member(4, Role::Organizer)]), &to_be(Role::Judge)).unwrap();
        assert_eq!(first, vec![changed.clone()]);
        let again = decide(&organization(&[member(4, Role::Organizer), changed]), &to_be(Role::Judge)).unwrap();
        assert_eq!(again, []);
    }

    #[test]
    fn the_last_administrator_stays_one() {
        let alone = [member(4, Role::Admin), member(5, Role::Judge)];
        let refused = decide(&organization(&alone), &to_be(Role::Judge));
        assert_eq!(coded(refused), "member-last-administrator");
        assert_eq!(decide(&organization(&alone), &to_be(Role::Admin)).unwrap(), []);

        let two = [member(4, Role::Admin), member(5, Role::Admin)];
        let changed = OrganizationEvent::MemberRoleChanged { member_id: MemberId(4), role: Role::Judge };
        assert_eq!(decide(&organization(&two), &to_be(Role::Judge)).unwrap(), [changed]);
        let other_left = OrganizationEvent::MemberRemoved { member_id: MemberId(5) };
        let alone_again = [two.as_slice(), &[other_left]].concat();
        assert!(decide(&organization(&alone_again), &to_be(Role::Judge)).is_err());
    }

    #[test]
    fn unknown_and_former_members_get_no_role() {
        let unknown = decide(&organization(&[]), &to_be(Role::Judge));
        assert_eq!(coded(unknown), "not-found member 4");
        let left = decide(&organization(&[member(4, Role::Judge), LEFT]), &to_be(Role::Judge));
        assert_eq!(coded(left), "not-found member 4");
    }
}
