//! Fixes a player's table for all rounds, or releases it. A table can be fixed for one player only.

use domain::tournament::Tournament;
use domain::tournament::table_range::TableRange;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use service_kit::message;

use crate::Refusal;
use crate::registrations::entries::{entry_of, has_a_place};

/// Decides the command.
///
/// # Errors
/// If the event has no such registration or table, or the table is fixed for another player.
pub(crate) fn decide(
    tournament: &Tournament,
    registration_id: RegistrationId,
    fixed_seat: Option<i32>,
) -> Result<Vec<TournamentEvent>, Refusal> {
    if entry_of(tournament, registration_id)?.fixed_seat == fixed_seat {
        return Ok(Vec::new());
    }
    let tables = TableRange::of(tournament);
    if fixed_seat.is_some_and(|table| !tables.contains(table)) {
        return Err(no_table(tables));
    }
    let mut others = tournament.registrations.iter().filter(|entry| entry.id != registration_id && has_a_place(entry));
    match others.find(|entry| entry.fixed_seat == fixed_seat && fixed_seat.is_some()) {
        Some(other) => Err(Refusal::conflict(message!(
            "registration-taken",
            "The registration {value} keeps this table already.",
            value = other.id
        ))),
        None => Ok(vec![TournamentEvent::SeatFixed { registration_id, fixed_seat }]),
    }
}

/// The event has no such table.
fn no_table(TableRange { first, last, .. }: TableRange) -> Refusal {
    let said = match last {
        Some(last) => {
            message!("registration-no-table", "Must be one of the event's tables, {first} to {last}.", first, last)
        }
        None => message!("registration-table-too-low", "Must be one of the event's tables, {first} and above.", first),
    };
    Refusal::at_field("fixed_seat", said)
}

#[cfg(test)]
mod tests {
    use proto_events::tournament::Organizing;
    use proto_events::vocabulary::RegistrationStatus;

    use super::*;
    use crate::registrations::entries::unknown_registration;
    use crate::testing::{coded, happened, registered, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);
    const OTHER: RegistrationId = RegistrationId(2);

    /// An event in which registration 2 has the fixed table 7.
    fn event() -> Tournament {
        let entries = [1, 2].map(|id| registered(id, RegistrationStatus::Complete));
        let seat = TournamentEvent::SeatFixed { registration_id: OTHER, fixed_seat: Some(7) };
        happened(tournament(&entries), &[seat])
    }

    #[test]
    fn a_table_is_kept_and_given_up_once() {
        let fixed = TournamentEvent::SeatFixed { registration_id: ENTRY, fixed_seat: Some(8) };
        let decision = decide(&event(), ENTRY, Some(8)).unwrap();
        assert_eq!(decision, vec![fixed.clone()]);
        let kept = happened(event(), &[fixed]);
        assert_eq!(decide(&kept, ENTRY, Some(8)).unwrap(), Vec::new());
        assert!(!decide(&kept, ENTRY, None).unwrap().is_empty());
        assert_eq!(decide(&event(), ENTRY, None).unwrap(), [], "there is no table to release");
    }

    #[test]
    fn a_table_is_kept_by_one_player_who_is_there() {
        assert_eq!(coded(decide(&event(), ENTRY, Some(7))), format!("registration-taken {OTHER}"));
        let left = happened(event(), &[TournamentEvent::PlayerDropped { registration_id: OTHER }]);
        assert!(!decide(&left, ENTRY, Some(7)).unwrap().is_empty());
    }

    #[test]
    fn a_fixed_table_is_one_of_the_events() {
        let organizing = Organizing { first_table: Some(7), last_table: Some(9), ..Organizing::default() };
        let ranged = happened(event(), &[TournamentEvent::OrganizingChanged { organizing }]);
        for outside in [6, 10] {
            assert_eq!(decide(&ranged, ENTRY, Some(outside)), Err(no_table(TableRange::of(&ranged))));
        }
        assert!(!decide(&ranged, ENTRY, Some(9)).unwrap().is_empty());
        assert_eq!(no_table(TableRange::of(&ranged)).to_string(), "Must be one of the event's tables, 7 to 9.");
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        let unknown = unknown_registration(ENTRY);
        assert_eq!(decide(&tournament(&[]), ENTRY, None), Err(unknown));
    }
}
