//! The table numbers of an event. Pairing numbers tables from 1; the range moves them to where the event is played.
//!
//! In a team event, pairing numbers team matches, each of which takes as many consecutive tables as a team has players.

use proto_events::tournament::Organizing;

use super::{Round, Tournament};
use crate::pairing::{Entrant, Seats};

/// The table numbers of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableRange {
    /// The lowest number.
    pub first: i32,
    /// The highest number; `None` for no limit.
    pub last: Option<i32>,
    /// Tables of a match: one, or in a team event one for each member.
    size: i32,
}

impl TableRange {
    /// Returns the table numbers of an event.
    pub fn of(tournament: &Tournament) -> Self {
        Self::with(&tournament.organizing, tournament.details.team_size)
    }

    /// Returns the table numbers with these settings for teams of this size.
    pub fn with(organizing: &Organizing, team_size: i32) -> Self {
        let Organizing { first_table, last_table, .. } = organizing;
        Self { first: first_table.unwrap_or(1), last: *last_table, size: team_size.max(1) }
    }

    /// Returns whether a table has a number of the event.
    pub fn contains(self, table: i32) -> bool {
        table >= self.first && self.last.is_none_or(|last| table <= last)
    }

    /// Returns the number of the first table of the team match with this number.
    pub fn table_of_team_match(self, number: i32) -> i32 {
        number.saturating_sub(1).saturating_mul(self.size).saturating_add(self.first)
    }

    /// Returns the number of the team match that is played at a table.
    pub fn team_match_at(self, table: i32) -> i32 {
        table.saturating_sub(self.first).div_euclid(self.size).saturating_add(1)
    }

    /// Returns the numbers of a round's team matches: by their tables, or by their order if the event's tables have changed
    /// since the round was paired.
    pub fn team_match_numbers(self, round: &Round) -> Vec<i32> {
        self.numbers_at(&round.team_matches.iter().map(|it| it.first_table_number).collect::<Vec<_>>())
    }

    fn numbers_at(self, first_tables: &[i32]) -> Vec<i32> {
        let is_current = |table: &i32| *table >= self.first && (table - self.first) % self.size == 0;
        if first_tables.iter().all(is_current) {
            return first_tables.iter().map(|table| self.team_match_at(*table)).collect();
        }
        let before = |table: &i32| first_tables.iter().filter(|other| *other < table).count();
        first_tables.iter().map(|table| i32::try_from(before(table)).unwrap_or(i32::MAX).saturating_add(1)).collect()
    }

    /// Numbers the fixed tables of entrants as pairing does. Those outside the range are not kept.
    pub fn before_pairing(self, entrants: &mut [Entrant]) {
        for entrant in entrants.iter_mut().filter(|_| self.size == 1) {
            entrant.fixed_seat = self.seat_before_pairing(entrant.fixed_seat);
        }
    }

    /// Numbers a fixed table as pairing does; `None` if it is outside the range.
    pub fn seat_before_pairing(self, fixed_seat: Option<i32>) -> Option<i32> {
        fixed_seat.filter(|seat| self.contains(*seat)).map(|seat| seat - self.first + 1)
    }

    /// Numbers the tables of a paired round as the event does. Numbers of team matches stay.
    pub fn after_pairing(self, seats: &mut [Seats]) {
        for table in seats.iter_mut().filter(|table| self.size == 1 || is_seating(table)) {
            table.table_number = table.table_number.saturating_add(self.first - 1);
        }
    }

    /// Returns whether a table, or all tables of a team match, are in the range. A bye needs no table.
    pub fn has_room_for(self, table: &Seats) -> bool {
        if table.entrants.len() < 2 && !is_seating(table) {
            return true;
        }
        let (first, tables) = if is_seating(table) || self.size == 1 {
            (table.table_number, 1)
        } else {
            (self.table_of_team_match(table.table_number), self.size)
        };
        self.contains(first) && self.contains(first.saturating_add(tables - 1))
    }
}

fn is_seating(table: &Seats) -> bool {
    table.kind == proto_events::tournament::PairingKind::Seating
}

impl std::fmt::Display for TableRange {
    /// `101 to 112`, or `101 and above`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.last {
            Some(last) => write!(f, "{} to {last}", self.first),
            None => write!(f, "{} and above", self.first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(first: i32, last: i32, team_size: i32) -> TableRange {
        let organizing = Organizing { first_table: Some(first), last_table: Some(last), ..Organizing::default() };
        TableRange::with(&organizing, team_size)
    }

    #[test]
    fn a_range_has_its_ends() {
        let tables = range(101, 104, 1);
        assert_eq!([100, 101, 104, 105].map(|table| tables.contains(table)), [false, true, true, false]);
        assert_eq!(tables.to_string(), "101 to 104");
        let open = TableRange::with(&Organizing::default(), 1);
        assert!(open.contains(1) && open.contains(i32::MAX) && !open.contains(0));
    }

    #[test]
    fn fixed_tables_go_to_pairing_and_back() {
        let tables = range(101, 104, 1);
        assert_eq!(
            [Some(101), Some(104), Some(105), Some(1), None].map(|seat| tables.seat_before_pairing(seat)),
            [Some(1), Some(4), None, None, None]
        );
    }

    #[test]
    fn a_team_match_takes_a_table_for_each_member() {
        let tables = range(101, 106, 3);
        assert_eq!([1, 2].map(|number| tables.table_of_team_match(number)), [101, 104]);
        assert_eq!([101, 103, 104, 106].map(|table| tables.team_match_at(table)), [1, 1, 2, 2]);
    }

    #[test]
    fn team_matches_keep_their_order_when_the_events_tables_change() {
        let tables = range(101, 112, 3);
        assert_eq!(tables.numbers_at(&[104, 101, 110]), [2, 1, 4], "paired with these tables");
        assert_eq!(tables.numbers_at(&[4, 1, 7]), [2, 1, 3], "paired with the tables from 1");
        assert_eq!(tables.numbers_at(&[102, 105]), [1, 2]);
    }
}
