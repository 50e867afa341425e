//! Why a command on a decklist is refused, and the problem that the client gets.

use domain::limits::{DECKLIST_REVISIONS, DECKLIST_STORED_BYTES};
use service_kit::problem::Problem;

use super::decklist_fields::{TooLarge, Unfit};
use crate::event_lists::handed_in::NotTaken;
use crate::http::problems::{IntoProblem, fields};

/// Why a command on a decklist is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The owner has reached the limit of lists.
    #[error("You own {0} decklists, which is the limit. Change a list that you no longer need instead.")]
    TooManyLists(u32),
    /// The list would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// It is handed in for an event that no longer accepts changes to it.
    #[error(transparent)]
    NotTaken(#[from] NotTaken),
    /// It has reached the limit of revisions.
    #[error("This list has {DECKLIST_REVISIONS} revisions, which is the limit. Submit a new list instead.")]
    TooManyRevisions,
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::TooManyLists(_) | Self::TooManyRevisions => Problem::conflict(self.to_string()),
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
        let bytes = self.bytes;
        Problem::payload_too_large(format!(
            "The list would take {bytes} bytes once it is stored; the limit is {DECKLIST_STORED_BYTES}. Shorten \
             plaintext_list or deckhost_deck_json."
        ))
    }
}
