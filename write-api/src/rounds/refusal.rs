//! Why a command on a round is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::machines::{EVENT, IllegalStep, PAIRINGS};
use domain::pairing::edit::Problem as Trouble;
use domain::tournament::clock::LENGTH_SECONDS;
use proto_events::ids::RoundId;
use proto_events::vocabulary::{GenerationStatus, LifecycleStatus, ProgressStatus};
use service_kit::problem::Problem;

use super::document::PairingWarning;
use super::pairing::CannotPair;
use crate::http::problems::{IntoProblem, at_field, conflict, with_steps_of_round};

/// The event is not played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotRunning {
    /// It does not have the status that the command needs.
    #[error("the event is {lifecycle}; it must be {needed}")]
    Status {
        /// Its status.
        lifecycle: LifecycleStatus,
        /// The status that the command needs.
        needed: LifecycleStatus,
    },
    /// It does not take place.
    #[error("the event is canceled; take that back first, with is_canceled false")]
    Canceled,
}

/// Why a command on a round is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    /// The event has no such round.
    #[error("the event has no round {0}")]
    UnknownRound(RoundId),
    /// The event's status does not allow it.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// A round is not complete.
    #[error("round {number} is {status}; it must be COMPLETE")]
    RoundOpen {
        /// The round.
        round_id: RoundId,
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
    /// The round has begun, so its pairings stay.
    #[error("round {number} is {status}; its pairings can be changed while it is UPCOMING")]
    RoundBegun {
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
    /// The round has begun, so it cannot be removed.
    #[error("round {number} is {status}; only one that is UPCOMING can be removed")]
    NotRemovable {
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
    /// The round is complete, so no deck is checked.
    #[error("round {number} is {status}; decks are checked while it is UPCOMING or IN_PROGRESS")]
    TooLateToCheck {
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
    /// The decks of all tables were checked.
    #[error("all tables of round {0} have a deck check")]
    AllChecked(i32),
    /// The playoff has begun, and no other rounds can follow.
    #[error("the playoff has begun; only playoff rounds can follow")]
    PlayoffBegun,
    /// The round cannot be paired.
    #[error(transparent)]
    CannotPair(#[from] CannotPair),
    /// A table has too many or too few entrants, or a kind that this round does not have.
    #[error("{0}")]
    Malformed(&'static str),
    /// These pairings cannot be played.
    #[error("these pairings cannot be played: {0:?}")]
    Wrong(Vec<Trouble>),
    /// The round has no pairings.
    #[error("the pairings of round {number} are {pairings}; pair it first")]
    NotPaired {
        /// The round's number.
        number: i32,
        /// The status of its pairings.
        pairings: GenerationStatus,
    },
    /// The round is complete, and something followed it.
    #[error("round {number} is COMPLETE, and {followed_by} followed it; correct its results instead")]
    Followed {
        /// The round's number.
        number: i32,
        /// The round or cut that followed.
        followed_by: String,
    },
    /// The round's status does not allow the step.
    #[error(transparent)]
    Step(#[from] IllegalStep),
    /// Results are missing.
    #[error(
        "{}: no result is reported. Report the results, or send {{\"unreported\": \"draw\"}} to count them as draws",
        listed(tables)
    )]
    Unreported {
        /// The table numbers.
        tables: Vec<i32>,
    },
    /// Matches of a playoff have no winner.
    #[error("{}: a playoff match needs a winner", listed(tables))]
    NoWinner {
        /// The table numbers.
        tables: Vec<i32>,
    },
    /// The round's status does not allow a change of its clock.
    #[error("Round {number} is {status}. This change of its clock is possible only while it is {}", statuses(needed))]
    ClockStands {
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
        /// The statuses that the change allows.
        needed: &'static [ProgressStatus],
    },
    /// The clock has no length.
    #[error("the round has no clock. Send length_seconds, or set round_minutes of the event")]
    NoClock,
    /// The clock would have no length.
    #[error("The clock would have no time. Send a smaller reduction, or complete the round.")]
    ClockTooShort,
    /// The clock would be too long.
    #[error("The clock would be longer than {LENGTH_SECONDS} seconds, a day. Add less time.")]
    ClockTooLong,
    /// The playoff has begun, and no cut can follow.
    #[error("the playoff has begun; its matches decide who advances")]
    CutInPlayoff,
    /// Too few would advance.
    #[error("{0} would advance; at least 2 must")]
    TooFewAdvance(usize),
}

impl IntoProblem for Refusal {
    /// Adds what programs can use: `legal` steps, the `round` or `tables` that prevent the step, `problems` of pairings.
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRound(id) => nothing("round", &id.to_string()),
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::Step(step) => step.into_problem(),
            Self::RoundOpen { round_id, status, .. } => {
                with_steps_of_round(conflict(&self).with_member("round", round_id.0), status)
            }
            Self::RoundBegun { status, .. }
            | Self::NotRemovable { status, .. }
            | Self::ClockStands { status, .. }
            | Self::TooLateToCheck { status, .. } => with_steps_of_round(conflict(&self), status),
            Self::PlayoffBegun => conflict(&self).with_member("legal", vec!["playoff"]),
            Self::Malformed(said) => {
                Problem::bad_request("matches is invalid, see `errors`.").with_error("matches", said)
            }
            Self::Wrong(problems) => {
                let problems: Vec<PairingWarning> = problems.into_iter().map(PairingWarning::of).collect();
                let said: Vec<_> = problems.iter().map(PairingWarning::detail).collect();
                let detail = format!("These pairings cannot be played: {}", said.join(" "));
                Problem::conflict(detail).with_member("problems", serde_json::json!(problems))
            }
            Self::NotPaired { pairings, .. } => {
                let legal: Vec<_> = PAIRINGS.after(pairings).iter().map(|status| status.wire_name()).collect();
                conflict(&self).with_member("legal", legal)
            }
            Self::Unreported { ref tables } | Self::NoWinner { ref tables } => {
                conflict(&self).with_member("tables", tables.clone())
            }
            Self::ClockTooShort | Self::ClockTooLong => at_field("add_seconds", &self),
            Self::NoClock
            | Self::CannotPair(_)
            | Self::Followed { .. }
            | Self::CutInPlayoff
            | Self::TooFewAdvance(_)
            | Self::AllChecked(_) => conflict(&self),
        }
    }
}

impl IntoProblem for NotRunning {
    /// Adds the possible steps of the event.
    fn into_problem(self) -> Problem {
        let Self::Status { lifecycle, .. } = self else { return conflict(&self) };
        let legal: Vec<_> = EVENT.after(lifecycle).iter().map(|status| status.wire_name()).collect();
        conflict(&self).with_member("legal", legal)
    }
}

fn statuses(needed: &[ProgressStatus]) -> String {
    let names: Vec<_> = needed.iter().map(|status| status.wire_name()).collect();
    names.join(" or ")
}

fn listed(numbers: &[i32]) -> String {
    let listed: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    let word = if numbers.len() == 1 { "table" } else { "tables" };
    format!("{word} {}", listed.join(", "))
}
