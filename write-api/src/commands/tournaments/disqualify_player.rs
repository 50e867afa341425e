//! Disqualifies a player, who is not listed in later standings. This is possible even after the event is over.

use domain::machines::{IllegalStep, REGISTRATION};
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::RegistrationStatus;

use super::field::{UnknownRegistration, entry_of};
use super::order::Order;
pub use super::outcome::Outcome;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Disqualifies a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DisqualifyPlayer {
    /// The registration.
    pub registration_id: RegistrationId,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event has no such registration.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// The player is not active in the event.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, or the player is not active.
pub fn decide(
    tournament: &Tournament,
    command: &DisqualifyPlayer,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let registration_id = command.registration_id;
    let entry = entry_of(tournament, registration_id)?;
    if entry.status == RegistrationStatus::Disqualified {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    REGISTRATION.check(entry.status, RegistrationStatus::Disqualified)?;
    Ok(Decision::happens(vec![TournamentEvent::PlayerDisqualified { registration_id }], Outcome::Changed))
}

impl WriteApi {
    /// Disqualifies a player.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn disqualify_player(
        &self,
        order: &Order,
        command: &DisqualifyPlayer,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out(order, Outcome::Repeated, |tournament| decide(tournament, command)).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::testing::{happened, in_play, registered, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);

    fn decided(tournament: &Tournament) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
        decide(tournament, &DisqualifyPlayer { registration_id: ENTRY })
    }

    #[test]
    fn a_player_is_disqualified_once_also_when_all_is_over() {
        let disqualified = TournamentEvent::PlayerDisqualified { registration_id: ENTRY };
        let over = TournamentEvent::LifecycleChanged { status: LifecycleStatus::DecklistsPublished };
        for events in [vec![], vec![over]] {
            let first = decided(&happened(in_play(), &events)).unwrap();
            assert_eq!(first, Decision::happens(vec![disqualified.clone()], Outcome::Changed));
        }
        let again = decided(&happened(in_play(), &[disqualified])).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn who_does_not_play_cannot_be_disqualified() {
        for status in [RegistrationStatus::OnWaitlist, RegistrationStatus::Canceled] {
            assert!(matches!(decided(&tournament(&[registered(1, status)])), Err(Refusal::Illegal(_))), "{status}");
        }
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        let unknown = Refusal::UnknownRegistration(UnknownRegistration(ENTRY));
        assert_eq!(decided(&tournament(&[])), Err(unknown));
    }
}
