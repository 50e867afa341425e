//! The head of every page of an event: its name, store, format, date and status.

use chrono::{DateTime, Utc};
use domain::documents::PageHead;

/// The head of every page.
pub(super) struct Head<'a> {
    pub(super) name: &'a str,
    pub(super) store: &'a str,
    pub(super) format: &'static str,
    pub(super) date: String,
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
            date: head.start.map(readable).unwrap_or_default(),
            status: if head.is_canceled { "Canceled" } else { head.status.display_name() },
            url: format!("{base}/events/{}/", head.event_id),
        }
    }
}

/// `7 March 2026, 10:00 UTC`.
fn readable(time: DateTime<Utc>) -> String {
    time.format("%-d %B %Y, %H:%M UTC").to_string()
}
