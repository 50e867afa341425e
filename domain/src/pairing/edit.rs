//! Pairings edited by hand: errors in them, and warnings for the organizer.

use std::collections::{HashMap, HashSet};

use super::entrant::{Entrant, EntrantId};
use super::tables::Seats;

/// A problem with proposed pairings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub enum Problem {
    /// No entrant has this id.
    Unknown(EntrantId),
    /// The entrant dropped.
    Dropped(EntrantId),
    /// The entrant is in more than one match.
    DoubleBooked(EntrantId),
    /// The entrant is its own opponent.
    AgainstItself(EntrantId),
    /// More than one match is at this table.
    TableTakenTwice(i32),
    /// The two have met before, so many times.
    Rematch { players: [EntrantId; 2], times: usize },
    /// A bye for an entrant that already had so many.
    AnotherBye { entrant: EntrantId, byes: u32 },
    /// The entrant was awarded a bye for this round but has an opponent.
    AwardedByeMissing(EntrantId),
    /// The entrant has neither an opponent nor a bye.
    LeftOut(EntrantId),
    /// The entrant has a fixed table but is at another one.
    AwayFromFixedSeat(EntrantId),
    /// The two of one pool sit alone in its first round, and so do not meet.
    NeverMeet([EntrantId; 2]),
    /// So many active entrants are left out because they have not checked in.
    NotCheckedIn(usize),
}

/// The severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The pairings cannot be saved.
    Error,
    /// The pairings can be saved if the organizer confirms them.
    Warning,
}

impl Problem {
    /// Returns its severity.
    pub fn severity(self) -> Severity {
        match self {
            Self::Unknown(_)
            | Self::Dropped(_)
            | Self::DoubleBooked(_)
            | Self::AgainstItself(_)
            | Self::TableTakenTwice(_) => Severity::Error,
            Self::Rematch { .. }
            | Self::AnotherBye { .. }
            | Self::AwardedByeMissing(_)
            | Self::LeftOut(_)
            | Self::AwayFromFixedSeat(_)
            | Self::NeverMeet(_)
            | Self::NotCheckedIn(_) => Severity::Warning,
        }
    }
}

/// Returns the problems with proposed pairings of these entrants: errors first, then in the order of the matches.
pub fn problems(matches: &[Seats], entrants: &[Entrant]) -> Vec<Problem> {
    let entrants_by_id: HashMap<EntrantId, &Entrant> = entrants.iter().map(|entrant| (entrant.id, entrant)).collect();
    let (mut problems, mut booked, mut tables) = (Vec::new(), HashMap::new(), HashSet::new());
    for proposed in matches {
        for (at, id) in proposed.entrants.iter().enumerate() {
            if proposed.entrants[..at].contains(id) {
                problems.push(Problem::AgainstItself(*id));
                continue;
            }
            match entrants_by_id.get(id) {
                None => problems.push(Problem::Unknown(*id)),
                Some(entrant) if entrant.is_dropped => problems.push(Problem::Dropped(*id)),
                Some(entrant) => problems.extend(of_one(proposed, entrant)),
            }
            let times = booked.entry(*id).or_insert(0);
            *times += 1;
            if *times == 2 {
                problems.push(Problem::DoubleBooked(*id));
            }
        }
        let is_free = tables.insert(proposed.table_number);
        problems.extend((!is_free).then_some(Problem::TableTakenTwice(proposed.table_number)));
        problems.extend(rematches(proposed, &entrants_by_id));
    }
    let missing = entrants.iter().filter(|entrant| !entrant.is_dropped && !booked.contains_key(&entrant.id));
    problems.extend(missing.map(|entrant| Problem::LeftOut(entrant.id)));
    problems.sort_by_key(|problem| problem.severity());
    problems
}

fn of_one(proposed: &Seats, entrant: &Entrant) -> Option<Problem> {
    let plays = proposed.entrants.len() > 1;
    if !plays && !entrant.has_awarded_bye && entrant.byes > 0 {
        return Some(Problem::AnotherBye { entrant: entrant.id, byes: entrant.byes });
    }
    if plays && entrant.has_awarded_bye {
        return Some(Problem::AwardedByeMissing(entrant.id));
    }
    let is_away = plays && entrant.fixed_seat.is_some_and(|seat| seat != proposed.table_number);
    is_away.then_some(Problem::AwayFromFixedSeat(entrant.id))
}

fn rematches(proposed: &Seats, entrants: &HashMap<EntrantId, &Entrant>) -> Vec<Problem> {
    let met = |one: EntrantId, other: EntrantId| {
        entrants.get(&one).map_or(0, |entrant| entrant.opponents.iter().filter(|met| **met == other).count())
    };
    let at_table = || proposed.entrants.iter().copied().enumerate();
    let pairs = at_table().flat_map(|(at, one)| at_table().skip(at + 1).map(move |(_, other)| [one, other]));
    let pairs = pairs.filter(|[one, other]| one != other);
    let rematches = pairs.map(|players @ [one, other]| (players, met(one, other).max(met(other, one))));
    let rematches = rematches.filter(|(_, times)| *times > 0);
    rematches.map(|(players, times)| Problem::Rematch { players, times }).collect()
}
