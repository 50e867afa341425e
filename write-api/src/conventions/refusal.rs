//! Why a command on a convention is refused, and the problem that the client gets.

use domain::machines::{CONVENTION, IllegalStep};
use proto_events::vocabulary::ConventionStatus;
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, fields, illegal_step};

/// Why a command on a convention is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum Refusal {
    /// A field is invalid, or another convention has the slug.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The convention's status is final.
    Final(ConventionStatus),
    /// The state machine does not allow this step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Invalid(refusal) => refusal.message(),
            Self::Final(value) => message!(
                "convention-final",
                "The convention is {value}, which is final: it can no longer be changed.",
                value
            ),
            Self::Illegal(step) => illegal_step(step),
        }
    }
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
            Self::Final(status) => {
                let legal: Vec<_> = CONVENTION.after(status).iter().map(|status| status.wire_name()).collect();
                Problem::conflict(self.message()).with_member("legal", legal)
            }
            Self::Illegal(step) => step.into_problem(),
        }
    }
}
