//! Why a command on an organization, its members or invitations is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::limits::MEMBERSHIPS;
use proto_events::ids::{MemberId, OrganizationId};
use proto_events::vocabulary::Role;
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::http::problems::{IntoProblem, fields};
use crate::{CommandError, FieldErrors};

/// Why a command on an organization, its members or invitations is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum Refusal {
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The organization never had such a member.
    UnknownMember(MemberId),
    /// The member has left.
    Left(MemberId),
    /// The organization would have no administrator.
    LastAdministrator(MemberId),
    /// The person never was a member.
    NotAMember(OrganizationId),
    /// The person is a member with another role.
    MemberWithAnotherRole(Role),
    /// The person is invited with another role.
    InvitedWithAnotherRole(Role),
    /// The organization has reached the limit of memberships.
    TooManyMemberships,
    /// There is no open invitation of the organization to the person.
    NotInvited(OrganizationId),
    /// The organization never made this invitation.
    UnknownInvitation(MemberId),
    /// The invitation was accepted.
    InvitationAccepted(MemberId),
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Invalid(refusal) => refusal.message(),
            Self::UnknownMember(value) => message!("unknown-member", "There is no member {value}.", value),
            Self::Left(value) => {
                message!("member-left", "Member {value} has left; add the person again.", value)
            }
            Self::LastAdministrator(..) => message!(
                "member-last-administrator",
                "This member is the last one with the role ADMIN, and an organization needs one. Give another member \
                 that role first."
            ),
            Self::NotAMember(value) => {
                message!("not-a-member", "The person is not a member of organization {value}.", value)
            }
            Self::MemberWithAnotherRole(value) => message!(
                "member-with-another-role",
                "This person is a member already, with the role {value}. Change the member's role.",
                value
            ),
            Self::InvitedWithAnotherRole(value) => message!(
                "member-invited-with-another-role",
                "This person is invited already, with the role {value}. Withdraw that invitation first.",
                value
            ),
            Self::TooManyMemberships => message!(
                "member-too-many-memberships",
                "This organization has {most} memberships, including ended ones and invitations, which is the limit.",
                most = MEMBERSHIPS
            ),
            Self::NotInvited(value) => {
                message!("member-not-invited", "Organization {value} has not invited this person.", value)
            }
            Self::UnknownInvitation(value) => {
                message!("member-unknown-invitation", "There is no invitation {value}.", value)
            }
            Self::InvitationAccepted(..) => message!(
                "member-invitation-accepted",
                "This invitation was accepted: the person is a member. Remove the member instead."
            ),
        }
    }
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
            | Self::InvitationAccepted(_) => Problem::conflict(self.message()),
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
