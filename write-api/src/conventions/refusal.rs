//! Why a command on a convention is refused, and the problem that the client gets.

use domain::machines::{CONVENTION, IllegalStep};
use proto_events::vocabulary::ConventionStatus;
use service_kit::problem::Problem;

use crate::FieldErrors;
use crate::http::problems::{IntoProblem, conflict, fields};

/// Why a command on a convention is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid, or another convention has the slug.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The convention's status is final.
    #[error("the convention is {0}, which is final: it can no longer be changed")]
    Final(ConventionStatus),
    /// The state machine does not allow this step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
            Self::Final(status) => {
                let legal: Vec<_> = CONVENTION.after(status).iter().map(|status| status.wire_name()).collect();
                conflict(&self).with_member("legal", legal)
            }
            Self::Illegal(step) => step.into_problem(),
        }
    }
}
