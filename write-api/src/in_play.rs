//! What commands on rounds and on matches share: whether the event is played, and events that both make.

use domain::machines::EVENT;
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, RoundId};
use proto_events::vocabulary::{GenerationStatus, LifecycleStatus, RegistrationStatus};
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::http::problems::IntoProblem;

/// The event is not played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub(crate) enum NotRunning {
    /// It does not have the status that the command needs.
    Status {
        /// Its status.
        lifecycle: LifecycleStatus,
        /// The status that the command needs.
        needed: LifecycleStatus,
    },
    /// It does not take place.
    Canceled,
}

impl NotRunning {
    /// Returns the refusal as a sentence.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::Status { lifecycle, needed } => {
                message!("event-not-running", "The event is {lifecycle}; it must be {needed}.", lifecycle, needed)
            }
            Self::Canceled => {
                message!("event-canceled", "The event is canceled: take that back first, with is_canceled false.")
            }
        }
    }
}

impl IntoProblem for NotRunning {
    /// Adds the possible steps of the event.
    fn into_problem(self) -> Problem {
        let Self::Status { lifecycle, .. } = self else { return Problem::conflict(self.message()) };
        let legal: Vec<_> = EVENT.after(lifecycle).iter().map(|status| status.wire_name()).collect();
        Problem::conflict(self.message()).with_member("legal", legal)
    }
}

/// Checks that the event is in progress, and not canceled.
pub(crate) fn is_played(tournament: &Tournament) -> Result<(), NotRunning> {
    let (lifecycle, needed) = (tournament.lifecycle, LifecycleStatus::EventInProgress);
    match lifecycle == needed {
        true if tournament.details.is_canceled => Err(NotRunning::Canceled),
        true => Ok(()),
        false => Err(NotRunning::Status { lifecycle, needed }),
    }
}

/// Returns the event that changes a registration's status.
pub(crate) fn status(registration_id: RegistrationId, status: RegistrationStatus) -> TournamentEvent {
    TournamentEvent::RegistrationStatusChanged { registration_id, status }
}

/// Returns the event that discards the pairings of a round, if it has any.
pub(crate) fn discarded(round_id: RoundId, pairings: GenerationStatus) -> Vec<TournamentEvent> {
    match pairings {
        GenerationStatus::NotGenerated => Vec::new(),
        GenerationStatus::Generating | GenerationStatus::Generated => {
            vec![TournamentEvent::PairingsDiscarded { round_id }]
        }
    }
}
