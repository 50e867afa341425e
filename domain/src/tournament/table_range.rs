//! The table numbers of an event. Pairing numbers tables from 1; the range moves them to where the event is played.
//!
//! In a team event, pairing numbers team matches, each of which takes as many consecutive tables as a team has players, or
//! one if these play together. If the tables stand in rows, no team match is split by the end of a row: the rest of a row
//! that is too short for one stays free.

use proto_events::tournament::{Organizing, PairingKind, TournamentDetails};

use super::{Round, Tournament};
use crate::pairing::{Entrant, Seats};

/// The table numbers of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableRange {
    /// The lowest number.
    pub first: i32,
    /// The highest number; `None` for no limit.
    pub last: Option<i32>,
    /// Whether pairing numbers team matches.
    of_teams: bool,
    /// Tables of a match: one, or in a team event one for each member who plays a match of the own.
    size: i32,
    /// Tables from the first of one row to the first of the next, at least `size`; `size` if rows do not matter.
    row: i32,
}

impl TableRange {
    /// Returns the table numbers of an event.
    pub fn of(tournament: &Tournament) -> Self {
        Self::with(&tournament.organizing, &tournament.details)
    }

    /// Returns the table numbers with these settings. Rows that are shorter than a team match have no effect.
    pub fn with(organizing: &Organizing, details: &TournamentDetails) -> Self {
        let Organizing { first_table, last_table, tables_per_row, .. } = organizing;
        let size = if details.plays_together { 1 } else { details.team_size.max(1) };
        let row = tables_per_row.filter(|row| *row >= size).unwrap_or(size);
        Self { first: first_table.unwrap_or(1), last: *last_table, of_teams: details.team_size > 1, size, row }
    }

    /// Returns whether a table has a number of the event.
    pub fn contains(self, table: i32) -> bool {
        table >= self.first && self.last.is_none_or(|last| table <= last)
    }

    /// Returns the number of the first table of the team match with this number.
    pub fn table_of_team_match(self, number: i32) -> i32 {
        let (before, in_row) = (number.saturating_sub(1), self.row / self.size);
        let row = before.div_euclid(in_row).saturating_mul(self.row);
        row.saturating_add(before.rem_euclid(in_row) * self.size).saturating_add(self.first)
    }

    /// Returns the number of the team match that is played at a table; of a free table, that of the last one in its row.
    pub fn team_match_at(self, table: i32) -> i32 {
        let (before, in_row) = (table.saturating_sub(self.first), self.row / self.size);
        let at = (before.rem_euclid(self.row) / self.size).min(in_row - 1);
        before.div_euclid(self.row).saturating_mul(in_row).saturating_add(at).saturating_add(1)
    }

    /// Returns how many tables of the event suffice for these numbered pairings, free ones between them included.
    pub fn needed(self, seats: &[Seats]) -> i32 {
        let last = seats.iter().filter_map(|table| self.tables_of(table)).map(|[_, last]| last).max();
        last.map_or(0, |last| last.saturating_sub(self.first).saturating_add(1))
    }

    /// Returns the first and the last table of a pairing. A bye has none.
    fn tables_of(self, table: &Seats) -> Option<[i32; 2]> {
        let is_seating = is_seating(table);
        let (first, tables) = if is_seating || !self.of_teams {
            (table.table_number, 1)
        } else {
            (self.table_of_team_match(table.table_number), self.size)
        };
        (is_seating || table.entrants.len() > 1).then_some([first, first.saturating_add(tables - 1)])
    }

    /// Returns the numbers of a round's team matches: by their tables, or by their order if the event's tables have changed
    /// since the round was paired.
    pub fn team_match_numbers(self, round: &Round) -> Vec<i32> {
        self.numbers_at(&round.team_matches.iter().map(|it| it.first_table_number).collect::<Vec<_>>())
    }

    fn numbers_at(self, first_tables: &[i32]) -> Vec<i32> {
        let is_current =
            |table: &i32| *table >= self.first && self.table_of_team_match(self.team_match_at(*table)) == *table;
        if first_tables.iter().all(is_current) {
            return first_tables.iter().map(|table| self.team_match_at(*table)).collect();
        }
        let before = |table: &i32| first_tables.iter().filter(|other| *other < table).count();
        first_tables.iter().map(|table| i32::try_from(before(table)).unwrap_or(i32::MAX).saturating_add(1)).collect()
    }

    /// Numbers the fixed tables of entrants as pairing does. Those outside the range are not kept.
    pub fn before_pairing(self, entrants: &mut [Entrant]) {
        for entrant in entrants.iter_mut().filter(|_| !self.of_teams) {
            entrant.fixed_seat = self.seat_before_pairing(entrant.fixed_seat);
        }
    }

    /// Numbers a fixed table as pairing does; `None` if it is outside the range.
    pub fn seat_before_pairing(self, fixed_seat: Option<i32>) -> Option<i32> {
        fixed_seat.filter(|seat| self.contains(*seat)).map(|seat| seat - self.first + 1)
    }

