//! Removes a member. The member's keys, tokens and sessions lose access to the organization.

use domain::organization::Organization;
use proto_events::ids::{MemberId, OrganizationId};
use proto_events::{Actor, OrganizationEvent, StreamId};

use super::administrators;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Removes a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemoveMember {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The member.
    pub member_id: MemberId,
}

/// Why the command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The organization never had such a member.
    #[error("there is no member {0}")]
    UnknownMember(MemberId),
    /// The organization would have no administrator.
    #[error("member {0} is the last administrator; make another member an administrator first")]
    LastAdministrator(MemberId),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The member was removed.
    Removed,
    /// The member had left before.
    AlreadyRemoved,
}

/// Decides the command.
///
/// # Errors
/// If there is no such member, or it is the last administrator.
pub fn decide(
    organization: &Organization,
    command: &RemoveMember,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let member_id = command.member_id;
    let member = organization.member(member_id).ok_or(Refusal::UnknownMember(member_id))?;
    if member.removed {
        return Ok(Decision::nothing(Outcome::AlreadyRemoved));
    }
    if administrators::is_the_last(organization, member_id) {
        return Err(Refusal::LastAdministrator(member_id));
    }
    Ok(Decision::happens(vec![OrganizationEvent::MemberRemoved { member_id }], Outcome::Removed))
}

impl WriteApi {
    /// Removes a member.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, or the store fails.
    pub async fn remove_member(
        &self,
        actor: &Actor,
        command: &RemoveMember,
    ) -> Result<Done<Organization, Outcome>, CommandError<Refusal>> {
        let id = command.organization_id;
        let decide = |organization: &Organization| decide(organization, command);
        self.former_change(actor, id, StreamId::organization(id), decide).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::Role;

    use super::*;
    use crate::testing::{member, organization};

    const COMMAND: RemoveMember = RemoveMember { organization_id: OrganizationId(1), member_id: MemberId(4) };
    const REMOVED: OrganizationEvent = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };

    #[test]
    fn a_member_goes_once() {
        let first = decide(&organization(&[member(4, Role::Judge)]), &COMMAND).unwrap();
        assert_eq!(first, Decision::happens(vec![REMOVED], Outcome::Removed));
        let again = decide(&organization(&[member(4, Role::Judge), REMOVED]), &COMMAND).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::AlreadyRemoved));
    }

    #[test]
    fn the_last_administrator_stays() {
        let alone = [member(4, Role::Admin), member(5, Role::Organizer)];
        assert_eq!(decide(&organization(&alone), &COMMAND), Err(Refusal::LastAdministrator(MemberId(4))));
        let two = [member(4, Role::Admin), member(5, Role::Admin)];
        assert_eq!(decide(&organization(&two), &COMMAND).unwrap().outcome, Outcome::Removed);
        let replaced = [two.as_slice(), &[REMOVED]].concat();
        assert_eq!(decide(&organization(&replaced), &COMMAND).unwrap().outcome, Outcome::AlreadyRemoved);
    }

    #[test]
    fn who_never_was_a_member_cannot_go() {
        assert_eq!(decide(&organization(&[]), &COMMAND), Err(Refusal::UnknownMember(MemberId(4))));
    }
}
