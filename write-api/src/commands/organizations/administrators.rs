//! An organization without an administrator could be looked after by nobody but the operator: the last one stays.

use domain::organization::Organization;
use proto_events::ids::MemberId;
use proto_events::vocabulary::Role;

/// Whether this member is an administrator, and nobody else is.
pub(super) fn is_the_last(organization: &Organization, member_id: MemberId) -> bool {
    let administrators = organization.members.iter().filter(|member| member.role == Role::Admin && !member.removed);
    administrators.map(|member| member.id).eq([member_id])
}