    /// Numbers the tables of a paired round as the event does. Numbers of team matches stay.
    pub fn after_pairing(self, seats: &mut [Seats]) {
        for table in seats.iter_mut().filter(|table| !self.of_teams || is_seating(table)) {
            table.table_number = table.table_number.saturating_add(self.first - 1);
        }
    }

    /// Returns whether a table, or all tables of a team match, are in the range. A bye needs no table.
    pub fn has_room_for(self, table: &Seats) -> bool {
        self.tables_of(table).is_none_or(|ends| ends.into_iter().all(|table| self.contains(table)))
    }
}

fn is_seating(table: &Seats) -> bool {
    table.kind == PairingKind::Seating
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
    use proptest::prelude::*;
    use proto_events::vocabulary::EventFormat;

    use super::*;
    use crate::pairing::EntrantId;

    fn of_teams(team_size: i32) -> TournamentDetails {
        TournamentDetails { team_size, ..TournamentDetails::new(String::new(), EventFormat::Modern) }
    }

    fn range(first: i32, last: i32, team_size: i32) -> TableRange {
        let organizing = Organizing { first_table: Some(first), last_table: Some(last), ..Organizing::default() };
        TableRange::with(&organizing, &of_teams(team_size))
    }

    #[test]
    fn a_range_has_its_ends() {
        let tables = range(101, 104, 1);
        assert_eq!([100, 101, 104, 105].map(|table| tables.contains(table)), [false, true, true, false]);
        assert_eq!(tables.to_string(), "101 to 104");
        let open = TableRange::with(&Organizing::default(), &of_teams(1));
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
    fn team_matches_keep_their_order_when_the_events_tables_change() {
        let tables = range(101, 112, 3);
        assert_eq!(tables.numbers_at(&[104, 101, 110]), [2, 1, 4], "paired with these tables");
        assert_eq!(tables.numbers_at(&[4, 1, 7]), [2, 1, 3], "paired with the tables from 1");
        assert_eq!(tables.numbers_at(&[102, 105]), [1, 2]);
    }

    fn versus(number: i32) -> Seats {
        let entrants = vec![EntrantId(1), EntrantId(2)];
        Seats { kind: PairingKind::Versus, table_number: number, pod_number: 0, entrants }
    }

    #[test]
    fn teams_that_play_together_have_one_table() {
        let organizing = Organizing { first_table: Some(101), last_table: Some(102), ..Organizing::default() };
        let tables = TableRange::with(&organizing, &TournamentDetails { plays_together: true, ..of_teams(2) });
        assert_eq!([1, 2].map(|number| tables.table_of_team_match(number)), [101, 102]);
        assert_eq!([1, 2, 3].map(|number| tables.has_room_for(&versus(number))), [true, true, false]);
        let mut seats = [versus(1), versus(2)];
        tables.after_pairing(&mut seats);
        assert_eq!((seats[1].table_number, tables.needed(&seats)), (2, 2), "the team match keeps its number");
    }

    #[test]
    fn a_row_that_is_too_short_for_another_team_match_ends_free() {
        let organizing = Organizing { tables_per_row: Some(8), last_table: Some(14), ..Organizing::default() };
        let tables = TableRange::with(&organizing, &of_teams(3));
        assert_eq!([1, 2, 3, 4].map(|number| tables.table_of_team_match(number)), [1, 4, 9, 12]);
        assert_eq!([6, 7, 8, 9].map(|table| tables.team_match_at(table)), [2, 2, 2, 3], "tables 7 and 8 are free");
        assert_eq!(tables.numbers_at(&[9, 1]), [3, 1]);
        assert_eq!([4, 5].map(|number| tables.has_room_for(&versus(number))), [true, false]);
        assert_eq!(tables.needed(&[versus(1), versus(2), versus(3), versus(4)]), 14);
        assert_eq!(tables.needed(&[versus(5)]), 19, "numbers of tables decide, not how many there are");
    }

    proptest! {
        #[test]
        fn no_team_match_is_split_by_a_row(
            first in 1..500i32,
            size in 1..6i32,
            per_row in proptest::option::of(1..20i32),
            number in 1..300i32,
        ) {
            let organizing = Organizing { first_table: Some(first), tables_per_row: per_row, ..Organizing::default() };
            let tables = TableRange::with(&organizing, &of_teams(size));
            let [own, next] = [number, number + 1].map(|number| tables.table_of_team_match(number));
            prop_assert!(own + size <= next, "{own} and {next} overlap");
            for table in own..own + size {
                prop_assert_eq!(tables.team_match_at(table), number);
            }
            match per_row.filter(|row| *row >= size) {
                Some(row) => prop_assert_eq!((own - first) / row, (own + size - 1 - first) / row, "split"),
                None => prop_assert_eq!(own + size, next, "no table stays free"),
            }
        }
    }
}
