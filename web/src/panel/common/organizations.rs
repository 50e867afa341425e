//! The organizations that a person can work in.

use proto_events::ids::OrganizationId;
use storage::Membership;

use crate::serving::session::UserSession;
use crate::texts::Texts;

/// An organization to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OrganizationChoice {
    pub(crate) id: OrganizationId,
    pub(crate) name: String,
    pub(crate) role: String,
    /// Whether it is the session's organization.
    pub(crate) current: bool,
}

/// Returns the organizations that a person can choose from.
pub(crate) fn choices(texts: &Texts, memberships: &[Membership], session: &UserSession) -> Vec<OrganizationChoice> {
    let choice = |membership: &Membership| OrganizationChoice {
        id: membership.organization_id,
        name: membership.store_name.clone(),
        role: texts.term(membership.role),
        current: session.caller.organization_id == Some(membership.organization_id),
    };
    memberships.iter().filter(|membership| !membership.removed).map(choice).collect()
}
