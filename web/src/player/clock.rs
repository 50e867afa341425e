//! The clock of the round on the player's page.

use chrono::{DateTime, Utc};
use domain::tournament::Round;
use domain::tournament::clock::{ends_at, remaining_seconds};

use crate::parts::format::Moment;
use crate::texts::Texts;

/// What the clock shows.
pub(crate) struct ClockPart {
    /// `42 minutes left`
    pub(crate) left: String,
    /// When it reaches zero; none while it is paused.
    pub(crate) ends: Option<Moment>,
}

impl ClockPart {
    /// Returns the clock of a round, with the extension of one's own match.
    pub(crate) fn of(
        texts: &Texts,
        round: &Round,
        extension: i32,
        now: DateTime<Utc>,
        moment: impl Fn(DateTime<Utc>) -> Moment,
    ) -> Option<Self> {
        let clock = round.clock?;
        let extended = proto_events::tournament::RoundClock {
            length_seconds: clock.length_seconds.saturating_add(extension.max(0)),
            ..clock
        };
        let minutes = (remaining_seconds(extended, now) + 59) / 60;
        let left = texts.with("player-clock-left", "minutes", minutes);
        Some(Self { left, ends: ends_at(extended).map(moment) })
    }
}
