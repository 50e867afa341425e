//! Problems for refused commands on members, accounts and API keys.

use api_kit::path::nothing;
use domain::limits::{API_KEYS_ISSUED, MEMBERSHIPS};
use service_kit::problem::Problem;

use super::{IntoProblem, fields, not_done};
use crate::CommandError;
use crate::commands::organizations::membership_limit::TooManyMemberships;
use crate::commands::organizations::{
    accept_invitation, change_api_key, change_member_role, invite_member, issue_api_key, leave_organization,
    remove_member, rename_api_key, revoke_api_key, set_api_key_expiry, withdraw_invitation,
};
use crate::commands::users::stewardship::NotTheirs;
use crate::commands::users::{change_profile, make_password_link, register_user};

impl IntoProblem for invite_member::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::MemberWithAnotherRole(role) => Problem::conflict(format!(
                "This person is a member already, with the role {role}. Change the member's role."
            )),
            Self::InvitedWithAnotherRole(role) => Problem::conflict(format!(
                "This person is invited already, with the role {role}. Withdraw that invitation first."
            )),
            Self::TooMany(limit) => limit.into_problem(),
        }
    }
}

impl IntoProblem for TooManyMemberships {
    fn into_problem(self) -> Problem {
        Problem::conflict(format!(
            "This organization has {MEMBERSHIPS} memberships, including ended ones and invitations, which is the limit."
        ))
    }
}

impl IntoProblem for withdraw_invitation::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownInvitation(id) => nothing("invitation", &id.to_string()),
            Self::Accepted(_) => {
                Problem::conflict("This invitation was accepted: the person is a member. Remove the member instead.")
            }
        }
    }
}

/// Returns the problem for a person's own command on an organization. An organization that does not exist is answered
/// like one with which the person has nothing to do.
pub(in crate::http) fn in_own_name<R: IntoProblem>(error: CommandError<R>, what: &str) -> Problem {
    match error {
        CommandError::NotFound(stream) => nothing(what, &stream.id.to_string()),
        error => not_done(error),
    }
}

impl IntoProblem for accept_invitation::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::NotInvited(id) => nothing("invitation", &id.to_string()),
        }
    }
}

impl IntoProblem for leave_organization::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::NotAMember(id) => nothing("membership", &id.to_string()),
            Self::LastAdministrator => last_administrator(),
        }
    }
}

impl IntoProblem for change_member_role::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownMember(id) | Self::Left(id) => nothing("member", &id.to_string()),
            Self::LastAdministrator(_) => last_administrator(),
        }
    }
}

impl IntoProblem for remove_member::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownMember(id) => nothing("member", &id.to_string()),
            Self::LastAdministrator(_) => last_administrator(),
        }
    }
}

fn last_administrator() -> Problem {
    Problem::conflict(
        "This member is the last one with the role ADMIN, and an organization needs one. Give another member that role \
         first.",
    )
}

impl IntoProblem for issue_api_key::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
            Self::TooMany => Problem::conflict(format!(
                "This organization has issued {API_KEYS_ISSUED} API keys, including revoked and expired ones, which is \
                 the limit. Use an existing key, or change its expiry."
            )),
        }
    }
}

impl IntoProblem for change_api_key::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Name(rename_api_key::Refusal::Invalid(errors)) => fields(&errors),
            Self::Name(rename_api_key::Refusal::UnknownKey(id))
            | Self::Expiry(set_api_key_expiry::Refusal::UnknownKey(id)) => nothing("API key", &id.to_string()),
            Self::Expiry(set_api_key_expiry::Refusal::Revoked(_)) => {
                Problem::conflict("This API key is revoked, and its expiry cannot be changed. Issue a new one.")
            }
        }
    }
}

impl IntoProblem for revoke_api_key::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownKey(id) => nothing("API key", &id.to_string()),
        }
    }
}

impl IntoProblem for register_user::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
        }
    }
}

impl IntoProblem for change_profile::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
            Self::NotTheirs(refusal) => refusal.into_problem(),
        }
    }
}

impl IntoProblem for make_password_link::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::NotTheirs(refusal) => refusal.into_problem(),
            Self::NoUsername(_) => {
                Problem::conflict("This person needs a username to sign in. Give the account a username first.")
            }
        }
    }
}

impl IntoProblem for NotTheirs {
    fn into_problem(self) -> Problem {
        Problem::forbidden(
            "Your organization does not manage this account: it was created elsewhere, or the person is a member of \
             another organization as well. The person can change it at /admin/account/.",
        )
    }
}
