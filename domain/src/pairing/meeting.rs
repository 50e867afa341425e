//! Player meetings: all players at tables of two, by name or at random.

use std::collections::HashMap;

use super::entrant::EntrantId;
use super::random::SeededRandom;
use super::tables::Seats;
use crate::names::sort_key;

/// The order in which players are seated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeetingOrder {
    /// By name.
    Alphabetical,
    /// At random.
    Random,
}

/// A player to be seated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attendee {
    /// The player's id.
    pub id: EntrantId,
    /// The name for alphabetical order, in which capitals and accents make no difference.
    pub name: String,
    /// The player's fixed table, if any.
    pub fixed_seat: Option<i32>,
}

/// Seats a meeting: players with fixed tables keep them, the others fill the free places in order.
pub fn seat_meeting(attendees: &[Attendee], order: MeetingOrder, seed: u64) -> Vec<Seats> {
    let mut seated: Vec<&Attendee> = attendees.iter().collect();
    seated.sort_unstable_by_key(|attendee| attendee.id);
    match order {
        MeetingOrder::Alphabetical => seated.sort_by_cached_key(|attendee| sort_key(attendee.name.trim())),
        MeetingOrder::Random => SeededRandom::new(seed).shuffle(&mut seated),
    }
    let mut places: HashMap<i32, Vec<EntrantId>> = HashMap::new();
    let mut others = Vec::with_capacity(seated.len());
    for attendee in seated {
        match attendee.fixed_seat {
            Some(number) => places.entry(number).or_default().push(attendee.id),
            None => others.push(attendee.id),
        }
    }
    let (mut number, mut others) = (1, others.into_iter());
    while others.len() > 0 {
        let table = places.entry(number).or_default();
        table.extend(others.by_ref().take(2_usize.saturating_sub(table.len())));
        number += 1;
    }
    let tables = places.into_iter().map(|(number, entrants)| Seats::seating(number, 0, entrants));
    let mut tables: Vec<Seats> = tables.collect();
    tables.sort_unstable_by_key(|table| table.table_number);
    tables
}
