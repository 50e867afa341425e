//! The limit of an organization's memberships. Ended memberships and invitations count, since they are kept.

use domain::limits::MEMBERSHIPS;
use domain::organization::{InvitationStatus, Organization};
use service_kit::message;

use crate::Refusal;

/// Checks that another membership is allowed.
pub(crate) fn check_limit(organization: &Organization) -> Result<(), Refusal> {
    let invitations = organization.invitations.iter().filter(|it| it.status != InvitationStatus::Accepted).count();
    let memberships = organization.members.len() + invitations;
    if memberships < MEMBERSHIPS {
        return Ok(());
    }
    Err(Refusal::conflict(message!(
        "member-too-many-memberships",
        "This organization has {most} memberships, including ended ones and invitations, which is the limit.",
        most = MEMBERSHIPS
    )))
}
