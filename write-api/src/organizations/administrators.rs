//! Keeps at least one administrator in an organization; without one, only the operator could manage it.

use domain::organization::Organization;
use proto_events::ids::MemberId;
use proto_events::vocabulary::Role;

/// Returns whether this member is the only administrator.
pub(crate) fn is_the_last(organization: &Organization, member_id: MemberId) -> bool {
    let administrators = organization.members.iter().filter(|member| member.role == Role::Admin && !member.removed);
    administrators.map(|member| member.id).eq([member_id])
}
