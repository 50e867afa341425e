//! Declines an invitation. The organization may invite the person again.

use domain::organization::{InvitationStatus, Organization};
use proto_events::ids::{OrganizationId, UserId};
use proto_events::{Actor, OrganizationEvent, StreamId};

use super::accept_invitation::Refusal;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Declines an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeclineInvitation {
    /// The organization that invited.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The invitation is declined.
    Declined,
    /// It was declined before.
    AlreadyDeclined,
}

/// Decides the command.
///
/// # Errors
/// If the person is not invited.
pub fn decide(
    organization: &Organization,
    command: &DeclineInvitation,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let DeclineInvitation { organization_id, user_id } = *command;
    let last = organization.invitations.iter().rfind(|invitation| invitation.user_id == user_id);
    match last.map(|invitation| (invitation.status, invitation.id)) {
        Some((InvitationStatus::Open, member_id)) => {
            let declined = OrganizationEvent::InvitationDeclined { member_id };
            Ok(Decision::happens(vec![declined], Outcome::Declined))
        }
        Some((InvitationStatus::Declined, _)) => Ok(Decision::nothing(Outcome::AlreadyDeclined)),
        _ => Err(Refusal::NotInvited(organization_id)),
    }
}

impl WriteApi {
    /// Declines an invitation.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, or the store fails.
    pub async fn decline_invitation(
        &self,
        actor: &Actor,
        command: &DeclineInvitation,
    ) -> Result<Done<Organization, Outcome>, CommandError<Refusal>> {
        let id = command.organization_id;
        let decide = |organization: &Organization| decide(organization, command);
        self.former_change(actor, id, StreamId::organization(id), decide).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::MemberId;
    use proto_events::vocabulary::Role;

    use super::*;
    use crate::testing::organization;
    use OrganizationEvent as E;

    const COMMAND: DeclineInvitation = DeclineInvitation { organization_id: OrganizationId(1), user_id: UserId(9) };
    const ID: MemberId = MemberId(4);

    fn invited() -> E {
        E::MemberInvited { member_id: ID, user_id: UserId(9), role: Role::Judge }
    }

    #[test]
    fn an_invitation_is_declined_once() {
        let declined = E::InvitationDeclined { member_id: ID };
        let decision = decide(&organization(&[invited()]), &COMMAND).unwrap();
        assert_eq!(decision, Decision::happens(vec![declined.clone()], Outcome::Declined));
        let again = decide(&organization(&[invited(), declined]), &COMMAND).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::AlreadyDeclined));
    }

    #[test]
    fn only_an_open_invitation_of_ones_own_is_declined() {
        let other = E::MemberInvited { member_id: ID, user_id: UserId(8), role: Role::Judge };
        let added = E::MemberAdded { member_id: ID, user_id: UserId(9), role: Role::Judge };
        for events in
            [vec![], vec![other], vec![invited(), added], vec![invited(), E::InvitationWithdrawn { member_id: ID }]]
        {
            let refused = decide(&organization(&events), &COMMAND);
            assert_eq!(refused, Err(Refusal::NotInvited(OrganizationId(1))), "{events:?}");
        }
    }
}
