//! Why a command on a round is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::machines::{IllegalStep, PAIRINGS};
use domain::pairing::edit::Problem as Trouble;
use domain::tournament::clock::LENGTH_SECONDS;
use proto_events::ids::RoundId;
use proto_events::vocabulary::{GenerationStatus, ProgressStatus};
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use super::document::PairingWarning;
use super::pairing::CannotPair;
use crate::http::problems::{IntoProblem, at_field, illegal_step, with_steps_of_round};
use crate::in_play::NotRunning;

/// Why a command on a round is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub(crate) enum Refusal {
    /// The event has no such round.
    UnknownRound(RoundId),
    /// The event's status does not allow it.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// A round is not complete.
    RoundOpen {
        /// The round.
        round_id: RoundId,
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
    /// The round has begun, so its pairings stay.
    RoundBegun {
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
    /// The round has begun, so it cannot be removed.
    NotRemovable {
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
    /// The round is complete, so no deck is checked.
    TooLateToCheck {
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
    /// The decks of all tables were checked.
    AllChecked(i32),
    /// The playoff has begun, and no other rounds can follow.
    PlayoffBegun,
    /// The round cannot be paired.
    #[error(transparent)]
    CannotPair(#[from] CannotPair),
    /// A table has too many or too few entrants, or a kind that this round does not have.
    Malformed(Message),
    /// These pairings cannot be played.
    Wrong(Vec<Trouble>),
    /// The round has no pairings.
    NotPaired {
        /// The round's number.
        number: i32,
        /// The status of its pairings.
        pairings: GenerationStatus,
    },
    /// The round is complete, and another round or a cut followed it.
    Followed {
        /// The round's number.
        number: i32,
        /// The number of the round that followed; `None` if only a cut did.
        next: Option<i32>,
    },
    /// The round's status does not allow the step.
    #[error(transparent)]
    Step(#[from] IllegalStep),
    /// Results are missing.
    Unreported {
        /// The table numbers.
        tables: Vec<i32>,
    },
    /// Matches of a playoff have no winner.
    NoWinner {
        /// The table numbers.
        tables: Vec<i32>,
    },
    /// The round's status does not allow a change of its clock.
    ClockStands {
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
    /// The clock has no length.
    NoClock,
    /// The clock would have no length.
    ClockTooShort,
    /// The clock would be too long.
    ClockTooLong,
    /// The playoff has begun, and no cut can follow.
    CutInPlayoff,
    /// Too few would advance.
    TooFewAdvance(usize),
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::UnknownRound(id) => nothing("round", &id.to_string()).message().clone(),
            Self::NotRunning(refusal) => refusal.message(),
            Self::RoundOpen { number, status, .. } => {
                message!("round-open", "Round {number} is {status}; it must be COMPLETE.", number, status)
            }
            Self::RoundBegun { number, status } => message!(
                "round-begun",
                "Round {number} is {status}; its pairings can be changed while it is UPCOMING.",
                number,
                status
            ),
            Self::NotRemovable { number, status } => message!(
                "round-not-removable",
                "Round {number} is {status}; only one that is UPCOMING can be removed.",
                number,
                status
            ),
            Self::TooLateToCheck { number, status } => message!(
                "round-too-late-to-check",
                "Round {number} is {status}; decks are checked while it is UPCOMING or IN_PROGRESS.",
                number,
                status
            ),
            Self::AllChecked(number) => {
                message!("round-all-checked", "All tables of round {number} have a deck check.", number)
            }
            Self::PlayoffBegun => {
                message!("round-playoff-begun", "The playoff has begun; only playoff rounds can follow.")
            }
            Self::CannotPair(refusal) => refusal.message(),
            Self::Malformed(fault) => fault.clone(),
            Self::Wrong(problems) => wrong(problems),
            Self::NotPaired { number, pairings } => message!(
                "round-not-paired",
                "The pairings of round {number} are {pairings}; pair it first.",
                number,
                pairings
            ),
            Self::Followed { number, next } => followed(*number, *next),
            Self::Step(step) => illegal_step(step),
            Self::Unreported { tables } => unreported(tables),
            Self::NoWinner { tables } => no_winner(tables),
            Self::ClockStands { number, status } => clock_stands(*number, *status),
            Self::NoClock => message!(
                "round-no-clock",
                "The round has no clock. Send length_seconds, or set round_minutes of the event."
            ),
            Self::ClockTooShort => message!(
                "round-clock-too-short",
                "The clock would have no time. Send a smaller reduction, or complete the round."
            ),
            Self::ClockTooLong => message!(
                "round-clock-too-long",
                "The clock would be longer than {most} seconds, a day. Add less time.",
                most = LENGTH_SECONDS
            ),
            Self::CutInPlayoff => {
                message!("round-cut-in-playoff", "The playoff has begun; its matches decide who advances.")
            }
            Self::TooFewAdvance(count) => {
                message!("round-too-few-advance", "{count} would advance; at least 2 must.", count)
            }
        }
    }
}

/// Returns why pairings cannot be played. Pages say the problems one by one, in their language.
fn wrong(problems: &[Trouble]) -> Message {
    let said: Vec<_> = problems.iter().map(|problem| PairingWarning::of(*problem).message().to_string()).collect();
    message!("pairings-wrong", "These pairings cannot be played: {problems}", problems = said.join(" "))
}

fn followed(number: i32, next: Option<i32>) -> Message {
    match next {
        Some(next) => message!(
            "round-followed",
            "Round {number} is COMPLETE, and round {next} followed it; correct its results instead.",
            number,
            next
        ),
        None => message!(
            "round-followed-by-a-cut",
            "Round {number} is COMPLETE, and a cut followed it; correct its results instead.",
            number
        ),
    }
}

fn unreported(tables: &[i32]) -> Message {
    match tables {
        [table] => message!(
            "round-unreported-table",
            "Table {table}: no result is reported. Report the result, or send {{\"unreported\": \"draw\"}} to count it \
             as a draw.",
            table
        ),
        tables => message!(
            "round-unreported",
            "Tables {tables}: no result is reported. Report the results, or send {{\"unreported\": \"draw\"}} to count \
             them as draws.",
            tables = listed(tables)
        ),
    }
}

fn no_winner(tables: &[i32]) -> Message {
    match tables {
        [table] => message!("round-no-winner-at-a-table", "Table {table}: a playoff match needs a winner.", table),
        tables => {
            message!("round-no-winner", "Tables {tables}: a playoff match needs a winner.", tables = listed(tables))
        }
    }
}

fn clock_stands(number: i32, status: ProgressStatus) -> Message {
    match status {
        ProgressStatus::Complete => {
            message!("round-clock-over", "Round {number} is COMPLETE; its clock cannot be changed any more.", number)
        }
        status => message!(
            "round-clock-stands",
            "Round {number} is {status}. This change of its clock is possible only while it is IN_PROGRESS.",
            number,
            status
        ),
    }
}

impl IntoProblem for Refusal {
    /// Adds the facts that programs use: `legal` steps, the `round` or `tables` in the way, `problems` of pairings.
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRound(id) => nothing("round", &id.to_string()),
            Self::NotRunning(refusal) => refusal.into_problem(),
            Self::Step(step) => step.into_problem(),
            Self::RoundOpen { round_id, status, .. } => {
                with_steps_of_round(Problem::conflict(self.message()).with_member("round", round_id.0), status)
            }
            Self::RoundBegun { status, .. }
            | Self::NotRemovable { status, .. }
            | Self::ClockStands { status, .. }
            | Self::TooLateToCheck { status, .. } => with_steps_of_round(Problem::conflict(self.message()), status),
            Self::PlayoffBegun => Problem::conflict(self.message()).with_member("legal", vec!["playoff"]),
            Self::Malformed(said) => at_field("matches", said),
            Self::Wrong(ref problems) => {
                let found: Vec<_> = problems.iter().copied().map(PairingWarning::of).collect();
                let said = found.iter().map(|problem| problem.message().clone()).collect();
                let problem = Problem::conflict(self.message()).with_problems(said);
                problem.with_member("problems", serde_json::json!(found))
            }
            Self::NotPaired { pairings, .. } => {
                let legal: Vec<_> = PAIRINGS.after(pairings).iter().map(|status| status.wire_name()).collect();
                Problem::conflict(self.message()).with_member("legal", legal)
            }
            Self::Unreported { ref tables } | Self::NoWinner { ref tables } => {
                Problem::conflict(self.message()).with_member("tables", tables.clone())
            }
            Self::ClockTooShort | Self::ClockTooLong => at_field("add_seconds", self.message()),
            Self::NoClock
            | Self::CannotPair(_)
            | Self::Followed { .. }
            | Self::CutInPlayoff
            | Self::TooFewAdvance(_)
            | Self::AllChecked(_) => Problem::conflict(self.message()),
        }
    }
}

fn listed(numbers: &[i32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
