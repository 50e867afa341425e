//! Why a body cannot be read at all.

use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::with_errors;

/// Why a body cannot be read at all. Errors in single fields are reported by field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// It does not match its media type.
    Malformed(Message),
    /// A part of it has an unsupported format.
    Unsupported(Message),
}

impl Unreadable {
    /// Returns the problem, with the errors found before.
    pub(crate) fn into_problem(self, errors: &FieldErrors) -> Problem {
        match self {
            Self::Malformed(detail) => with_errors(Problem::bad_request(detail), errors),
            Self::Unsupported(detail) => Problem::unsupported_media_type(detail),
        }
    }
}
