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

/// The answer of a page.
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

    /// Converts the error of a command. Pages say some refusals in their own words, and those of fields at the fields; any
    /// other refusal is an error of this service.
    pub(crate) fn of_command(texts: &Texts, error: CommandError) -> Self {
        let refusal = match refusal(error) {
            Ok(refusal) => refusal,
            Err(problem) => return problem.into(),
        };
        if refusal.code() == "account-not-theirs" {
            return account_not_managed().into();
        }
        let own = OWN_WORDS.iter().find(|(code, ..)| *code == refusal.code());
        if let Some((_, field, key)) = own {
            return Self::at(field, texts.said(key, refusal.message()));
        }
        match refusal.fields() {
            Some(errors) => errors.clone().into(),
            None => Problem::internal(refusal).into(),
        }
    }

    /// Refuses a field, or the whole form if the field has no name.
    pub(crate) fn at(field: &'static str, text: String) -> Self {
        if field.is_empty() { Self::line(text) } else { Faults::at(field, text).into() }
    }
}

/// The refusals that pages of the panel say in their own words: the code, the field, and the key of the text, which can use
/// the arguments of the refusal.
const OWN_WORDS: [(&str, &str, &str); 14] = [
    ("account-not-a-member", "organization", "panel-no-longer-member"),
    ("account-too-many-tokens", "name", "panel-too-many-tokens"),
    ("account-no-username", "", "panel-no-username"),
    ("account-known-elsewhere", "", "panel-erase-elsewhere"),
    ("account-merged-elsewhere", "", "panel-erase-elsewhere"),
    ("account-merged-into", "", "panel-erase-merged"),
    ("account-last-administrator", "", "panel-erase-last-administrator"),
    ("account-no-erasure-list", "", "panel-erase-no-list"),
    ("member-last-administrator", "role", "panel-last-administrator"),
    ("api-key-too-many", "name", "panel-too-many-keys"),
    ("api-key-revoked", "expires_at", "panel-key-revoked-meanwhile"),
    ("webhook-too-many", "url", "panel-too-many-webhooks"),
    ("webhook-disabled", "from", "panel-webhook-off-no-resend"),
    ("end-before-from", "to", "panel-webhook-ends-before"),
];

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
        CommandError::Busy(stream) => {
            let problem =
                Problem::unavailable(message!("page-busy", "Others are changing the same data. Please try again."), 1);
            Err(problem.with_source(format!("others keep writing to {stream}")))
        }
        CommandError::Crowded => {
            let problem = Problem::unavailable(
                message!("many-sign-in", "Many people sign in at the moment. Please try again in a few seconds."),
                2,
            );
            Err(problem.with_source("too many passwords wait to be checked"))
        }
        CommandError::Failed(failure) => Err(failed(failure)),
        CommandError::KeyReused => Err(Problem::internal("a page sent an idempotency key")),
        CommandError::Stale { .. } => Err(Problem::internal("a page sent a version")),
    }
}

/// Refuses a form with the sentence of the command's refusal.
pub(crate) fn spoken(texts: &Texts, error: CommandError) -> PageError {
    refusal(error).map_or_else(PageError::from, |refused| PageError::line(texts.message(refused.message())))
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
