//! Problems for refused commands on teams.

use api_kit::path::nothing;
use domain::machines::REGISTRATION;
use service_kit::problem::Problem;

use super::conflict;
use super::{IntoProblem, fields, registrations};
use crate::commands::teams::{drop_team, form_team};
use crate::commands::tournaments::field::Over;

fn over(refusal: Over) -> Problem {
    registrations::over(refusal, format!("The event is {}: its teams can no longer change.", refusal.0))
}

impl IntoProblem for form_team::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
            Self::NoTeams | Self::InTeam { .. } => conflict(&self),
            Self::NotComplete { status, .. } => {
                let legal: Vec<_> = REGISTRATION.after(status).iter().map(|status| status.wire_name()).collect();
                conflict(&self).with_member("legal", legal)
            }
            Self::Over(refusal) => over(refusal),
        }
    }
}

impl IntoProblem for drop_team::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownTeam(id) => nothing("team", &id.to_string()),
            Self::Over(refusal) => over(refusal),
        }
    }
}
