//! The limit of an organization's memberships. Ended memberships and invitations count, since they are kept.

use domain::limits::MEMBERSHIPS;
use domain::organization::{InvitationStatus, Organization};

/// An organization has reached the limit of memberships.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an organization can have at most {MEMBERSHIPS} memberships, including ended ones and invitations")]
pub struct TooManyMemberships;

/// Checks that another membership is allowed.
pub(super) fn refuse_too_many(organization: &Organization) -> Result<(), TooManyMemberships> {
    let invitations = organization.invitations.iter().filter(|it| it.status != InvitationStatus::Accepted).count();
    if organization.members.len() + invitations < MEMBERSHIPS { Ok(()) } else { Err(TooManyMemberships) }
}
