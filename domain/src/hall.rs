//! Ranges of tables in a hall that several events share.

use proto_events::tournament::{Organizing, TournamentDetails};

use crate::tournament::table_range::TableRange;

/// Returns whether two ranges have a table in common.
pub fn overlap(one: (i32, i32), other: (i32, i32)) -> bool {
    one.0 <= other.1 && other.0 <= one.1
}

/// Returns the lowest number at which `count` tables in a row are free, within the first and the last table of the hall.
pub fn free_tables(taken: &[(i32, i32)], within: (i32, Option<i32>), count: i32) -> Option<i32> {
    let mut taken = taken.to_vec();
    taken.sort_unstable();
    let mut first = within.0;
    for (from, to) in taken.into_iter().filter(|(from, to)| from <= to) {
        if overlap((from, to), (first, last_of(first, count)?)) {
            first = first.max(to.checked_add(1)?);
        }
    }
    let last = last_of(first, count)?;
    within.1.is_none_or(|end| last <= end).then_some(first)
}

/// Returns how many tables a round of an event with so many players needs.
pub fn tables_for(details: &TournamentDetails, organizing: &Organizing, players: i32) -> i32 {
    let shares = |of: i32, size: i32| of.max(0).saturating_add(size - 1) / size;
    let entrants = shares(players, details.team_size.max(1));
    let matches = shares(entrants, details.pod_size.max(2)).max(1);
    let tables = TableRange::with(organizing, details);
    tables.table_of_team_match(matches.saturating_add(1)).saturating_sub(tables.first)
}

/// Returns the last of so many tables; `None` if there is no such number.
fn last_of(first: i32, count: i32) -> Option<i32> {
    first.checked_add(count.max(1) - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proto_events::vocabulary::EventFormat;

    use super::*;

    fn ranges() -> impl Strategy<Value = Vec<(i32, i32)>> {
        proptest::collection::vec((1..60i32, 0..12i32).prop_map(|(first, more)| (first, first + more)), 0..8)
    }

    fn is_free(taken: &[(i32, i32)], first: i32, count: i32) -> bool {
        (first..first + count).all(|table| !taken.iter().any(|(from, to)| (*from..=*to).contains(&table)))
    }

    #[test]
    fn ranges_that_touch_do_not_collide() {
        assert!(!overlap((1, 16), (17, 20)) && overlap((1, 16), (16, 20)) && overlap((16, 20), (1, 16)));
    }

    #[test]
    fn a_hall_that_is_taken_to_the_last_number_has_no_room() {
        assert_eq!(free_tables(&[(1, i32::MAX)], (1, None), 1), None);
    }

    #[test]
    fn teams_and_pods_need_their_own_numbers_of_tables() {
        let details = |team_size, pod_size| TournamentDetails {
            team_size,
            pod_size,
            ..TournamentDetails::new(String::new(), EventFormat::Modern)
        };
        let needed = |details: TournamentDetails, players| tables_for(&details, &Organizing::default(), players);
        assert_eq!([0, 2, 3, 32, 33].map(|players| needed(details(1, 2), players)), [1, 1, 2, 16, 17]);
        assert_eq!(needed(details(1, 4), 33), 9);
        assert_eq!(needed(details(3, 2), 24), 12, "four matches of three tables");
    }

    proptest! {
        #[test]
        fn the_lowest_free_run_is_found(
            taken in ranges(), first in 1..40i32, room in proptest::option::of(0..60i32), count in 1..10i32,
        ) {
            let last = room.map(|room| first + room);
            let fits = |from: &i32| is_free(&taken, *from, count) && last.is_none_or(|last| from + count - 1 <= last);
            prop_assert_eq!(free_tables(&taken, (first, last), count), (first..120).find(fits));
        }
    }
}
