//! Why a command on a decklist is refused, and the problem that the client gets.

use domain::limits::DECKLIST_REVISIONS;
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::decklist_fields::{TooLarge, Unfit};
use crate::event_lists::handed_in::NotTaken;
use crate::http::problems::{IntoProblem, fields};

/// Why a command on a decklist is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum Refusal {
    /// The owner has reached the limit of lists.
    TooManyLists(u32),
    /// The list would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// It is handed in for an event that no longer accepts changes to it.
    #[error(transparent)]
    NotTaken(#[from] NotTaken),
    /// It has reached the limit of revisions.
    TooManyRevisions,
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::TooManyLists(value) => message!(
                "decklist-too-many-lists",
                "You own {value} decklists, which is the limit. Change a list that you no longer need instead.",
                value
            ),
            Self::TooLarge(refusal) => refusal.message(),
            Self::NotTaken(refusal) => refusal.message(),
            Self::TooManyRevisions => message!(
                "decklist-too-many-revisions",
                "This list has {most} revisions, which is the limit. Submit a new list instead.",
                most = DECKLIST_REVISIONS
            ),
        }
    }
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::TooManyLists(_) | Self::TooManyRevisions => Problem::conflict(self.message()),
            Self::TooLarge(too_large) => too_large.into_problem(),
            Self::NotTaken(not_taken) => not_taken.into_problem(),
        }
    }
}

impl IntoProblem for Unfit {
    fn into_problem(self) -> Problem {
        match self {
            Self::Fields(errors) => fields(&errors),
            Self::TooLarge(too_large) => too_large.into_problem(),
        }
    }
}

impl IntoProblem for TooLarge {
    fn into_problem(self) -> Problem {
        Problem::payload_too_large(self.message())
    }
}
