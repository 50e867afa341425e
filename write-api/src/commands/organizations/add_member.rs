//! Makes a person a member without an invitation: for the operator, and for accounts that the organization manages. A
//! person has one role per organization. Everyone else is invited (`invite_member.rs`).

use domain::organization::Organization;
use proto_events::ids::{MemberId, OrganizationId, Sequence, UserId};
use proto_events::vocabulary::Role;
use proto_events::{Actor, OrganizationEvent};

use super::membership_limit::{TooManyMemberships, refuse_too_many};
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, Ids, WriteApi};

/// Gives a person a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddMember {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
    /// The role.
    pub role: Role,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The person has another role there.
    #[error("user {user_id} is already a member with the role {role}")]
    HasAnotherRole {
        /// The person.
        user_id: UserId,
        /// The role.
        role: Role,
    },
    /// The organization has reached the limit of memberships.
    #[error(transparent)]
    TooMany(#[from] TooManyMemberships),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The person is a member now.
    Added(MemberId),
    /// The person had this role before.
    AlreadyMember(MemberId),
}

/// Decides the command; `member_id` is for the new membership.
///
/// # Errors
/// If the person has another role there, or the organization has reached the limit of memberships.
pub fn decide(
    organization: &Organization,
    command: &AddMember,
    member_id: MemberId,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let AddMember { user_id, role, .. } = *command;
    let known = organization.members.iter().find(|member| member.user_id == user_id && !member.removed);
    match known {
        Some(member) if member.role == role => Ok(Decision::nothing(Outcome::AlreadyMember(member.id))),
        Some(member) => Err(Refusal::HasAnotherRole { user_id, role: member.role }),
        None => {
            refuse_too_many(organization)?;
            let added = OrganizationEvent::MemberAdded { member_id, user_id, role };
            Ok(Decision::happens(vec![added], Outcome::Added(member_id)))
        }
    }
}

impl WriteApi {
    /// Gives a person a role in an organization.
    ///
    /// # Errors
    /// If the command is refused, the organization or the person is unknown, or the store fails.
    pub async fn add_member(
        &self,
        actor: &Actor,
        command: &AddMember,
    ) -> Result<Done<Organization, Outcome>, CommandError<Refusal>> {
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::Member, 1)]).await?;
        let member_id = MemberId(ids.next(Sequence::Member));
        let decide = |organization: &Organization| decide(organization, command, member_id);
        self.join(actor, command.organization_id, command.user_id, decide).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::organization;
    use domain::limits::MEMBERSHIPS;

    const COMMAND: AddMember = AddMember { organization_id: OrganizationId(1), user_id: UserId(9), role: Role::Judge };

    fn added(role: Role) -> OrganizationEvent {
        OrganizationEvent::MemberAdded { member_id: MemberId(4), user_id: UserId(9), role }
    }

    #[test]
    fn a_stranger_becomes_a_member() {
        let decision = decide(&organization(&[]), &COMMAND, MemberId(4)).unwrap();
        assert_eq!(decision, Decision::happens(vec![added(Role::Judge)], Outcome::Added(MemberId(4))));
    }

    #[test]
    fn the_same_role_again_changes_nothing() {
        let decision = decide(&organization(&[added(Role::Judge)]), &COMMAND, MemberId(5)).unwrap();
        assert_eq!(decision, Decision::nothing(Outcome::AlreadyMember(MemberId(4))));
    }

    #[test]
    fn another_role_is_refused_until_the_member_left() {
        let judge_elsewhere = organization(&[added(Role::Admin)]);
        let refused = decide(&judge_elsewhere, &COMMAND, MemberId(5)).unwrap_err();
        assert_eq!(refused, Refusal::HasAnotherRole { user_id: UserId(9), role: Role::Admin });

        let left = organization(&[added(Role::Admin), OrganizationEvent::MemberRemoved { member_id: MemberId(4) }]);
        assert_eq!(decide(&left, &COMMAND, MemberId(5)).unwrap().outcome, Outcome::Added(MemberId(5)));
    }

    #[test]
    fn ended_memberships_count_towards_the_limit() {
        let joins_and_leaves = |id: i64| {
            let (member_id, user_id) = (MemberId(id), UserId(1_000 + id));
            [
                OrganizationEvent::MemberAdded { member_id, user_id, role: Role::Judge },
                OrganizationEvent::MemberRemoved { member_id },
            ]
        };
        let full: Vec<_> = (0..).take(MEMBERSHIPS).flat_map(joins_and_leaves).collect();
        let new = MemberId(1_000_000);
        assert_eq!(decide(&organization(&full), &COMMAND, new), Err(Refusal::TooMany(TooManyMemberships)));
        assert!(decide(&organization(&full[2..]), &COMMAND, new).is_ok());
    }
}
