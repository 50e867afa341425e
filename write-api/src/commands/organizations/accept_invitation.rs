//! Accepts an invitation: the person becomes a member. A password link that another organization made for the account opens no
//! more from then on, since it would let that organization in.

use domain::organization::Organization;
use domain::user::User;
use proto_events::ids::{MemberId, OrganizationId, UserId};
use proto_events::{Actor, OrganizationEvent, StreamId, UserEvent};
use storage::StreamWrite;

use crate::change::{Asked, Beside, Reach};
use crate::decision::{ATTEMPTS, CommandError, Decision, now};
use crate::{Done, Folded, WriteApi};

/// Accepts an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AcceptInvitation {
    /// The organization that invited.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
}

/// Why an invitation is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no open invitation of the organization to the person.
    #[error("organization {0} has not invited this person")]
    NotInvited(OrganizationId),
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The person is a member now.
    Accepted(MemberId),
    /// The person was a member before.
    AlreadyMember(MemberId),
}

/// Decides.
///
/// # Errors
/// When the person is not invited.
pub fn decide(
    organization: &Organization,
    command: &AcceptInvitation,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let AcceptInvitation { organization_id, user_id } = *command;
    if let Some(member) = organization.member_of(user_id) {
        return Ok(Decision::nothing(Outcome::AlreadyMember(member.id)));
    }
    let invitation = organization.invitation_of(user_id).ok_or(Refusal::NotInvited(organization_id))?;
    let (member_id, role) = (invitation.id, invitation.role);
    let added = OrganizationEvent::MemberAdded { member_id, user_id, role };
    Ok(Decision::happens(vec![added], Outcome::Accepted(member_id)))
}

impl WriteApi {
    /// Accepts an invitation.
    ///
    /// # Errors
    /// When it is refused, the organization or the person is unknown, or the store fails.
    pub async fn accept_invitation(
        &self,
        actor: &Actor,
        command: &AcceptInvitation,
    ) -> Result<Done<Organization, Outcome>, CommandError<Refusal>> {
        let AcceptInvitation { organization_id, user_id } = *command;
        self.join(actor, organization_id, user_id, |organization| decide(organization, command)).await
    }

    /// Runs a command by which a person becomes a member of an organization.
    pub(super) async fn join<O: Copy, R>(
        &self,
        actor: &Actor,
        organization_id: OrganizationId,
        user_id: UserId,
        decide: impl Fn(&Organization) -> Result<Decision<OrganizationEvent, O>, R>,
    ) -> Result<Done<Organization, O>, CommandError<R>> {
        let (stream, reach) = (StreamId::organization(organization_id), Reach::organization(organization_id));
        let asked = Asked { actor, reach, stream, expected: None, arrived_at: None, once: None };
        for _ in 0..ATTEMPTS {
            let person = StreamId::user(user_id);
            let user = self.user(user_id).await?.ok_or(CommandError::NotFound(person))?;
            let withdrawn = || withdrawn_link(&user, organization_id).map(|event| self.about(&user, event));
            let beside = |_: &_| Beside { writes: withdrawn().into_iter().collect(), claims: Vec::new() };
            match self.change_beside(asked, &decide, beside).await {
                // The account may have changed: it is read again.
                Err(CommandError::Busy(_)) => {}
                ended => return ended,
            }
        }
        Err(CommandError::Busy(stream))
    }

    fn about(&self, user: &Folded<User>, event: UserEvent) -> StreamWrite {
        let (stream, organization_id, expected_version) = (user.stream, user.organization_id, user.version);
        StreamWrite { stream, organization_id, expected_version, events: now(self.now(), vec![event]) }
    }
}

/// Withdraws the password link that the organization which manages an account made, when the person joins another one.
fn withdrawn_link(user: &Folded<User>, joined: OrganizationId) -> Option<UserEvent> {
    let is_managed_elsewhere = user.state.managed_by.is_some_and(|manager| manager != joined);
    (is_managed_elsewhere && user.state.password_link.is_some()).then_some(UserEvent::PasswordLinkWithdrawn {})
}

#[cfg(test)]
mod tests {
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
        assert_eq!(decision, Decision::happens(vec![added.clone()], Outcome::Accepted(ID)));
        let again = decide(&organization(&[invited(), added]), &COMMAND).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::AlreadyMember(ID)));
    }

    #[test]
    fn only_an_open_invitation_of_ones_own_is_accepted() {
        let refused = Err(Refusal::NotInvited(OrganizationId(1)));
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
