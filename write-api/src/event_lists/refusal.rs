//! Why a command on the lists of an event is refused, and the problem that the client gets.

use api_kit::path::nothing;
use domain::machines::EVENT;
use proto_events::ids::DecklistId;
use proto_events::vocabulary::LifecycleStatus;
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use super::list_closed::ListClosed;
use crate::http::problems::{IntoProblem, at_field};
use crate::registrations::entries::UnknownRegistration;

/// Why a command on the lists of an event is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub(crate) enum Refusal {
    /// The event has no registration with the id in the address, or it is another person's.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// The event has no registration with the id in the body.
    NoRegistration(UnknownRegistration),
    /// The list does not exist or may not be handed in here: the same text for both.
    UnknownList(DecklistId),
    /// The event no longer accepts lists.
    #[error(transparent)]
    ListClosed(#[from] ListClosed),
    /// The lists are published or being published.
    Published(LifecycleStatus),
}

impl Refusal {
    /// Returns the refusal as a sentence.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::UnknownRegistration(refusal) => refusal.message(),
            Self::NoRegistration(unknown) => unknown.message(),
            Self::UnknownList(..) => message!(
                "unknown-list",
                "Must be one of the player's own lists. For staff: a list of your organization, or one that the player \
                 handed in for one of its events."
            ),
            Self::ListClosed(refusal) => refusal.message(),
            Self::Published(value) => message!(
                "list-published",
                "The event is {value}: its lists are published or being published, and cannot be unlocked.",
                value
            ),
        }
    }
}

impl IntoProblem for Refusal {
    fn into_problem(self) -> Problem {
        match self {
            Self::UnknownRegistration(unknown) => nothing("registration", &unknown.0.to_string()),
            Self::NoRegistration(_) => at_field("registration_id", self.message()),
            Self::UnknownList(_) => at_field("decklist_id", self.message()),
            Self::ListClosed(closed) => closed.into_problem(),
            Self::Published(lifecycle) => {
                let legal: Vec<_> = EVENT.after(lifecycle).iter().map(|status| status.wire_name()).collect();
                Problem::conflict(self.message()).with_member("legal", legal)
            }
        }
    }
}
