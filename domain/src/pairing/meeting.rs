//! Player meetings: all players at tables of two, by name or at random.

use std::collections::HashMap;

use super::entrant::EntrantId;
use super::random::SeededRandom;

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

/// A table of a meeting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeetingTable {
    /// Its number, from 1.
    pub number: i32,
    /// The players at the table, usually one or two.
    pub attendees: Vec<EntrantId>,
}

/// Seats a meeting: players with fixed tables keep them, the others fill the free places in order.
pub fn seat_meeting(attendees: &[Attendee], order: MeetingOrder, seed: u64) -> Vec<MeetingTable> {
    let mut seated: Vec<&Attendee> = attendees.iter().collect();
    seated.sort_unstable_by_key(|attendee| attendee.id);
    match order {
        MeetingOrder::Alphabetical => seated.sort_by_cached_key(|attendee| as_read(&attendee.name)),
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
    let tables = places.into_iter().map(|(number, attendees)| MeetingTable { number, attendees });
    let mut tables: Vec<MeetingTable> = tables.collect();
    tables.sort_unstable_by_key(|table| table.number);
    tables
}

/// Returns a name as sorted in an alphabetical list.
fn as_read(name: &str) -> String {
    let mut read = String::with_capacity(name.len());
    for letter in name.trim().chars().flat_map(char::to_lowercase) {
        match letter {
            'à'..='å' | 'ā' | 'ă' | 'ą' => read.push('a'),
            'æ' => read.push_str("ae"),
            'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => read.push('c'),
            'ď' | 'đ' | 'ð' => read.push('d'),
            'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => read.push('e'),
            'ĝ' | 'ğ' | 'ġ' | 'ģ' => read.push('g'),
            'ì'..='ï' | 'ī' | 'į' | 'ı' => read.push('i'),
            'ķ' => read.push('k'),
            'ĺ' | 'ļ' | 'ľ' | 'ł' => read.push('l'),
            'ñ' | 'ń' | 'ņ' | 'ň' => read.push('n'),
            'ò'..='ö' | 'ø' | 'ō' | 'ő' => read.push('o'),
            'œ' => read.push_str("oe"),
            'ŕ' | 'ř' => read.push('r'),
            'ś' | 'ş' | 'š' | 'ș' => read.push('s'),
            'ß' => read.push_str("ss"),
            'ţ' | 'ť' | 'ț' => read.push('t'),
            'þ' => read.push_str("th"),
            'ù'..='ü' | 'ū' | 'ů' | 'ű' | 'ų' => read.push('u'),
            'ý' | 'ÿ' => read.push('y'),
            'ź' | 'ż' | 'ž' => read.push('z'),
            // The dot that remains of a capital I with a dot.
            '\u{307}' => {}
            other => read.push(other),
        }
    }
    read
}
