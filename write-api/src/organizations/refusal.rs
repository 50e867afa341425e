//! Why a command on an organization, its members or invitations is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::limits::MEMBERSHIPS;
use proto_events::ids::{MemberId, OrganizationId};
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;

use crate::http::problems::{IntoProblem, conflict, fields};
use crate::{CommandError, FieldErrors};

/// Why a command on an organization, its members or invitations is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The organization never had such a member.
    #[error("there is no member {0}")]
    UnknownMember(MemberId),
    /// The member has left.
    #[error("member {0} has left; add the person again")]
    Left(MemberId),
    /// The organization would have no administrator.
    #[error(
        "this member is the last one with the role ADMIN, and an organization needs one. Give another member that role \
         first"
    )]
    LastAdministrator(MemberId),
    /// The person never was a member.
    #[error("the person is not a member of organization {0}")]
    NotAMember(OrganizationId),
    /// The person is a member with another role.
    #[error("this person is a member already, with the role {0}. Change the member's role")]
    MemberWithAnotherRole(Role),
    /// The person is invited with another role.
    #[error("this person is invited already, with the role {0}. Withdraw that invitation first")]
    InvitedWithAnotherRole(Role),
    /// The organization has reached the limit of memberships.
    #[error(
        "this organization has {MEMBERSHIPS} memberships, including ended ones and invitations, which is the limit"
    )]
    TooManyMemberships,
    /// There is no open invitation of the organization to the person.
    #[error("organization {0} has not invited this person")]
    NotInvited(OrganizationId),
    /// The organization never made this invitation.
    #[error("there is no invitation {0}")]
    UnknownInvitation(MemberId),
    /// The invitation was accepted.
    #[error("this invitation was accepted: the person is a member. Remove the member instead")]
    InvitationAccepted(MemberId),
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
            Self::UnknownMember(id) | Self::Left(id) => nothing("member", &id.to_string()),
            Self::NotAMember(id) => nothing("membership", &id.to_string()),
            Self::NotInvited(id) => nothing("invitation", &id.to_string()),
            Self::UnknownInvitation(id) => nothing("invitation", &id.to_string()),
            Self::LastAdministrator(_)
            | Self::MemberWithAnotherRole(_)
            | Self::InvitedWithAnotherRole(_)
            | Self::TooManyMemberships
            | Self::InvitationAccepted(_) => conflict(&self),
        }
    }
}

/// Returns the problem for a person's own command on an organization. An organization that does not exist is answered
/// like one with which the person has nothing to do.
pub(crate) fn in_own_name(error: CommandError<Refusal>, what: &str) -> Problem {
    match error {
        CommandError::NotFound(stream) => nothing(what, &stream.id.to_string()),
        error => error.into(),
    }
}
