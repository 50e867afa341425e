//! What commands on rounds, matches and registrations share: whether the event is played, and events that they make.

use crate::prelude::*;

/// Checks that the event is in progress, and not canceled.
pub(crate) fn is_played(tournament: &Tournament) -> Result<(), Refusal> {
    match tournament.lifecycle == LifecycleStatus::EventInProgress {
        true if tournament.details.is_canceled => Err(canceled()),
        true => Ok(()),
        false => Err(not_in_progress(tournament)),
    }
}

/// The event must be in progress.
pub(crate) fn not_in_progress(tournament: &Tournament) -> Refusal {
    let (lifecycle, needed) = (tournament.lifecycle, LifecycleStatus::EventInProgress);
    let said = message!("event-not-running", "The event is {lifecycle}; it must be {needed}.", lifecycle, needed);
    Refusal::conflict(said).with_steps(&EVENT, lifecycle)
}

/// The event does not take place.
pub(crate) fn canceled() -> Refusal {
    let said = message!("event-canceled", "The event is canceled: take that back first, with is_canceled false.");
    Refusal::conflict(said)
}

/// Returns the event that changes a registration's status.
pub(crate) fn status(registration_id: RegistrationId, status: RegistrationStatus) -> TournamentEvent {
    TournamentEvent::RegistrationStatusChanged { registration_id, status }
}

/// Returns whether a player was eliminated, as opposed to leaving for other reasons.
pub(crate) fn is_eliminated(tournament: &Tournament, id: RegistrationId) -> bool {
    tournament.registration(id).is_some_and(|entry| entry.status == RegistrationStatus::Eliminated)
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
