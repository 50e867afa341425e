//! Changes a member's role. The member's API keys get the new role, too.

use domain::organization::Organization;
use proto_events::ids::{MemberId, OrganizationId};
use proto_events::vocabulary::Role;
use proto_events::{Actor, OrganizationEvent, StreamId};

use super::administrators;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Changes a member's role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeMemberRole {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The member.
    pub member_id: MemberId,
    /// The new role.
    pub role: Role,
}

/// Why the command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The organization has no such member.
    #[error("there is no member {0}")]
    UnknownMember(MemberId),
    /// The member has left.
    #[error("member {0} has left; add the person again")]
    Left(MemberId),
    /// The organization would have no administrator.
    #[error("member {0} is the last administrator; make another member an administrator first")]
    LastAdministrator(MemberId),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The role was changed.
    Changed,
    /// The member had the role before.
    Unchanged,
}

/// Decides the command.
///
/// # Errors
/// If there is no such member, or it is the last administrator.
pub fn decide(
    organization: &Organization,
    command: &ChangeMemberRole,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let ChangeMemberRole { member_id, role, .. } = *command;
    let member = organization.member(member_id).ok_or(Refusal::UnknownMember(member_id))?;
    if member.removed {
        return Err(Refusal::Left(member_id));
    }
    if member.role == role {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    if administrators::is_the_last(organization, member_id) {
        return Err(Refusal::LastAdministrator(member_id));
    }
    Ok(Decision::happens(vec![OrganizationEvent::MemberRoleChanged { member_id, role }], Outcome::Changed))
}

impl WriteApi {
    /// Changes a member's role.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, or the store fails.
    pub async fn change_member_role(
        &self,
        actor: &Actor,
        command: &ChangeMemberRole,
    ) -> Result<Done<Organization, Outcome>, CommandError<Refusal>> {
        let id = command.organization_id;
        let decide = |organization: &Organization| decide(organization, command);
        self.former_change(actor, id, StreamId::organization(id), decide).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{member, organization};

    const LEFT: OrganizationEvent = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };

    fn to_be(role: Role) -> ChangeMemberRole {
        ChangeMemberRole { organization_id: OrganizationId(1), member_id: MemberId(4), role }
    }

    #[test]
    fn a_member_gets_another_role_once() {
        let changed = OrganizationEvent::MemberRoleChanged { member_id: MemberId(4), role: Role::Judge };
        let first = decide(&organization(&[member(4, Role::Organizer)]), &to_be(Role::Judge)).unwrap();
        assert_eq!(first, Decision::happens(vec![changed.clone()], Outcome::Changed));
        let again = decide(&organization(&[member(4, Role::Organizer), changed]), &to_be(Role::Judge)).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn the_last_administrator_stays_one() {
        let alone = [member(4, Role::Admin), member(5, Role::Judge)];
        let refused = decide(&organization(&alone), &to_be(Role::Judge));
        assert_eq!(refused, Err(Refusal::LastAdministrator(MemberId(4))));
        assert_eq!(decide(&organization(&alone), &to_be(Role::Admin)).unwrap().outcome, Outcome::Unchanged);

        let two = [member(4, Role::Admin), member(5, Role::Admin)];
        assert_eq!(decide(&organization(&two), &to_be(Role::Judge)).unwrap().outcome, Outcome::Changed);
        let other_left = OrganizationEvent::MemberRemoved { member_id: MemberId(5) };
        let alone_again = [two.as_slice(), &[other_left]].concat();
        assert!(decide(&organization(&alone_again), &to_be(Role::Judge)).is_err());
    }

    #[test]
    fn who_is_not_there_has_no_role() {
        let nobody = decide(&organization(&[]), &to_be(Role::Judge));
        assert_eq!(nobody, Err(Refusal::UnknownMember(MemberId(4))));
        let left = decide(&organization(&[member(4, Role::Judge), LEFT]), &to_be(Role::Judge));
        assert_eq!(left, Err(Refusal::Left(MemberId(4))));
    }
}
