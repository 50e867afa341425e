//! Problems for refused commands on rounds.

use api_kit::path::nothing;
use domain::machines::{EVENT, PAIRINGS};
use service_kit::problem::Problem;

use super::{IntoProblem, conflict, with_steps_of_round};
use crate::commands::rounds::obstacles::{NotRunning, RoundBegun, RoundOpen, UnknownRound};
use crate::commands::rounds::round_inputs::Outgrown;
use crate::commands::rounds::{
    add_round, complete_round, edit_pairings, make_cut, pair_round, remove_round, start_round,
};
use crate::http::documents::rounds::PairingWarning;

fn tables(numbers: &[i32]) -> String {
    let listed: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    let word = if numbers.len() == 1 { "Table" } else { "Tables" };
    format!("{word} {}", listed.join(", "))
}

impl IntoProblem for NotRunning {
    fn into_problem(self) -> Problem {
        let legal: Vec<_> = EVENT.after(self.lifecycle).iter().map(|status| status.wire_name()).collect();
        conflict(&self).with_member("legal", legal)
    }
}

impl IntoProblem for UnknownRound {
    fn into_problem(self) -> Problem {
        nothing("round", &self.0.to_string())
    }
}

impl IntoProblem for RoundOpen {
    fn into_problem(self) -> Problem {
        with_steps_of_round(conflict(&self).with_member("round", self.round_id.0), self.status)
    }
}

impl IntoProblem for RoundBegun {
    fn into_problem(self) -> Problem {
        with_steps_of_round(conflict(&self), self.status)
    }
}

impl IntoProblem for Outgrown {
    fn into_problem(self) -> Problem {
        Problem::unavailable("Players keep joining this event. Please try again.", 1).with_source(self)
    }
}

impl IntoProblem for crate::commands::rounds::CannotPair {
    fn into_problem(self) -> Problem {
        conflict(&self)
    }
}

impl IntoProblem for add_round::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::RoundOpen(refusal) => refusal.into_problem(),
            Self::PlayoffBegun => conflict(&self).with_member("legal", vec!["playoff"]),
            Self::CannotPair(refusal) => refusal.into_problem(),
            Self::Outgrown(refusal) => refusal.into_problem(),
        }
    }
}

impl IntoProblem for pair_round::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRound(refusal) => refusal.into_problem(),
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::RoundBegun(refusal) => refusal.into_problem(),
            Self::CannotPair(refusal) => refusal.into_problem(),
            Self::Outgrown(refusal) => refusal.into_problem(),
        }
    }
}

impl IntoProblem for edit_pairings::Refusal {
    /// Adds the problems of the pairings as `problems`, for programs.
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRound(refusal) => refusal.into_problem(),
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::RoundBegun(refusal) => refusal.into_problem(),
            Self::Malformed(said) => {
                Problem::bad_request("matches is invalid, see `errors`.").with_error("matches", said)
            }
            Self::Wrong(problems) => {
                let problems: Vec<PairingWarning> = problems.into_iter().map(PairingWarning::of).collect();
                let said: Vec<_> = problems.iter().map(PairingWarning::detail).collect();
                let detail = format!("These pairings cannot be played: {}", said.join(" "));
                Problem::conflict(detail).with_member("problems", serde_json::json!(problems))
            }
            Self::Outgrown(refusal) => refusal.into_problem(),
        }
    }
}

impl IntoProblem for remove_round::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRound(refusal) => refusal.into_problem(),
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::Begun { status, .. } => with_steps_of_round(conflict(&self), status),
        }
    }
}

impl IntoProblem for start_round::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRound(refusal) => refusal.into_problem(),
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::NotPaired { pairings, .. } => {
                let legal: Vec<_> = PAIRINGS.after(pairings).iter().map(|status| status.wire_name()).collect();
                conflict(&self).with_member("legal", legal)
            }
            Self::Followed { .. } => conflict(&self),
            Self::Step(step) => step.into_problem(),
        }
    }
}

impl IntoProblem for complete_round::Refusal {
    /// Adds the tables as `tables`, for programs.
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRound(refusal) => refusal.into_problem(),
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::Step(step) => step.into_problem(),
            Self::Unreported { tables: missing } => {
                let detail = format!(
                    "{}: no result is reported. Report the results, or send {{\"unreported\": \"draw\"}} to count them \
                     as draws.",
                    tables(&missing)
                );
                Problem::conflict(detail).with_member("tables", missing)
            }
            Self::NoWinner { tables: undecided } => {
                let detail = format!("{}: a playoff match needs a winner.", tables(&undecided));
                Problem::conflict(detail).with_member("tables", undecided)
            }
        }
    }
}

impl IntoProblem for make_cut::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::RoundOpen(refusal) => refusal.into_problem(),
            Self::PlayoffBegun | Self::TooFew(_) => conflict(&self),
        }
    }
}
