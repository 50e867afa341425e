//! Invites a person to become a member. Accounts that the organization manages become members at once. Everyone else
//! must accept first, because a new membership ends the managing organization's control over the account.

use domain::organization::Organization;
use domain::user::User;
use proto_events::ids::{MemberId, OrganizationId, Sequence, UserId};
use proto_events::vocabulary::Role;
use proto_events::{Actor, OrganizationEvent, StreamId};

use super::membership_limit::{TooManyMemberships, refuse_too_many};
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, Ids, WriteApi};

/// Invites a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InviteMember {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
    /// The role that the member will have.
    pub role: Role,
}

/// Why a person is not invited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The person is a member with another role.
    #[error("the person is already a member with the role {0}")]
    MemberWithAnotherRole(Role),
    /// The person is invited with another role.
    #[error("the person is already invited with the role {0}")]
    InvitedWithAnotherRole(Role),
    /// The organization has reached the limit of memberships.
    #[error(transparent)]
    TooMany(#[from] TooManyMemberships),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The organization manages the account: the person is a member now.
    Added(MemberId),
    /// The person was a member with this role before.
    AlreadyMember(MemberId),
    /// The person is invited now.
    Invited(MemberId),
    /// The person was invited with this role before, and has not answered.
    AlreadyInvited(MemberId),
}

/// Decides the command; `new_id` is for the membership or the invitation.
///
/// # Errors
/// If the person is a member, or invited, with another role, or the organization has reached the limit of memberships.
pub fn decide(
    organization: &Organization,
    user: &User,
    role: Role,
    new_id: MemberId,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let (member_id, user_id) = (new_id, user.id);
    if let Some(member) = organization.member_of(user_id) {
        return match member.role == role {
            true => Ok(Decision::nothing(Outcome::AlreadyMember(member.id))),
            false => Err(Refusal::MemberWithAnotherRole(member.role)),
        };
    }
    refuse_too_many(organization)?;
    if user.is_managed_by(organization.id) {
        let added = OrganizationEvent::MemberAdded { member_id, user_id, role };
        return Ok(Decision::happens(vec![added], Outcome::Added(member_id)));
    }
    match organization.invitation_of(user_id) {
        Some(open) if open.role == role => Ok(Decision::nothing(Outcome::AlreadyInvited(open.id))),
        Some(open) => Err(Refusal::InvitedWithAnotherRole(open.role)),
        None => {
            let invited = OrganizationEvent::MemberInvited { member_id, user_id, role };
            Ok(Decision::happens(vec![invited], Outcome::Invited(member_id)))
        }
    }
}

impl WriteApi {
    /// Invites a person to become a member, or adds the person if the organization manages the account.
    ///
    /// # Errors
    /// If the command is refused, the organization or the person is unknown, or the store fails.
    pub async fn invite_member(
        &self,
        actor: &Actor,
        command: &InviteMember,
    ) -> Result<Done<Organization, Outcome>, CommandError<Refusal>> {
        let InviteMember { organization_id, user_id, role } = *command;
        let user = self.user(user_id).await?.ok_or(CommandError::NotFound(StreamId::user(user_id)))?;
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::Member, 1)]).await?;
        let new_id = MemberId(ids.next(Sequence::Member));
        let decide = |organization: &Organization| decide(organization, &user.state, role, new_id);
        self.former_change(actor, organization_id, StreamId::organization(organization_id), decide).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::UserEvent;

    use super::*;
    use crate::testing::{organization, user};

    const NEW: MemberId = MemberId(5);

    fn added(role: Role) -> OrganizationEvent {
        OrganizationEvent::MemberAdded { member_id: MemberId(4), user_id: UserId(9), role }
    }

    fn invited(member_id: MemberId) -> OrganizationEvent {
        OrganizationEvent::MemberInvited { member_id, user_id: UserId(9), role: Role::Judge }
    }

    /// Decides to invite user 9 as a judge, after these events of the organization.
    fn decided(events: &[OrganizationEvent], user: &User) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
        decide(&organization(events), user, Role::Judge, NEW)
    }

    #[test]
    fn a_stranger_is_invited_once() {
        let stranger = user(&[UserEvent::ManagedBy { organization_id: OrganizationId(2) }]);
        for stranger in [&stranger, &user(&[])] {
            let expected = Decision::happens(vec![invited(NEW)], Outcome::Invited(NEW));
            assert_eq!(decided(&[], stranger).unwrap(), expected);
            let again = decided(&[invited(MemberId(4))], stranger).unwrap();
            assert_eq!(again, Decision::nothing(Outcome::AlreadyInvited(MemberId(4))));
        }
    }

    #[test]
    fn an_account_that_the_organization_manages_is_a_member_at_once() {
        let own = user(&[UserEvent::ManagedBy { organization_id: OrganizationId(1) }]);
        let joined = OrganizationEvent::MemberAdded { member_id: NEW, user_id: UserId(9), role: Role::Judge };
        assert_eq!(decided(&[], &own).unwrap(), Decision::happens(vec![joined], Outcome::Added(NEW)));
        let again = decided(&[added(Role::Judge)], &own).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::AlreadyMember(MemberId(4))));
    }

    #[test]
    fn another_role_is_refused() {
        let refused = decided(&[added(Role::Admin)], &user(&[]));
        assert_eq!(refused, Err(Refusal::MemberWithAnotherRole(Role::Admin)));
        let open = OrganizationEvent::MemberInvited { member_id: MemberId(4), user_id: UserId(9), role: Role::Admin };
        assert_eq!(decided(&[open], &user(&[])), Err(Refusal::InvitedWithAnotherRole(Role::Admin)));
    }

    #[test]
    fn a_person_whose_invitation_is_closed_or_who_left_is_invited_anew() {
        let id = MemberId(4);
        for closed in [
            OrganizationEvent::InvitationDeclined { member_id: id },
            OrganizationEvent::InvitationWithdrawn { member_id: id },
        ] {
            assert_eq!(decided(&[invited(id), closed], &user(&[])).unwrap().outcome, Outcome::Invited(NEW));
        }
        let left = [invited(id), added(Role::Judge), OrganizationEvent::MemberRemoved { member_id: id }];
        assert_eq!(decided(&left, &user(&[])).unwrap().outcome, Outcome::Invited(NEW));
    }
}
