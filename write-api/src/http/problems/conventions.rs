//! Problems for refused commands on conventions.

use domain::machines::CONVENTION;
use service_kit::problem::Problem;

use super::{IntoProblem, fields};
use crate::commands::conventions::{change_convention, change_convention_status, create_convention};

impl IntoProblem for create_convention::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
        }
    }
}

impl IntoProblem for change_convention::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
            Self::Final(status) => {
                let legal: Vec<_> = CONVENTION.after(status).iter().map(|status| status.wire_name()).collect();
                Problem::conflict(format!("The convention is {status}, which is final: it can no longer be changed."))
                    .with_member("legal", legal)
            }
        }
    }
}

impl IntoProblem for change_convention_status::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Illegal(step) => step.into_problem(),
        }
    }
}
