//! The head of every page of an event: its name, store, format, date and status.

use chrono::{DateTime, Utc};
use domain::documents::PageHead;
use domain::time_zone::Zone;

/// The head of every page.
pub(super) struct Head<'a> {
    pub(super) name: &'a str,
    pub(super) store: &'a str,
    pub(super) format: &'static str,
    /// The start as clocks in the event's time zone show it; empty without a start.
    pub(super) date: String,
    pub(super) fee_note: &'a str,
    pub(super) status: &'static str,
    pub(super) url: String,
}

impl<'a> Head<'a> {
    /// Creates a head. Its links begin with `base`.
    pub(super) fn new(base: &str, head: &'a PageHead<'a>) -> Self {
        Self {
            name: &head.name,
            store: &head.store,
            format: head.format.display_name(),
            date: head.start.map(|start| readable(start, Zone::of(head.time_zone.as_deref()))).unwrap_or_default(),
            fee_note: &head.fee_note,
            status: head.status.display_name(),
            url: format!("{base}/events/{}/", head.event_id),
        }
    }
}

/// `7 March 2026, 10:00 UTC`, or `7 March 2026, 11:00 (Europe/Berlin)`.
fn readable(time: DateTime<Utc>, zone: Zone) -> String {
    let local = zone.local(time).format("%-d %B %Y, %H:%M");
    if zone == Zone::UTC { format!("{local} UTC") } else { format!("{local} ({})", zone.name()) }
}
