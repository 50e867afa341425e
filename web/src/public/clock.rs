//! The clock of a round on public pages. A script counts it down; without scripts, a line says when the time is over.

use domain::documents::{ClockDocument, PageHead, Time};
use domain::time_zone::Zone;

use super::head::left;
use crate::texts::Texts;

/// The clock of a round in progress.
pub(super) struct RoundClock<'a> {
    /// The time that is left while it is paused: `49:00`. Empty while it runs, because a page is kept while time goes on.
    pub(super) left: String,
    /// When it ends; none while it is paused.
    pub(super) ends_at: Option<String>,
    /// Says when it ends, or that it is paused.
    pub(super) text: String,
    /// The rule for the end of the round; empty if the event states none.
    pub(super) rule: &'a str,
}

impl<'a> RoundClock<'a> {
    pub(super) fn new(texts: &Texts, clock: ClockDocument, head: &PageHead<'_>, rule: &'a str) -> Self {
        let text = match clock.ends_at {
            Some(Time(at)) => {
                let time = Zone::of(head.time_zone.as_deref()).local(at).format("%H:%M");
                texts.with("public-clock-ends", "time", time.to_string())
            }
            None => texts.say("desk-clock-paused"),
        };
        let ends_at = clock.ends_at.map(|Time(at)| at.to_rfc3339());
        let left = if ends_at.is_some() { String::new() } else { left(&clock) };
        Self { left, ends_at, text, rule: rule.trim().trim_end_matches('.') }
    }
}
