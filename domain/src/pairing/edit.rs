//! Pairings changed by hand: what is wrong with them, and what the organizer should know before keeping them.

use std::collections::{HashMap, HashSet};

use super::{Entrant, EntrantId};

/// A match as somebody wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProposedMatch {
    /// The table; none for a bye.
    pub table: Option<i32>,
    /// Who plays.
    pub first: EntrantId,
    /// The opponent; nobody for a bye.
    pub second: Option<EntrantId>,
}

/// What is the matter with pairings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// Nobody of this id is in the event.
    Unknown(EntrantId),
    /// Stopped playing.
    Dropped(EntrantId),
    /// Stands in more than one match.
    DoubleBooked(EntrantId),
    /// Is its own opponent.
    AgainstItself(EntrantId),
    /// More than one match has this table.
    TableTakenTwice(i32),
    /// Two who have met before.
    Rematch {
        /// Who plays.
        players: [EntrantId; 2],
        /// How often they have met.
        times: usize,
    },
    /// A bye for somebody who has had one.
    AnotherBye {
        /// Who gets it.
        entrant: EntrantId,
        /// How many it has had.
        byes: u32,
    },
    /// Was awarded a bye for this round, and is to play.
    AwardedByeMissing(EntrantId),
    /// Has neither an opponent nor a bye.
    LeftOut(EntrantId),
    /// Keeps another table.
    AwayFromFixedSeat(EntrantId),
}

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The pairings cannot be kept.
    Error,
    /// They can, if the organizer wants it so.
    Warning,
}

impl Problem {
    /// How bad it is.
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
            | Self::AwayFromFixedSeat(_) => Severity::Warning,
        }
    }
}

/// What is the matter with these pairings of these entrants: errors first, then in the order of the matches.
pub fn problems(matches: &[ProposedMatch], entrants: &[Entrant]) -> Vec<Problem> {
    let entrants_by_id: HashMap<EntrantId, &Entrant> = entrants.iter().map(|entrant| (entrant.id, entrant)).collect();
    let (mut problems, mut booked, mut tables) = (Vec::new(), HashMap::new(), HashSet::new());
    for proposed in matches {
        let itself = proposed.second == Some(proposed.first);
        if itself {
            problems.push(Problem::AgainstItself(proposed.first));
        }
        for id in [Some(proposed.first), proposed.second.filter(|_| !itself)].into_iter().flatten() {
            match entrants_by_id.get(&id) {
                None => problems.push(Problem::Unknown(id)),
                Some(entrant) if entrant.is_dropped => problems.push(Problem::Dropped(id)),
                Some(entrant) => problems.extend(of_one(proposed, entrant)),
            }
            let times = booked.entry(id).or_insert(0);
            *times += 1;
            if *times == 2 {
                problems.push(Problem::DoubleBooked(id));
            }
        }
        problems.extend(proposed.table.filter(|table| !tables.insert(*table)).map(Problem::TableTakenTwice));
        problems.extend(rematch(proposed, &entrants_by_id).filter(|_| !itself));
    }
    let missing = entrants.iter().filter(|entrant| !entrant.is_dropped && !booked.contains_key(&entrant.id));
    problems.extend(missing.map(|entrant| Problem::LeftOut(entrant.id)));
    problems.sort_by_key(|problem| problem.severity());
    problems
}

fn of_one(proposed: &ProposedMatch, entrant: &Entrant) -> Option<Problem> {
    let plays = proposed.second.is_some();
    if !plays && !entrant.has_awarded_bye && entrant.byes > 0 {
        return Some(Problem::AnotherBye { entrant: entrant.id, byes: entrant.byes });
    }
    if plays && entrant.has_awarded_bye {
        return Some(Problem::AwardedByeMissing(entrant.id));
    }
    let is_away = plays && entrant.fixed_seat.is_some() && proposed.table != entrant.fixed_seat;
    is_away.then_some(Problem::AwayFromFixedSeat(entrant.id))
}

fn rematch(proposed: &ProposedMatch, entrants: &HashMap<EntrantId, &Entrant>) -> Option<Problem> {
    let second = proposed.second?;
    let met = |one: EntrantId, other: EntrantId| {
        entrants.get(&one).map_or(0, |entrant| entrant.opponents.iter().filter(|met| **met == other).count())
    };
    let times = met(proposed.first, second).max(met(second, proposed.first));
    (times > 0).then_some(Problem::Rematch { players: [proposed.first, second], times })
}
