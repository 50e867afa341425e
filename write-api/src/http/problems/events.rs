//! Problems for refused commands on events.

use service_kit::problem::Problem;

use super::{IntoProblem, fields};
use crate::commands::tournaments::{change_event, change_lifecycle, create_event};

impl IntoProblem for create_event::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
        }
    }
}

impl IntoProblem for change_event::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Invalid(errors) => fields(&errors),
            Self::PlayHasBegun(names) => Problem::conflict(format!(
                "Play has begun, and results depend on {}: this cannot be changed any more.",
                names.join(" and ")
            )),
            Self::TeamsFormed => Problem::conflict("Teams were formed: team_size cannot be changed any more."),
        }
    }
}

impl IntoProblem for change_lifecycle::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Illegal(step) => step.into_problem(),
            Self::RoundsOpen(numbers) => {
                let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
                Problem::conflict(format!(
                    "An event is finished when every round is COMPLETE, and these are not: {}. Complete them first.",
                    numbers.join(", ")
                ))
            }
            Self::PlayHasBegun(status) => {
                Problem::conflict(format!("Play has begun: the event cannot become {status} any more."))
            }
        }
    }
}
