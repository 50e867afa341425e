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

decided_by!(organization: ChangeMemberRole, decide);

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
    use crate::testing::{member, *};

    const LEFT: OrganizationEvent = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };

    fn to_be(role: Role) -> ChangeMemberRole {
        ChangeMemberRole { organization_id: OrganizationId(1), member_id: MemberId(4), role }
    }

    #[test]
    fn a_member_gets_another_role_once() {
        let changed = OrganizationEvent::MemberRoleChanged { member_id: MemberId(4), role: Role::Judge };
        let before = [member(4, Role::Organizer), changed.clone()];
        assert_eq!(decide(&organization(&before[..1]), &to_be(Role::Judge)), Ok(vec![changed]));
        assert_eq!(decide(&organization(&before), &to_be(Role::Judge)), Ok(vec![]));
    }

    #[test]
    fn the_last_administrator_stays_one() {
        let alone = [member(4, Role::Admin), member(5, Role::Judge)];
        assert_eq!(coded(decide(&organization(&alone), &to_be(Role::Judge))), "member-last-administrator");
        assert_eq!(decide(&organization(&alone), &to_be(Role::Admin)).unwrap(), []);

        let mut two = vec![member(4, Role::Admin), member(5, Role::Admin)];
        let changed = OrganizationEvent::MemberRoleChanged { member_id: MemberId(4), role: Role::Judge };
        assert_eq!(decide(&organization(&two), &to_be(Role::Judge)), Ok(vec![changed]));
        two.push(OrganizationEvent::MemberRemoved { member_id: MemberId(5) });
        assert!(decide(&organization(&two), &to_be(Role::Judge)).is_err());
    }

    #[test]
    fn unknown_and_former_members_get_no_role() {
        assert_eq!(coded(decide(&organization(&[]), &to_be(Role::Judge))), "not-found member 4");
        let left = organization(&[member(4, Role::Judge), LEFT]);
        assert_eq!(coded(decide(&left, &to_be(Role::Judge))), "not-found member 4");
    }
}
