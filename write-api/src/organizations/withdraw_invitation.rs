//! Withdraws an invitation that the person has not answered.

use domain::organization::InvitationStatus;

use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "withdraw_invitation",
    tag: Tag::Members,
    summary: "Withdraw an invitation",
    text: "Withdrawing an invitation that was withdrawn or declined before gives the same answer. An invitation that \
           was accepted is a membership (409): remove the member.",
    ..Route::at("DELETE", "/api/v1/invitations/{id}/", Operation::ManageMembers)
};

answers!(within WithdrawInvitation => answer::done());

body! {
    /// Withdraws an invitation.
    pub struct WithdrawInvitation within organization_id of invitation_id: MemberId {}
}

decided_by!(organization: WithdrawInvitation, decide);

/// Decides the command, which is refused if there is no such invitation, or it was accepted.
fn decide(organization: &Organization, command: &WithdrawInvitation) -> Result<Vec<OrganizationEvent>, Refusal> {
    let member_id = command.invitation_id;
    let Some(invitation) = organization.invitation(member_id) else {
        return Err(Refusal::unknown("invitation", member_id));
    };
    match invitation.status {
        InvitationStatus::Accepted => Err(Refusal::conflict(message!(
            "member-invitation-accepted",
            "This invitation was accepted: the person is a member. Remove the member instead."
        ))),
        InvitationStatus::Declined | InvitationStatus::Withdrawn => Ok(Vec::new()),
        InvitationStatus::Open => Ok(vec![OrganizationEvent::InvitationWithdrawn { member_id }]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use OrganizationEvent as E;

    const ID: MemberId = MemberId(4);
    const COMMAND: WithdrawInvitation = WithdrawInvitation { organization_id: OrganizationId(1), invitation_id: ID };

    fn decided(since: &[E]) -> Result<Vec<E>, Refusal> {
        decide(&organization(&[&[invited(4, Role::Judge)], since].concat()), &COMMAND)
    }

    #[test]
    fn an_invitation_that_is_not_accepted_is_withdrawn_once() {
        let withdrawn = E::InvitationWithdrawn { member_id: ID };
        assert_eq!(decided(&[]), Ok(vec![withdrawn.clone()]));
        for closed in [withdrawn, E::InvitationDeclined { member_id: ID }] {
            assert_eq!(decided(&[closed]), Ok(vec![]));
        }
        assert_eq!(coded(decided(&[member(4, Role::Judge)])), "member-invitation-accepted");
    }
}
