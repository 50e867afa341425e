//! The clock of a round, for display.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::tournament::Round;
use domain::tournament::clock::{ends_at, remaining_seconds};
use proto_events::vocabulary::ProgressStatus;

use crate::desk::event::Event;
use crate::parts::format::Moment;

/// The clock of a round for display.
pub(crate) struct ShownClock {
    /// The time that is left, such as `38:05`.
    pub(crate) left: String,
    /// When it reaches zero; `None` while it is paused.
    pub(crate) ends: Option<Moment>,
    /// The exact time at which the page was made, so that a script can correct the clock of its computer.
    pub(crate) now: String,
    pub(crate) is_over: bool,
    /// The event's rule for the end of a round; may be empty.
    pub(crate) rule: String,
}

impl ShownClock {
    /// Returns the clock of a round in progress, if it has one.
    pub(crate) fn of(event: &Event, round: &Round, now: DateTime<Utc>) -> Option<Self> {
        let clock = round.clock.filter(|_| round.status == ProgressStatus::InProgress)?;
        let left = remaining_seconds(clock, now);
        Some(Self {
            left: format!("{}:{:02}", left / 60, left % 60),
            ends: ends_at(clock).map(|at| event.moment(at)),
            now: now.to_rfc3339_opts(SecondsFormat::Millis, true),
            is_over: left == 0,
            rule: event.state().details.end_of_round_rule.clone(),
        })
    }
}
