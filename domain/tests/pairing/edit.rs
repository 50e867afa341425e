//! Pairings edited by hand.

use domain::pairing::edit::{Problem, Severity, problems};
use domain::pairing::{Entrant, EntrantId, Seats, Way, pair};

const NOBODY: i64 = 0;

fn propose(table: i32, first: i64, second: i64) -> Seats {
    let second = (second != NOBODY).then_some(EntrantId(second));
    Seats::seating(table, 0, std::iter::once(EntrantId(first)).chain(second).collect())
}

fn entrants(number: i64) -> Vec<Entrant> {
    (1..=number).map(|number| Entrant::new(EntrantId(number))).collect()
}

#[test]
fn what_the_engine_pairs_has_no_problem() {
    assert_eq!(problems(&pair(&entrants(9), Way::Swiss, 1), &entrants(9)), []);
}

#[test]
fn errors_come_before_warnings() {
    let mut entrants = entrants(6);
    entrants[0].opponents = vec![EntrantId(2), EntrantId(2)];
    entrants[4].is_dropped = true;
    let matches = [propose(1, 1, 2), propose(1, 3, 5), propose(2, 1, 9), propose(3, 4, 4)];
    let found = problems(&matches, &entrants);
    let expected = [
        Problem::Dropped(EntrantId(5)),
        Problem::TableTakenTwice(1),
        Problem::DoubleBooked(EntrantId(1)),
        Problem::Unknown(EntrantId(9)),
        Problem::AgainstItself(EntrantId(4)),
        Problem::Rematch { players: [EntrantId(1), EntrantId(2)], times: 2 },
        Problem::LeftOut(EntrantId(6)),
    ];
    assert_eq!(found, expected);
    let severities: Vec<Severity> = found.iter().map(|problem| problem.severity()).collect();
    assert!(severities.is_sorted());
}

#[test]
fn a_meeting_that_only_the_second_tells_of_is_a_rematch() {
    let mut entrants = entrants(2);
    entrants[1].opponents = vec![EntrantId(1)];
    let rematch = Problem::Rematch { players: [EntrantId(1), EntrantId(2)], times: 1 };
    assert_eq!(problems(&[propose(1, 1, 2)], &entrants), [rematch]);
}

#[test]
fn byes_are_looked_at() {
    let mut entrants = entrants(4);
    entrants[0].byes = 1;
    entrants[1].byes = 1;
    entrants[1].has_awarded_bye = true;
    entrants[2].has_awarded_bye = true;
    let matches = [propose(2, 1, NOBODY), propose(3, 2, NOBODY), propose(1, 3, 4)];
    let another = Problem::AnotherBye { entrant: EntrantId(1), byes: 1 };
    assert_eq!(problems(&matches, &entrants), [another, Problem::AwardedByeMissing(EntrantId(3))]);
}

#[test]
fn fixed_seats_are_looked_at() {
    let mut entrants = entrants(4);
    entrants[0].fixed_seat = Some(5);
    entrants[3].fixed_seat = Some(2);
    let matches = [propose(1, 1, 2), propose(2, 3, 4)];
    assert_eq!(problems(&matches, &entrants), [Problem::AwayFromFixedSeat(EntrantId(1))]);
}
