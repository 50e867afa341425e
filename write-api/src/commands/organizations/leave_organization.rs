//! Ends a person's own membership. The member's keys, tokens and sessions lose access to the organization.

use domain::organization::Organization;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::{Actor, OrganizationEvent, StreamId};

use super::administrators;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Ends a person's own membership.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaveOrganization {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
}

/// Why the command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The person never was a member.
    #[error("the person is not a member of organization {0}")]
    NotAMember(OrganizationId),
    /// The organization would have no administrator.
    #[error("the person is the last administrator; make another member an administrator first")]
    LastAdministrator,
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The membership has ended.
    Left,
    /// The membership had ended before.
    AlreadyLeft,
}

/// Decides the command.
///
/// # Errors
/// If the person never was a member, or is the last administrator.
pub fn decide(
    organization: &Organization,
    command: &LeaveOrganization,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let LeaveOrganization { organization_id, user_id } = *command;
    let Some(member) = organization.member_of(user_id) else {
        let was_member = organization.members.iter().any(|member| member.user_id == user_id);
        return if was_member {
            Ok(Decision::nothing(Outcome::AlreadyLeft))
        } else {
            Err(Refusal::NotAMember(organization_id))
        };
    };
    if administrators::is_the_last(organization, member.id) {
        return Err(Refusal::LastAdministrator);
    }
    let removed = OrganizationEvent::MemberRemoved { member_id: member.id };
    Ok(Decision::happens(vec![removed], Outcome::Left))
}

impl WriteApi {
    /// Ends a person's own membership.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, or the store fails.
    pub async fn leave_organization(
        &self,
        actor: &Actor,
        command: &LeaveOrganization,
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
    use crate::testing::{member, organization};

    /// Member 4 is user 90.
    const COMMAND: LeaveOrganization = LeaveOrganization { organization_id: OrganizationId(1), user_id: UserId(90) };

    #[test]
    fn a_member_leaves_once() {
        let left = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };
        let decision = decide(&organization(&[member(4, Role::Judge)]), &COMMAND).unwrap();
        assert_eq!(decision, Decision::happens(vec![left.clone()], Outcome::Left));
        let again = decide(&organization(&[member(4, Role::Judge), left]), &COMMAND).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::AlreadyLeft));
    }

    #[test]
    fn the_last_administrator_stays() {
        let alone = [member(4, Role::Admin), member(5, Role::Judge)];
        assert_eq!(decide(&organization(&alone), &COMMAND), Err(Refusal::LastAdministrator));
        let two = [member(4, Role::Admin), member(5, Role::Admin)];
        assert_eq!(decide(&organization(&two), &COMMAND).unwrap().outcome, Outcome::Left);
    }

    #[test]
    fn a_stranger_cannot_leave() {
        let refused = decide(&organization(&[member(5, Role::Admin)]), &COMMAND);
        assert_eq!(refused, Err(Refusal::NotAMember(OrganizationId(1))));
    }
}
