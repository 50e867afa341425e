//! Problems for refused commands on the lists handed in for an event.

use api_kit::path::nothing;
use domain::machines::EVENT;
use service_kit::problem::Problem;

use super::conflict;
use super::{IntoProblem, fields};
use crate::FieldErrors;
use crate::commands::lists::handed_in::NotTaken;
use crate::commands::lists::list_closed::ListClosed;
use crate::commands::lists::{attach_decklist, lock_lists, unlock_lists};
use crate::commands::tournaments::field::UnknownRegistration;

/// The same text for a list that does not exist and for one that may not be handed in.
const UNKNOWN_LIST: &str = "Must be one of the player's own lists. For staff: a list of your organization, or one \
                            that the player handed in for one of its events.";

impl IntoProblem for ListClosed {
    /// Adds the event and its deadline as members, for programs.
    fn into_problem(self) -> Problem {
        let deadline = self.deadline.map(|deadline| deadline.to_rfc3339_opts(chrono::SecondsFormat::Secs, true));
        Problem::conflict(format!(
            "The list can no longer be handed in or changed: {self}. The event's staff can unlock it."
        ))
        .with_member("magic_event", self.tournament_id.0)
        .with_member("decklist_deadline", deadline)
    }
}

impl IntoProblem for NotTaken {
    fn into_problem(self) -> Problem {
        match self {
            Self::Here(shut) => shut.into_problem(),
            Self::Elsewhere => Problem::conflict(
                "The player handed this list in for an event of another organization, which no longer accepts changes. \
                 The player can say which event that is.",
            ),
        }
    }
}

/// Returns the problem for an unknown registration in the body.
fn unknown_entry(unknown: UnknownRegistration) -> Problem {
    let mut errors = FieldErrors::default();
    errors.add("registration_id", format!("The event has no registration {}.", unknown.0));
    fields(&errors)
}

impl IntoProblem for attach_decklist::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => nothing("registration", &unknown.0.to_string()),
            Self::UnknownList(_) => {
                let mut errors = FieldErrors::default();
                errors.add("decklist_id", UNKNOWN_LIST);
                fields(&errors)
            }
            Self::ListClosed(shut) => shut.into_problem(),
        }
    }
}

impl IntoProblem for lock_lists::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => unknown_entry(unknown),
        }
    }
}

impl IntoProblem for unlock_lists::Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => unknown_entry(unknown),
            Self::Published(lifecycle) => {
                let legal: Vec<_> = EVENT.after(lifecycle).iter().map(|status| status.wire_name()).collect();
                conflict(&self).with_member("legal", legal)
            }
        }
    }
}
