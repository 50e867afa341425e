//! The problems of pages: things that do not exist, and commands that were not carried out.

use api_kit::write_failed;
use axum::response::Response;
use service_kit::message;
use service_kit::problem::Problem;
use storage::StoreError;
use write_api::decision::Failure;
use write_api::{CommandError, FieldErrors, Refusal};

use crate::parts::control::Faults;
use crate::texts::Texts;

const UNCERTAIN: &str =
    "The store failed while saving, so it is unknown whether this was done. Check before you try again.";

/// Why a page does not answer as asked.
pub(crate) enum PageError {
    /// The form is refused: its page is shown again, with what was typed and these faults.
    Form(Faults),
    /// Someone else changed the event since it was read: the form is carried out again.
    Stale,
    /// Another page answers.
    Answer(Box<Response>),
    /// A page says the problem.
    Problem(Problem),
}

pub(crate) type PageResult = Result<Response, PageError>;

impl From<Problem> for PageError {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<Faults> for PageError {
    fn from(faults: Faults) -> Self {
        Self::Form(faults)
    }
}

impl From<Response> for PageError {
    fn from(page: Response) -> Self {
        Self::Answer(Box::new(page))
    }
}

impl From<FieldErrors> for PageError {
    fn from(errors: FieldErrors) -> Self {
        Self::Form(errors.into())
    }
}

impl PageError {
    /// Refuses a form with a sentence.
    pub(crate) fn line(text: String) -> Self {
        Self::Form(text.into())
    }

    /// Converts the error of a command. Refusals of fields are said at the fields.
    pub(crate) fn of_command(texts: &Texts, error: CommandError) -> Self {
        let refusal = match refusal(error) {
            Ok(refusal) => refusal,
            Err(problem) => return problem.into(),
        };
        match refusal.fields() {
            _ if refusal.code() == "account-not-theirs" => account_not_managed().into(),
            Some(errors) => errors.clone().into(),
            None => Self::line(texts.message(refusal.message())),
        }
    }

    /// Refuses a field.
    pub(crate) fn at(field: &'static str, text: String) -> Self {
        Faults::at(field, text).into()
    }
}

/// Returns the 403 for an account that the organization's administrators may not change.
pub(crate) fn account_not_managed() -> Problem {
    Problem::forbidden(message!(
        "account-not-managed",
        "Your organization does not manage this account, or its owner is also a member of another organization. The \
         owner or the operator of the service can change it."
    ))
}

/// Returns the reason of a refused command, for the page to show. Any other failure is a problem, and so is something
/// that does not exist.
pub(crate) fn refusal(error: CommandError) -> Result<Refusal, Problem> {
    match error {
        CommandError::Refused(refusal) if refusal.is_not_found() => Err(not_found()),
        CommandError::Refused(refusal) => Ok(refusal),
        CommandError::NotFound(_) => Err(not_found()),
        CommandError::Failed(failure) => Err(failed(failure)),
        other => Err(other.into()),
    }
}

/// Converts an error of a command of which no refusal is expected, except that something does not exist.
pub(crate) fn unexpected(error: CommandError) -> Problem {
    refusal(error).map_or_else(|problem| problem, Problem::internal)
}

/// Converts a failure of the store during a write.
pub(crate) fn store_problem(error: StoreError) -> Problem {
    failed(Failure::Store(error))
}

/// Converts a failure of the write side.
pub(crate) fn failed(failure: Failure) -> Problem {
    match failure {
        Failure::Store(error) if error.is_uncertain() => {
            Problem::unavailable(message!("page-write-uncertain", UNCERTAIN), 1).with_source(error)
        }
        Failure::Store(error) => write_failed(error),
        failure => Problem::internal(failure),
    }
}

/// Returns a 404. Its text is the same for missing things and for those of other organizations.
pub(crate) fn not_found() -> Problem {
    Problem::not_found(message!(
        "page-not-found",
        "There is nothing at this address. It may be mistyped, or its content was removed."
    ))
}
