//! What a client is told when its write is not carried out: the one place where refusals become problems. Those of an area
//! stand in its file.

mod conventions;
mod decklists;
mod events;
mod lists;
mod matches;
mod registrations;
mod rounds;
mod staff;
mod teams;

use std::convert::Infallible;

use api_kit::path::nothing;
use api_kit::{answer_failed, write_failed};
use axum::http::header;
use domain::limits::BODY_BYTES;
use domain::machines::IllegalStep;
use proto_events::StreamKind;
use service_kit::problem::Problem;

pub(super) use decklists::unfit;
pub(super) use registrations::staff_alone;
pub(super) use staff::in_own_name;

use super::answer::etag;
use super::body::Unreadable;
use crate::decision::Failure;
use crate::{CommandError, FieldErrors, Stale};

/// For a command that was not carried out.
pub(super) fn not_done<R: IntoProblem>(error: CommandError<R>) -> Problem {
    match error {
        CommandError::Refused(refusal) => refusal.into_problem(),
        CommandError::NotFound(stream) => nothing(called(stream.kind), &stream.id.to_string()),
        CommandError::Stale { stream, stale } => outdated(called(stream.kind), stale),
        CommandError::KeyReused => Problem::idempotency_key_reused(
            "This Idempotency-Key came before with another request. A repeated request must be the same; a new one needs \
             a new key.",
        ),
        CommandError::Busy(stream) => {
            let problem = Problem::unavailable("Others keep writing to this. Please try again.", 1);
            problem.with_source(format!("others keep writing to {stream}"))
        }
        CommandError::Crowded => Problem::unavailable("Too many passwords wait to be checked. Please try again.", 1),
        CommandError::Failed(failure) => failed(failure),
    }
}

/// What clients call a thing of this kind.
fn called(kind: StreamKind) -> &'static str {
    match kind {
        StreamKind::Tournament => "event",
        kind => kind.name(),
    }
}

/// For a change that was to be made to another version.
fn outdated(what: &str, Stale { current }: Stale) -> Problem {
    let detail = format!(
        "The {what} is at version {current}, which the header If-Match does not name. Read it again, and repeat your \
         change on what you find."
    );
    Problem::precondition_failed(detail).with_header(header::ETAG, etag(current))
}

/// For a write side that failed itself, before anything was stored or while it was.
pub(super) fn failed(failure: Failure) -> Problem {
    match failure {
        Failure::Store(error) => write_failed(error),
        failure => Problem::internal(failure),
    }
}

/// For one that failed after the change was stored, when its answer was made.
pub(super) fn unanswered(failure: Failure) -> Problem {
    match failure {
        Failure::Store(error) => answer_failed(error),
        failure => Problem::internal(failure),
    }
}

/// For fields and headers that are not right.
pub(super) fn fields(errors: &FieldErrors) -> Problem {
    let names: Vec<_> = errors.iter().map(|(name, _)| name).collect();
    let detail = match (names.as_slice(), errors.omitted()) {
        ([name], 0) => format!("{name} is not right; `errors` says why."),
        (names, 0) => format!("These are not right; `errors` says why: {}.", names.join(", ")),
        (names, more) => format!("{} fields are not right, and {more} more; `errors` has the first.", names.len()),
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

impl IntoProblem for IllegalStep {
    /// The legal steps stand in `legal` as well, for programs.
    fn into_problem(self) -> Problem {
        let mut detail = self.to_string();
        detail.replace_range(..1, "A");
        Problem::conflict(format!("{detail}.")).with_member("legal", self.legal)
    }
}

impl IntoProblem for Infallible {
    fn into_problem(self) -> Problem {
        match self {}
    }
}
