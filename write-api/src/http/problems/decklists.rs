//! Problems for refused commands on decklists.

use domain::limits::{DECKLIST_REVISIONS, DECKLIST_STORED_BYTES};
use service_kit::problem::Problem;

use super::{IntoProblem, fields, outdated};
use crate::commands::decklists::decklist_fields::{TooLarge, Unfit};
use crate::commands::decklists::revision_limit::TooManyRevisions;
use crate::commands::decklists::{change_decklist, replace_decklist, submit_decklist};

/// Returns the problem for fields that do not form a valid list.
pub(in crate::http) fn unfit(unfit: Unfit) -> Problem {
    match unfit {
        Unfit::Fields(errors) => fields(&errors),
        Unfit::TooLarge(too_large) => too_large.into_problem(),
    }
}

impl IntoProblem for submit_decklist::Refusal {
    fn into_problem(self) -> Problem {
        let Self::TooMany(most) = self;
        Problem::conflict(format!(
            "You own {most} decklists, which is the limit. Change a list that you no longer need instead."
        ))
    }
}

impl IntoProblem for TooManyRevisions {
    fn into_problem(self) -> Problem {
        Problem::conflict(format!(
            "This list has {DECKLIST_REVISIONS} revisions, which is the limit. Submit a new list instead."
        ))
    }
}

impl IntoProblem for replace_decklist::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Stale(stale) => outdated("list", stale),
            Self::NotTaken(not_taken) => not_taken.into_problem(),
            Self::TooMany(too_many) => too_many.into_problem(),
        }
    }
}

impl IntoProblem for change_decklist::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::Stale(stale) => outdated("list", stale),
            Self::NotTaken(not_taken) => not_taken.into_problem(),
            Self::TooLarge(too_large) => too_large.into_problem(),
            Self::TooMany(too_many) => too_many.into_problem(),
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
