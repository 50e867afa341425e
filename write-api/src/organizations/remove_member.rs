//! Removes a member. The member's keys, tokens and sessions lose access to the organization.

use super::change_member_role::member_of;
use super::membership::check_not_the_last;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "remove_member",
    tag: Tag::Members,
    summary: "Remove a member",
    text: "The member's API keys, tokens and sessions for your organization stop working. Removing a former member \
           gives the same answer. The last member with the role `ADMIN` cannot be removed (409). The person's account \
           stays.",
    ..Route::at("DELETE", "/api/v1/members/{id}/", Operation::ManageMembers)
};

answers!(within RemoveMember => answer::done());

body! {
    /// Removes a member.
    pub struct RemoveMember within organization_id of member_id: MemberId {}
}

decided_by!(organization: RemoveMember, decide);

/// Decides the command, which is refused if there is no such member, or it is the last administrator.
fn decide(organization: &Organization, command: &RemoveMember) -> Result<Vec<OrganizationEvent>, Refusal> {
    let member_id = command.member_id;
    let member = member_of(organization, member_id)?;
    if member.removed {
        return Ok(Vec::new());
    }
    check_not_the_last(organization, member_id)?;
    Ok(vec![OrganizationEvent::MemberRemoved { member_id }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    const COMMAND: RemoveMember = RemoveMember { organization_id: OrganizationId(1), member_id: MemberId(4) };
    const REMOVED: OrganizationEvent = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };

    #[test]
    fn a_member_goes_once_unless_it_is_the_last_administrator() {
        let (judge, admin) = (member(4, Role::Judge), member(4, Role::Admin));
        for (before, events) in [
            (vec![judge.clone()], vec![REMOVED]),
            (vec![judge, REMOVED], vec![]),
            (vec![admin.clone(), member(5, Role::Admin)], vec![REMOVED]),
            (vec![admin.clone(), member(5, Role::Admin), REMOVED], vec![]),
        ] {
            assert_eq!(decide(&organization(&before), &COMMAND), Ok(events), "{before:?}");
        }
        let alone = [admin, member(5, Role::Organizer)];
        assert_eq!(coded(decide(&organization(&alone), &COMMAND)), "member-last-administrator");
    }
}
