//! Why a command on a penalty or a call is refused, and the problem that the client gets.

use api_kit::path::nothing;
use proto_events::ids::{CallId, PenaltyId};
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, fields};
use crate::registrations::entries::Over;

/// Why a command on a penalty or a call is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub(crate) enum Refusal {
    /// The event has no such penalty.
    UnknownPenalty(PenaltyId),
    /// The event has no such call.
    UnknownCall(CallId),
    /// A field is invalid, or names something that is not in the event.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The person does not play in the match.
    NotYours,
    /// The event is over.
    Over(#[from] Over),
    /// Another judge took the call.
    Taken(CallId),
    /// The call is closed.
    Closed(CallId),
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::UnknownPenalty(value) => {
                message!("judging-unknown-penalty", "The event has no penalty {value}.", value)
            }
            Self::UnknownCall(value) => {
                message!("judging-unknown-call", "The event has no call {value}.", value)
            }
            Self::Invalid(refusal) => refusal.message(),
            Self::NotYours => {
                message!("judging-not-yours", "You do not play in this match: call a judge to your own match.")
            }
            Self::Over(value) => {
                message!("judging-over", "The event is {value}: no judge can be called.", value = value.0)
            }
            Self::Taken(..) => message!(
                "judging-taken",
                "Another judge has taken this call; close it when it is settled, or call a judge again."
            ),
            Self::Closed(..) => message!("judging-closed", "This call is CLOSED; call a judge again."),
        }
    }
}

impl Refusal {
    /// Returns the refusal of a field.
    pub(crate) fn at(field: &'static str, message: Message) -> Self {
        let mut errors = FieldErrors::default();
        errors.add(field, message);
        Self::Invalid(errors)
    }

    /// Returns the refusal of a match that is not in the event.
    pub(crate) fn unknown_match() -> Self {
        Self::at("match_id", message!("no-match-with-this-id", "The event has no match with this id."))
    }
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownPenalty(id) => nothing("penalty", &id.to_string()),
            Self::UnknownCall(id) => nothing("call", &id.to_string()),
            Self::Invalid(errors) => fields(&errors),
            Self::NotYours => Problem::forbidden(self.message()),
            Self::Over(over) => over.problem(self.message()),
            Self::Taken(_) | Self::Closed(_) => Problem::conflict(self.message()),
        }
    }
}
