//! Why a command on a penalty or a call is refused, and the problem that the client gets.

use api_kit::path::nothing;
use proto_events::ids::{CallId, PenaltyId};
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, conflict, fields};
use crate::registrations::entries::Over;

/// Why a command on a penalty or a call is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// The event has no such penalty.
    #[error("the event has no penalty {0}")]
    UnknownPenalty(PenaltyId),
    /// The event has no such call.
    #[error("the event has no call {0}")]
    UnknownCall(CallId),
    /// A field is invalid, or names something that is not in the event.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The person does not play in the match.
    #[error("You do not play in this match: call a judge to your own match.")]
    NotYours,
    /// The event is over.
    #[error("The event is {}: no judge can be called.", .0.0)]
    Over(#[from] Over),
    /// Another judge took the call.
    #[error("another judge has taken this call; close it when it is settled, or call a judge again")]
    Taken(CallId),
    /// The call is closed.
    #[error("this call is CLOSED; call a judge again")]
    Closed(CallId),
}

impl Refusal {
    /// Returns the refusal of a field.
    pub(crate) fn at(field: &'static str, message: &str) -> Self {
        let mut errors = FieldErrors::default();
        errors.add(field, message);
        Self::Invalid(errors)
    }
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownPenalty(id) => nothing("penalty", &id.to_string()),
            Self::UnknownCall(id) => nothing("call", &id.to_string()),
            Self::Invalid(errors) => fields(&errors),
            Self::NotYours => Problem::forbidden(self.to_string()),
            Self::Over(over) => over.problem(self.to_string()),
            Self::Taken(_) | Self::Closed(_) => conflict(&self),
        }
    }
}
