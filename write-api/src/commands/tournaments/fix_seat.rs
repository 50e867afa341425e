//! Fixes a player's table for all rounds, or releases it. A table can be fixed for one player only.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;

use super::field::{UnknownRegistration, entry_of, has_a_place};
pub use super::outcome::Outcome;
use crate::engine::legacy::Decision;

/// The highest table number.
pub const TABLES: i32 = 100_000;

/// Fixes a player's table, or releases it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FixSeat {
    /// The registration.
    pub registration_id: RegistrationId,
    /// The table, from 1; `None` releases it.
    pub fixed_seat: Option<i32>,
}

/// Why the command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event has no such registration.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// The table is fixed for another player.
    #[error("registration {0} keeps this table")]
    Taken(RegistrationId),
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, or the table is fixed for another player.
pub fn decide(tournament: &Tournament, command: &FixSeat) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let FixSeat { registration_id, fixed_seat } = *command;
    if entry_of(tournament, registration_id)?.fixed_seat == fixed_seat {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    let mut others = tournament.registrations.iter().filter(|entry| entry.id != registration_id && has_a_place(entry));
    match others.find(|entry| entry.fixed_seat == fixed_seat && fixed_seat.is_some()) {
        Some(other) => Err(Refusal::Taken(other.id)),
        None => {
            Ok(Decision::happens(vec![TournamentEvent::SeatFixed { registration_id, fixed_seat }], Outcome::Changed))
        }
    }
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::RegistrationStatus;

    use super::*;
    use crate::testing::{happened, registered, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);
    const OTHER: RegistrationId = RegistrationId(2);

    /// An event in which registration 2 has the fixed table 7.
    fn event() -> Tournament {
        let entries = [1, 2].map(|id| registered(id, RegistrationStatus::Complete));
        let seat = TournamentEvent::SeatFixed { registration_id: OTHER, fixed_seat: Some(7) };
        happened(tournament(&entries), &[seat])
    }

    fn to(fixed_seat: Option<i32>) -> FixSeat {
        FixSeat { registration_id: ENTRY, fixed_seat }
    }

    #[test]
    fn a_table_is_kept_and_given_up_once() {
        let fixed = TournamentEvent::SeatFixed { registration_id: ENTRY, fixed_seat: Some(8) };
        let decision = decide(&event(), &to(Some(8))).unwrap();
        assert_eq!(decision, Decision::happens(vec![fixed.clone()], Outcome::Changed));
        let kept = happened(event(), &[fixed]);
        assert_eq!(decide(&kept, &to(Some(8))).unwrap(), Decision::nothing(Outcome::Unchanged));
        assert_eq!(decide(&kept, &to(None)).unwrap().outcome, Outcome::Changed);
        assert_eq!(decide(&event(), &to(None)).unwrap().outcome, Outcome::Unchanged, "there is no table to release");
    }

    #[test]
    fn a_table_is_kept_by_one_player_who_is_there() {
        assert_eq!(decide(&event(), &to(Some(7))), Err(Refusal::Taken(OTHER)));
        let left = happened(event(), &[TournamentEvent::PlayerDropped { registration_id: OTHER }]);
        assert_eq!(decide(&left, &to(Some(7))).unwrap().outcome, Outcome::Changed);
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        let unknown = Refusal::UnknownRegistration(UnknownRegistration(ENTRY));
        assert_eq!(decide(&tournament(&[]), &to(None)), Err(unknown));
    }
}
