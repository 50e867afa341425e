//! Accepts an invitation: the person becomes a member.

use domain::identity::OwnMembershipDocument;

use super::decline_invitation::INVITATION;
use crate::http::problems::in_own_name;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "accept_invitation",
    tag: Tag::Members,
    summary: "Accept an invitation",
    text: "`id` is the organization's id. You become a member; accepting again gives the same answer. If another \
           organization manages your account, it can no longer change the account or create password links. 404 if \
           there is no open invitation. A session is not enough (401): accept on your account page, which asks for \
           the password.",
    answer: Answer::json(200, "OwnMembership"),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/account/invitations/{id}/accept/", Operation::ManageOwnMemberships)
};

pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let organization_id = request.id(INVITATION)?;
    let command = AcceptInvitation { organization_id, user_id: request.caller.user_id };
    let folded = request.carry_out(&command).await.map_err(|error| in_own_name(error, INVITATION))?.folded;
    let organization = &folded.state;
    let member = organization.member_of(command.user_id).ok_or_else(|| Problem::internal("a member is missing"))?;
    let document = OwnMembershipDocument { organization_id, store_name: &organization.name, role: member.role };
    answer::json(&request, folded.position, &document).await
}

/// Accepts an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AcceptInvitation {
    /// The organization that invited.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
}

impl DirectCommand for AcceptInvitation {
    type Done = Written<Organization>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let decide = |organization: &Organization, _: &mut Ids| decide(organization, self);
        api.join(actor, self.organization_id, self.user_id, decide).await
    }
}

/// Decides the command, which is refused if the person is not invited.
fn decide(organization: &Organization, command: &AcceptInvitation) -> Result<Vec<OrganizationEvent>, Refusal> {
    let AcceptInvitation { organization_id, user_id } = *command;
    if organization.member_of(user_id).is_some() {
        return Ok(Vec::new());
    }
    let invitation = organization.invitation_of(user_id);
    let invitation = invitation.ok_or_else(|| Refusal::unknown(INVITATION, organization_id))?;
    Ok(vec![OrganizationEvent::MemberAdded { member_id: invitation.id, user_id, role: invitation.role }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use OrganizationEvent as E;

    /// Invitation 4 is that of user 90.
    const COMMAND: AcceptInvitation = AcceptInvitation { organization_id: OrganizationId(1), user_id: UserId(90) };
    const ID: MemberId = MemberId(4);

    #[test]
    fn a_person_who_accepts_becomes_a_member_once() {
        let (invited, added) = (invited(4, Role::Judge), member(4, Role::Judge));
        assert_eq!(decide(&organization(std::slice::from_ref(&invited)), &COMMAND), Ok(vec![added.clone()]));
        assert_eq!(decide(&organization(&[invited, added]), &COMMAND), Ok(vec![]));
    }

    #[test]
    fn only_an_open_invitation_of_ones_own_is_accepted() {
        let own = invited(4, Role::Judge);
        for events in [
            vec![],
            vec![invited(5, Role::Judge)],
            vec![own.clone(), E::InvitationWithdrawn { member_id: ID }],
            vec![own, E::InvitationDeclined { member_id: ID }],
        ] {
            let refused = Err(Refusal::unknown(INVITATION, OrganizationId(1)));
            assert_eq!(decide(&organization(&events), &COMMAND), refused, "{events:?}");
        }
    }
}
