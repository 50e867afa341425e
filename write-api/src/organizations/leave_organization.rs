//! Ends a person's own membership. The member's keys, tokens and sessions lose access to the organization.

use super::membership::check_not_the_last;
use crate::http::problems::in_own_name;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "leave_organization",
    tag: Tag::Members,
    summary: "Leave an organization",
    text: "`id` is the organization's id. Your API keys, tokens and sessions for it stop working. Leaving again gives \
           the same answer. The last member with the role `ADMIN` cannot leave (409). A session is not enough (401): \
           leave on your account page, which asks for the password.",
    ..Route::at("DELETE", "/api/v1/account/memberships/{id}/", Operation::ManageOwnMemberships)
};

/// What a person does not have for the id of an organization.
const MEMBERSHIP: &str = "membership in an organization";

pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let command = LeaveOrganization { organization_id: request.id(MEMBERSHIP)?, user_id: request.caller.user_id };
    let written = request.carry_out(&command).await.map_err(|error| in_own_name(error, MEMBERSHIP))?;
    answer::nothing(&request, written.folded.position).await
}

/// Ends a person's own membership.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaveOrganization {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
}

decided_by!(organization: LeaveOrganization, decide);

/// Decides the command, which is refused if the person never was a member, or is the last administrator.
fn decide(organization: &Organization, command: &LeaveOrganization) -> Result<Vec<OrganizationEvent>, Refusal> {
    let LeaveOrganization { organization_id, user_id } = *command;
    let Some(member) = organization.member_of(user_id) else {
        let was_member = organization.members.iter().any(|member| member.user_id == user_id);
        if was_member {
            return Ok(Vec::new());
        }
        return Err(Refusal::unknown(MEMBERSHIP, organization_id));
    };
    check_not_the_last(organization, member.id)?;
    Ok(vec![OrganizationEvent::MemberRemoved { member_id: member.id }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    /// Member 4 is user 90.
    const COMMAND: LeaveOrganization = LeaveOrganization { organization_id: OrganizationId(1), user_id: UserId(90) };

    const LEFT: OrganizationEvent = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };

    #[test]
    fn a_member_leaves_once_unless_it_is_the_last_administrator() {
        assert_eq!(decide(&organization(&[member(4, Role::Judge)]), &COMMAND), Ok(vec![LEFT]));
        assert_eq!(decide(&organization(&[member(4, Role::Judge), LEFT]), &COMMAND), Ok(vec![]));
        let two = [member(4, Role::Admin), member(5, Role::Admin)];
        assert_eq!(decide(&organization(&two), &COMMAND), Ok(vec![LEFT]));
        let alone = [member(4, Role::Admin), member(5, Role::Judge)];
        assert_eq!(coded(decide(&organization(&alone), &COMMAND)), "member-last-administrator");
    }

    #[test]
    fn a_stranger_cannot_leave() {
        let refused = decide(&organization(&[member(5, Role::Admin)]), &COMMAND);
        assert_eq!(coded(refused), "not-found membership in an organization 1");
    }
}
