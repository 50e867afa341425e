//! The clock of the round on the player's page.

use chrono::{DateTime, SecondsFormat, Utc};
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
    /// The exact time at which the page was made, so that a script can correct the clock of the phone.
    pub(crate) now: String,
    pub(crate) is_over: bool,
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
        let seconds = remaining_seconds(extended, now);
        let minutes = (seconds + 59) / 60;
        let left = texts.with("player-clock-left", "minutes", minutes);
        let now = now.to_rfc3339_opts(SecondsFormat::Millis, true);
        Some(Self { left, ends: ends_at(extended).map(moment), now, is_over: seconds == 0 })
    }
}
