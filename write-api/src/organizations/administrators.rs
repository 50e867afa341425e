//! Keeps at least one administrator in an organization; without one, only the operator could manage it.

use domain::organization::Organization;
use proto_events::ids::MemberId;
use proto_events::vocabulary::Role;
use service_kit::message;

use crate::Refusal;

/// Checks that the organization has an administrator without this member.
pub(crate) fn check_not_the_last(organization: &Organization, member_id: MemberId) -> Result<(), Refusal> {
    if !is_the_last(organization, member_id) {
        return Ok(());
    }
    Err(Refusal::conflict(message!(
        "member-last-administrator",
        "This member is the last one with the role ADMIN, and an organization needs one. Give another member that role \
         first."
    )))
}

/// Returns whether this member is the only administrator.
pub(crate) fn is_the_last(organization: &Organization, member_id: MemberId) -> bool {
    let administrators = organization.members.iter().filter(|member| member.role == Role::Admin && !member.removed);
    administrators.map(|member| member.id).eq([member_id])
}
