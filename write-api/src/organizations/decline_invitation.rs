//! Declines an invitation. The organization may invite the person again.

use domain::organization::InvitationStatus;

use crate::http::problems::in_own_name;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "decline_invitation",
    tag: Tag::Members,
    summary: "Decline an invitation",
    text: "`id` is the organization's id. Declining again gives the same answer. 404 if there is no open invitation.",
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/account/invitations/{id}/decline/", Operation::DeclineInvitations)
};

/// What a person does not have for the id of an organization.
pub(super) const INVITATION: &str = "invitation of an organization";

pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let command = DeclineInvitation { organization_id: request.id(INVITATION)?, user_id: request.caller.user_id };
    let written = request.carry_out(&command).await.map_err(|error| in_own_name(error, INVITATION))?;
    answer::nothing(&request, written.folded.position).await
}

/// Declines an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeclineInvitation {
    /// The organization that invited.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
}

decided_by!(organization: DeclineInvitation, decide);

/// Decides the command, which is refused if the person is not invited.
fn decide(organization: &Organization, command: &DeclineInvitation) -> Result<Vec<OrganizationEvent>, Refusal> {
    let DeclineInvitation { organization_id, user_id } = *command;
    let last = organization.invitations.iter().rfind(|invitation| invitation.user_id == user_id);
    match last.map(|invitation| (invitation.status, invitation.id)) {
        Some((InvitationStatus::Open, member_id)) => Ok(vec![OrganizationEvent::InvitationDeclined { member_id }]),
        Some((InvitationStatus::Declined, _)) => Ok(Vec::new()),
        _ => Err(Refusal::unknown(INVITATION, organization_id)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use OrganizationEvent as E;

    /// Invitation 4 is that of user 90.
    const COMMAND: DeclineInvitation = DeclineInvitation { organization_id: OrganizationId(1), user_id: UserId(90) };

    #[test]
    fn an_open_invitation_of_ones_own_is_declined_once() {
        let own = invited(4, Role::Judge);
        let declined = E::InvitationDeclined { member_id: MemberId(4) };
        let withdrawn = E::InvitationWithdrawn { member_id: MemberId(4) };
        assert_eq!(decide(&organization(std::slice::from_ref(&own)), &COMMAND), Ok(vec![declined.clone()]));
        assert_eq!(decide(&organization(&[own.clone(), declined]), &COMMAND), Ok(vec![]));
        let added = vec![own.clone(), member(4, Role::Judge)];
        for events in [vec![], vec![invited(5, Role::Judge)], added, vec![own, withdrawn]] {
            let refused = decide(&organization(&events), &COMMAND);
            assert_eq!(coded(refused), "not-found invitation of an organization 1", "{events:?}");
        }
    }
}
