//! The head of every page of an event: its name, store, format, date and status.

use chrono::{DateTime, Utc};
use domain::documents::PageHead;
use domain::time_zone::Zone;

use super::files;
use crate::texts::Texts;

pub(super) struct Head<'a> {
    pub(super) name: &'a str,
    pub(super) store: &'a str,
    pub(super) format: String,
    /// The start as clocks in the event's time zone show it; empty without a start.
    pub(super) date: String,
    /// The convention, and where it takes place; empty if it is part of none.
    pub(super) place: String,
    /// The entry fee in words; empty if not stated.
    pub(super) fee: String,
    pub(super) status: String,
    pub(super) url: String,
    base: String,
}

/// The number of players up to which all readers of a page load it at once when it changes.
const AT_ONCE: usize = 100;
/// The longest time over which the readers of a page spread their requests, in milliseconds.
const LONGEST_SPREAD: usize = 1_500;

/// Returns the number of milliseconds over which the readers of a page with so many players spread their requests.
pub(crate) fn spread(players: usize) -> usize {
    (players.saturating_sub(AT_ONCE) * 2).min(LONGEST_SPREAD)
}

impl<'a> Head<'a> {
    /// Creates a head. Its links begin with `base`.
    pub(super) fn new(texts: &Texts, base: &str, head: &'a PageHead<'a>) -> Self {
        Self {
            name: &head.name,
            store: &head.store,
            format: texts.game_format(head.format),
            date: head
                .start
                .map(|start| readable(texts, start, Zone::of(head.time_zone.as_deref())))
                .unwrap_or_default(),
            place: place(head),
            fee: if head.fee_note.is_empty() {
                String::new()
            } else {
                texts.with("public-fee", "fee", &*head.fee_note)
            },
            status: if head.is_canceled { texts.say("public-canceled") } else { texts.term(head.status) },
            url: format!("{base}/events/{}/", head.event_id),
            base: base.to_owned(),
        }
    }

    /// Returns the address of a file that the page loads.
    pub(super) fn file(&self, name: &str) -> String {
        files::address(&self.base, name)
    }
}

/// `Autumn Cardfest 2026, Old Depot, 1 Depot Road`.
fn place(head: &PageHead<'_>) -> String {
    let parts = [&head.convention, &head.location].into_iter().filter(|part| !part.is_empty());
    parts.map(|part| &**part).collect::<Vec<_>>().join(", ")
}

/// `7 March 2026, 10:00 UTC`, or `7 March 2026, 11:00 (Europe/Berlin)`.
pub(super) fn readable(texts: &Texts, time: DateTime<Utc>, zone: Zone) -> String {
    let time = texts.long_time(zone.local(time));
    if zone == Zone::UTC {
        return texts.with("public-time-utc", "time", time);
    }
    texts.with_all("public-time", [("time", time.into()), ("zone", zone.name().into())])
}
