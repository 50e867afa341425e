//! Player meetings.

use domain::pairing::meeting::{Attendee, MeetingOrder, seat_meeting};
use domain::pairing::{EntrantId, Seats};

fn attendees(names: &[&str]) -> Vec<Attendee> {
    let attendee =
        |(id, name): (i64, &&str)| Attendee { id: EntrantId(id), name: (*name).to_owned(), fixed_seat: None };
    (1..).zip(names).map(attendee).collect()
}

fn told(tables: &[Seats]) -> Vec<(i32, Vec<i64>)> {
    tables.iter().map(|table| (table.table_number, table.entrants.iter().map(|id| id.0).collect())).collect()
}

#[test]
fn names_are_read_without_capitals_and_accents() {
    let attendees = attendees(&["Zoe", "Édouard", "adam", "Ed", "Øystein", "Oz", "Łukasz"]);
    let tables = seat_meeting(&attendees, MeetingOrder::Alphabetical, 1);
    assert_eq!(told(&tables), [(1, vec![3, 4]), (2, vec![2, 7]), (3, vec![5, 6]), (4, vec![1])]);
}

#[test]
fn namesakes_sit_in_a_fixed_order() {
    let mut attendees = attendees(&["Ann", "Ann", "Ann"]);
    attendees.reverse();
    assert_eq!(told(&seat_meeting(&attendees, MeetingOrder::Alphabetical, 1)), [(1, vec![1, 2]), (2, vec![3])]);
}

#[test]
fn fixed_seats_keep_their_tables() {
    let mut attendees = attendees(&["A", "B", "C", "D", "E"]);
    attendees[4].fixed_seat = Some(1);
    attendees[2].fixed_seat = Some(9);
    let tables = seat_meeting(&attendees, MeetingOrder::Alphabetical, 1);
    assert_eq!(told(&tables), [(1, vec![5, 1]), (2, vec![2, 4]), (9, vec![3])]);
}

#[test]
fn at_random_the_seed_decides() {
    let attendees = attendees(&["A", "B", "C", "D", "E", "F", "G", "H"]);
    let tables = |seed| seat_meeting(&attendees, MeetingOrder::Random, seed);
    assert_eq!(tables(1), tables(1));
    assert_ne!(tables(1), tables(2));
    assert_eq!(tables(1).len(), 4);
}
