//! Turns refusals and failures into problems for clients.

use api_kit::path::nothing;
use api_kit::{answer_failed, write_failed};
use axum::http::header;
use proto_events::{StreamKind, Version};
use service_kit::message;
use service_kit::problem::Problem;

use super::headers::etag;
use crate::engine::decision::Failure;
use crate::engine::refusal::{Kind, Parts};
use crate::{CommandError, FieldErrors, Refusal};

/// Returns the name that clients know for a kind of stream.
fn called(kind: StreamKind) -> &'static str {
    match kind {
        StreamKind::Tournament => "event",
        kind => kind.name(),
    }
}

/// Returns the problem for a change of another version than the current one.
fn outdated(what: &str, current: Version) -> Problem {
    let detail = message!(
        "outdated-version",
        "The {what} is at version {current}, which the header If-Match does not name. Read it again, and repeat your \
         change on that version.",
        what,
        current
    );
    Problem::precondition_failed(detail).with_header(header::ETAG, etag(current))
}

/// Returns the problem for a failure of the write side before or while events were stored.
pub(crate) fn failed(failure: Failure) -> Problem {
    match failure {
        Failure::Store(error) => write_failed(error),
        failure => Problem::internal(failure),
    }
}

/// Returns the problem for a failure while the answer was built, after events were stored.
pub(crate) fn unanswered(failure: Failure) -> Problem {
    match failure {
        Failure::Store(error) => answer_failed(error),
        failure => Problem::internal(failure),
    }
}

/// Returns the problem for invalid fields and headers.
pub(crate) fn fields(errors: &FieldErrors) -> Problem {
    let names: Vec<_> = errors.iter().map(|(name, _)| name).collect();
    let detail = match (names.as_slice(), errors.omitted()) {
        ([name], 0) => message!("invalid-field", "{name} is invalid, see `errors`.", name),
        (names, 0) => {
            message!("invalid-fields", "These fields are invalid, see `errors`: {names}.", names = names.join(", "))
        }
        (names, more) => message!(
            "many-invalid-fields",
            "{count} fields are invalid, and {more} more; `errors` has the first.",
            count = names.len(),
            more
        ),
    };
    with_errors(Problem::bad_request(detail), errors)
}

/// Adds errors of fields to a problem.
pub(crate) fn with_errors(problem: Problem, errors: &FieldErrors) -> Problem {
    let messages = errors.iter().flat_map(|(name, messages)| messages.iter().map(move |message| (name, message)));
    messages.fold(problem, |problem, (name, message)| problem.with_error(name, message.clone()))
}

impl From<CommandError> for Problem {
    /// Returns the problem for a command that was not carried out.
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::Refused(refusal) => refusal.into(),
            CommandError::NotFound(stream) => nothing(called(stream.kind), &stream.id.to_string()),
            CommandError::Stale { stream, current } => outdated(called(stream.kind), current),
            CommandError::KeyReused => Problem::idempotency_key_reused(message!(
                "idempotency-key-reused",
                "This Idempotency-Key was used before with another request. Repeat that request unchanged, or send a \
                 new one with a new key."
            )),
            CommandError::Busy(stream) => {
                let problem =
                    Problem::unavailable(message!("busy", "Other requests keep changing this. Please try again."), 1);
                problem.with_source(format!("others keep writing to {stream}"))
            }
            CommandError::Crowded => Problem::unavailable(
                message!("too-many-passwords", "Too many passwords are being checked. Please try again."),
                1,
            ),
            CommandError::Failed(failure) => failed(failure),
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let Parts { kind, message, members, problems } = refusal.into_parts();
        let problem = match kind {
            Kind::NotFound => Self::not_found(message),
            Kind::Forbidden => Self::forbidden(message),
            Kind::Conflict => Self::conflict(message),
            Kind::TooLarge => Self::payload_too_large(message),
            Kind::Invalid(errors) => fields(&errors),
        };
        let problem = problem.with_problems(problems);
        members.into_iter().fold(problem, |problem, (name, value)| problem.with_member(name, value))
    }
}

/// Returns the problem for a person's own command on an organization. An organization that does not exist is answered
/// like one with which the person has nothing to do.
pub(crate) fn in_own_name(error: CommandError, what: &str) -> Problem {
    match error {
        CommandError::NotFound(stream) => nothing(what, &stream.id.to_string()),
        error => error.into(),
    }
}
