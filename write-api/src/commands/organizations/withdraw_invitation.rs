//! Withdraws an invitation that the person has not answered.

use domain::organization::{InvitationStatus, Organization};
use proto_events::ids::{MemberId, OrganizationId};
use proto_events::{Actor, OrganizationEvent, StreamId};

use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Withdraws an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithdrawInvitation {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The invitation.
    pub invitation_id: MemberId,
}

/// Why an invitation is not withdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The organization never made this invitation.
    #[error("there is no invitation {0}")]
    UnknownInvitation(MemberId),
    /// The invitation was accepted.
    #[error("invitation {0} was accepted; remove the member instead")]
    Accepted(MemberId),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The invitation is withdrawn.
    Withdrawn,
    /// It was withdrawn or declined before.
    AlreadyClosed,
}

/// Decides the command.
///
/// # Errors
/// If there is no such invitation, or it was accepted.
pub fn decide(
    organization: &Organization,
    command: &WithdrawInvitation,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let id = command.invitation_id;
    match organization.invitation(id).ok_or(Refusal::UnknownInvitation(id))?.status {
        InvitationStatus::Accepted => Err(Refusal::Accepted(id)),
        InvitationStatus::Declined | InvitationStatus::Withdrawn => Ok(Decision::nothing(Outcome::AlreadyClosed)),
        InvitationStatus::Open => {
            let withdrawn = OrganizationEvent::InvitationWithdrawn { member_id: id };
            Ok(Decision::happens(vec![withdrawn], Outcome::Withdrawn))
        }
    }
}

impl WriteApi {
    /// Withdraws an invitation.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, or the store fails.
    pub async fn withdraw_invitation(
        &self,
        actor: &Actor,
        command: &WithdrawInvitation,
    ) -> Result<Done<Organization, Outcome>, CommandError<Refusal>> {
        let id = command.organization_id;
        let decide = |organization: &Organization| decide(organization, command);
        self.former_change(actor, id, StreamId::organization(id), decide).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::UserId;
    use proto_events::vocabulary::Role;

    use super::*;
    use crate::testing::organization;
    use OrganizationEvent as E;

    const ID: MemberId = MemberId(4);
    const COMMAND: WithdrawInvitation = WithdrawInvitation { organization_id: OrganizationId(1), invitation_id: ID };

    fn decided(since: &[E]) -> Result<Decision<E, Outcome>, Refusal> {
        let invited = E::MemberInvited { member_id: ID, user_id: UserId(9), role: Role::Judge };
        decide(&organization(&[&[invited], since].concat()), &COMMAND)
    }

    #[test]
    fn an_invitation_is_withdrawn_once() {
        let withdrawn = E::InvitationWithdrawn { member_id: ID };
        assert_eq!(decided(&[]).unwrap(), Decision::happens(vec![withdrawn.clone()], Outcome::Withdrawn));
        for closed in [withdrawn, E::InvitationDeclined { member_id: ID }] {
            assert_eq!(decided(&[closed]).unwrap(), Decision::nothing(Outcome::AlreadyClosed));
        }
    }

    #[test]
    fn an_accepted_invitation_is_a_membership() {
        let accepted = E::MemberAdded { member_id: ID, user_id: UserId(9), role: Role::Judge };
        assert_eq!(decided(&[accepted]), Err(Refusal::Accepted(ID)));
    }

    #[test]
    fn an_invitation_that_was_never_made_cannot_be_withdrawn() {
        assert_eq!(decide(&organization(&[]), &COMMAND), Err(Refusal::UnknownInvitation(ID)));
    }
}
