//! What a client is told when its write is not carried out: the one place where refusals become problems.

use std::convert::Infallible;

use api_kit::path::nothing;
use api_kit::store_failed;
use axum::http::header;
use domain::limits::{BODY_BYTES, DECKLIST_STORED_BYTES};
use service_kit::problem::Problem;

use super::answer::etag;
use super::body::Unreadable;
use crate::commands::decklists::decklist_fields::{TooLarge, Unfit};
use crate::commands::decklists::{change_decklist, replace_decklist};
use crate::commands::organizations::{
    add_member, change_api_key, change_member_role, issue_api_key, remove_member, rename_api_key, revoke_api_key,
    set_api_key_expiry,
};
use crate::commands::users::stewardship::NotTheirs;
use crate::commands::users::{change_profile, make_password_link, register_user};
use crate::decision::Failure;
use crate::{CommandError, FieldErrors, Stale};

/// For a command that was not carried out.
pub(super) fn not_done<R: IntoProblem>(error: CommandError<R>) -> Problem {
    match error {
        CommandError::Refused(refusal) => refusal.into_problem(),
        CommandError::NotFound(stream) => nothing(stream.kind.name(), &stream.id.to_string()),
        CommandError::KeyReused => Problem::idempotency_key_reused(
            "This Idempotency-Key came before with another request. A repeated request must be the same; a new one needs \
             a new key.",
        ),
        CommandError::Busy(_) => Problem::unavailable("Others keep writing to this. Please try again.", 1),
        CommandError::Crowded => Problem::unavailable("Too many passwords wait to be checked. Please try again.", 1),
        CommandError::Failed(failure) => failed(failure),
    }
}

/// For a write side that failed itself.
pub(super) fn failed(failure: Failure) -> Problem {
    match failure {
        Failure::Store(error) => store_failed(error),
        failure => Problem::internal(failure),
    }
}

/// For fields that make no list.
pub(super) fn unfit(unfit: Unfit) -> Problem {
    match unfit {
        Unfit::Fields(errors) => fields(&errors),
        Unfit::TooLarge(too_large) => too_large.into_problem(),
    }
}

/// For fields and headers that are not right.
pub(super) fn fields(errors: &FieldErrors) -> Problem {
    let names: Vec<_> = errors.iter().map(|(name, _)| name).collect();
    let detail = match names.as_slice() {
        [name] => format!("{name} is not right; `errors` says why."),
        names => format!("These are not right; `errors` says why: {}.", names.join(", ")),
    };
    with_errors(Problem::bad_request(detail), errors)
}

/// For a body that cannot be read, with what was found wrong before.
pub(super) fn unreadable(fault: Unreadable, errors: &FieldErrors) -> Problem {
    match fault {
        Unreadable::Malformed(detail) => with_errors(Problem::bad_request(detail), errors),
        Unreadable::Unsupported(detail) => Problem::unsupported_media_type(detail),
    }
}

/// For a body above the limit.
pub(super) fn body_too_large(declared: Option<u64>) -> Problem {
    let has = declared.map(|bytes| format!("; this one has {bytes}")).unwrap_or_default();
    Problem::payload_too_large(format!("A body may have at most {BODY_BYTES} bytes{has}."))
}

fn with_errors(problem: Problem, errors: &FieldErrors) -> Problem {
    let messages = errors.iter().flat_map(|(name, messages)| messages.iter().map(move |message| (name, message)));
    messages.fold(problem, |problem, (name, message)| problem.with_error(name, message))
}

/// A refusal, as a client is told it.
pub(super) trait IntoProblem {
    fn into_problem(self) -> Problem;
}

impl IntoProblem for Infallible {
    fn into_problem(self) -> Problem {
        match self {}
    }
}

impl IntoProblem for replace_decklist::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Stale(stale) => stale.into_problem(),
        }
    }
}

impl IntoProblem for change_decklist::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Stale(stale) => stale.into_problem(),
            Self::TooLarge(too_large) => too_large.into_problem(),
        }
    }
}

impl IntoProblem for Stale {
    fn into_problem(self) -> Problem {
        let current = self.current;
        let detail = format!(
            "The list is at version {current}, which the header If-Match does not name. Read it again, and repeat your \
             change on what you find."
        );
        Problem::precondition_failed(detail).with_header(header::ETAG, etag(current))
    }
}

impl IntoProblem for TooLarge {
    fn into_problem(self) -> Problem {
        let bytes = self.bytes;
        Problem::payload_too_large(format!(
            "The list would take {bytes} bytes once it is stored, and {DECKLIST_STORED_BYTES} are the limit: shorten \
             plaintext_list or deckhost_deck_json."
        ))
    }
}

impl IntoProblem for add_member::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::HasAnotherRole { role, .. } => Problem::conflict(format!(
                "This person is a member already, with the role {role}. Change the member's role."
            )),
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
        "This member is the last with the role ADMIN: nobody could look after the organization any more. Give somebody \
         else that role first.",
    )
}

impl IntoProblem for issue_api_key::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
        }
    }
}

impl IntoProblem for change_api_key::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Name(rename_api_key::Refusal::Invalid(errors)) => fields(&errors),
            Self::Name(rename_api_key::Refusal::UnknownKey(id))
            | Self::Expiry(set_api_key_expiry::Refusal::UnknownKey(id)) => nothing("API key", &id.to_string()),
            Self::Expiry(set_api_key_expiry::Refusal::Revoked(_)) => Problem::conflict(
                "This API key is revoked for good, so that it has no expiry any more. Issue a new one.",
            ),
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
            Self::NoUsername(_) => Problem::conflict(
                "This person has no username, without which nobody can sign in. Give the account one first.",
            ),
        }
    }
}

impl IntoProblem for NotTheirs {
    fn into_problem(self) -> Problem {
        Problem::forbidden(
            "Your organization does not look after this account: it was not made here, or its person is a member of \
             another organization as well. The person changes it under /admin/account/.",
        )
    }
}
