//! Accepts an invitation: the person becomes a member.

use domain::identity::OwnMembershipDocument;

use super::decline_invitation::{INVITATION, not_invited};
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

#[async_trait]
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
    let invitation = organization.invitation_of(user_id).ok_or_else(|| not_invited(organization_id))?;
    Ok(vec![OrganizationEvent::MemberAdded { member_id: invitation.id, user_id, role: invitation.role }])
}

#[cfg(test)]
mod tests {
    use proto_events::ids::MemberId;
    use proto_events::vocabulary::Role;

    use super::*;
    use crate::testing::organization;
    use OrganizationEvent as E;

    const COMMAND: AcceptInvitation = AcceptInvitation { organization_id: OrganizationId(1), user_id: UserId(9) };
    const ID: MemberId = MemberId(4);

    fn invited() -> E {
        E::MemberInvited { member_id: ID, user_id: UserId(9), role: Role::Judge }
    }

    #[test]
    fn a_person_who_accepts_becomes_a_member_once() {
        let added = E::MemberAdded { member_id: ID, user_id: UserId(9), role: Role::Judge };
        let decision = decide(&organization(&[invited()]), &COMMAND).unwrap();
        assert_eq!(decision, vec![added.clone()]);
        let again = decide(&organization(&[invited(), added]), &COMMAND).unwrap();
        assert_eq!(again, []);
    }

    #[test]
    fn only_an_open_invitation_of_ones_own_is_accepted() {
        let refused = Err(not_invited(OrganizationId(1)));
        let other = E::MemberInvited { member_id: ID, user_id: UserId(8), role: Role::Judge };
        for events in [
            vec![],
            vec![other],
            vec![invited(), E::InvitationWithdrawn { member_id: ID }],
            vec![invited(), E::InvitationDeclined { member_id: ID }],
        ] {
            assert_eq!(decide(&organization(&events), &COMMAND), refused, "{events:?}");
        }
    }
}
