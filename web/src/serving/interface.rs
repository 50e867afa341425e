//! Runs the commands of forms at the desk and of players' pages. They are the commands that the HTTP interface runs, with the
//! same checks, so a page can do nothing that the interface cannot, and every permission and refusal is the interface's own.

use axum::http::StatusCode;
use service_kit::problem::Problem;
use write_api::{Command, Terms};

use crate::serving::failures::PageError;
use crate::serving::request::PageRequest;
use crate::texts::Texts;

/// How often a form is carried out while others change the event at the same time.
pub(crate) const ATTEMPTS: usize = 8;

#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    /// The faults, one sentence each.
    pub(crate) lines: Vec<String>,
    /// The fields of the first lines, as the interface calls them.
    pub(crate) fields: Vec<String>,
    /// The code of the sentence that explains it.
    pub(crate) code: &'static str,
    /// A failure of the service itself.
    failure: Option<Problem>,
}

pub(crate) async fn run<C: Command>(request: &PageRequest, terms: Terms, command: &C) -> Result<C::Done, Refused> {
    request.shared.interface.run(terms, command).await.map_err(|problem| Refused::by(problem, request.texts))
}

impl Refused {
    /// Says a problem in the language of the page: the faults of fields, else its detail.
    pub(crate) fn by(problem: Problem, in_words: &Texts) -> Self {
        let status = problem.status();
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            return Self { status, lines: Vec::new(), fields: Vec::new(), code: "", failure: Some(problem) };
        }
        let faults =
            problem.errors().iter().flat_map(|(field, messages)| messages.iter().map(move |said| (field, said)));
        let (fields, mut lines): (Vec<_>, Vec<_>) =
            faults.map(|(field, said)| (field.clone(), in_words.message(said))).unzip();
        lines.extend(problem.problems().iter().map(|said| in_words.message(said)));
        if lines.is_empty() {
            lines.push(in_words.message(problem.message()));
        }
        Self { status, lines, fields, code: problem.message().code(), failure: None }
    }

    /// Returns the fault at its field, if it is one of these and the only one; else the refusal of the whole form.
    pub(crate) fn at_field(self, known: &[&'static str]) -> PageError {
        let field = self.fields.first().and_then(|field| known.iter().find(|known| *known == field));
        match (field, self.lines.as_slice()) {
            (Some(field), [line]) => PageError::at(field, line.clone()),
            _ => self.into(),
        }
    }

    /// Returns what carries the form out again if another request changed the event first, else the refusal.
    pub(crate) fn or_again(self) -> PageError {
        self.or_changed(PageError::Stale)
    }

    /// Returns this error if another request changed the event first, else the refusal.
    pub(crate) fn or_changed(self, error: PageError) -> PageError {
        if self.is_stale() { error } else { self.into() }
    }

    /// Whether another request changed the event first.
    pub(crate) fn is_stale(&self) -> bool {
        self.status == StatusCode::PRECONDITION_FAILED
    }

    /// Whether the same form was carried out before, and its request would be another one now.
    pub(crate) fn is_key_reused(&self) -> bool {
        self.code == "idempotency-key-reused"
    }
}

impl From<Refused> for PageError {
    fn from(refused: Refused) -> Self {
        refused.failure.map_or_else(|| Self::Form(refused.lines.into()), Self::Problem)
    }
}

#[cfg(test)]
mod tests {
    use service_kit::message;

    use super::*;
    use crate::texts::Language;

    #[test]
    fn refusal_says_the_faults_of_fields_or_the_detail() {
        let lines = |problem: Problem| Refused::by(problem, Texts::of(Language::English)).lines;
        let detail = message!("round-is-complete", "Round {number} is complete.", number = 3);
        assert_eq!(lines(Problem::conflict(detail.clone())), ["Round 3 is complete."]);
        let field = message!("empty", "May not be empty.");
        assert_eq!(lines(Problem::bad_request(detail).with_error("name", field)), ["May not be empty."]);
    }
}
