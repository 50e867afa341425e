//! Turns refusals and failures into problems for clients. Each area has its refusals in its own folder.

use std::convert::Infallible;

use api_kit::path::nothing;
use api_kit::{answer_failed, write_failed};
use axum::http::header;
use domain::machines::{IllegalStep, ROUND};
use proto_events::StreamKind;
use proto_events::vocabulary::ProgressStatus;
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use super::headers::etag;
use crate::engine::decision::Failure;
use crate::{CommandError, FieldErrors, Stale};

/// Returns the problem for a command that was not carried out.
pub(crate) fn not_done<R: IntoProblem>(error: CommandError<R>) -> Problem {
    match error {
        CommandError::Refused(refusal) => refusal.into_problem(),
        CommandError::NotFound(stream) => nothing(called(stream.kind), &stream.id.to_string()),
        CommandError::Stale { stream, stale } => outdated(called(stream.kind), stale),
        CommandError::KeyReused => Problem::idempotency_key_reused(message!(
            "idempotency-key-reused",
            "This Idempotency-Key was used before with another request. Repeat that request unchanged, or send a new \
             one with a new key."
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

/// Returns the name that clients know for a kind of stream.
fn called(kind: StreamKind) -> &'static str {
    match kind {
        StreamKind::Tournament => "event",
        kind => kind.name(),
    }
}

/// Returns the problem for a change of another version than the current one.
fn outdated(what: &str, Stale { current }: Stale) -> Problem {
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

/// A refusal that becomes a problem for clients.
pub(crate) trait IntoProblem {
    /// Returns the problem.
    fn into_problem(self) -> Problem;
}

impl<R: IntoProblem> From<CommandError<R>> for Problem {
    fn from(error: CommandError<R>) -> Self {
        not_done(error)
    }
}

/// Returns the problem for a refusal that is about one field of the body.
pub(crate) fn at_field(field: &'static str, refusal: Message) -> Problem {
    let mut errors = FieldErrors::default();
    errors.add(field, refusal);
    fields(&errors)
}

/// Adds the possible steps of a round with this status.
pub(crate) fn with_steps_of_round(problem: Problem, status: ProgressStatus) -> Problem {
    let legal: Vec<_> = ROUND.after(status).iter().map(|status| status.wire_name()).collect();
    problem.with_member("legal", legal)
}

/// Returns a step that a state machine does not allow, as a sentence.
pub(crate) fn illegal_step(IllegalStep { machine, from, to, legal }: &IllegalStep) -> Message {
    match legal[..] {
        [] => message!(
            "illegal-step-at-the-end",
            "A {machine} that is {from} cannot become {to}; it can become nothing else.",
            machine,
            from,
            to
        ),
        _ => message!(
            "illegal-step",
            "A {machine} that is {from} cannot become {to}; it can become {legal}.",
            machine,
            from,
            to,
            legal = legal.join(", ")
        ),
    }
}

impl IntoProblem for IllegalStep {
    /// Adds the legal steps as `legal`, for programs.
    fn into_problem(self) -> Problem {
        Problem::conflict(illegal_step(&self)).with_member("legal", self.legal)
    }
}

impl IntoProblem for Infallible {
    fn into_problem(self) -> Problem {
        match self {}
    }
}
