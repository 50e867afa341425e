//! The times of the sender. For trials they can be divided, so that days pass in minutes.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::limits::WEBHOOK_ANSWER_SECONDS;
use domain::webhooks::{has_failed_for_long, next_pause};

/// The shortest time that an address has to answer, however the times are divided.
const ANSWER_LEAST: Duration = Duration::from_secs(1);

/// The times of the sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    divisor: i32,
}

impl Default for Pace {
    fn default() -> Self {
        Self { divisor: 1 }
    }
}

impl Pace {
    /// Divides all times.
    pub fn divided_by(divisor: i32) -> Self {
        Self { divisor: divisor.max(1) }
    }

    /// Returns the time that an address has to answer.
    pub(crate) fn answer(self) -> Duration {
        let seconds = u64::try_from(WEBHOOK_ANSWER_SECONDS).unwrap_or_default();
        (Duration::from_secs(seconds) / self.divisor.unsigned_abs()).max(ANSWER_LEAST)
    }

    /// Returns for how long a queue is taken: much longer than its attempts can last.
    pub(crate) fn lease(self) -> TimeDelta {
        TimeDelta::from_std(self.answer() * 3).unwrap_or_default()
    }

    /// Returns when the next attempt is made after `failed` attempts; `None` if there is no other attempt. `jitter` is
    /// from 0 to 1 and makes the pause up to a tenth longer, so that messages do not come at the same moment.
    pub(crate) fn next_attempt(
        self,
        failed: usize,
        retry_after: Option<i64>,
        now: DateTime<Utc>,
        jitter: f64,
    ) -> Option<DateTime<Utc>> {
        let pause = next_pause(failed, retry_after)? / self.divisor;
        let longer = pause.as_seconds_f64() * (1.0 + jitter / 10.0);
        Some(now + TimeDelta::from_std(Duration::from_secs_f64(longer)).unwrap_or(pause))
    }

    /// Whether a webhook is disabled after a failed attempt.
    pub(crate) fn is_over(self, failing_since: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        has_failed_for_long(failing_since, failing_since + (now - failing_since) * self.divisor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_divided_and_pauses_are_never_shorter() {
        let now = DateTime::UNIX_EPOCH;
        let at = |divisor, jitter| Pace::divided_by(divisor).next_attempt(1, None, now, jitter).unwrap() - now;
        assert_eq!(at(1, 0.0), TimeDelta::seconds(5));
        assert_eq!(at(1, 1.0), TimeDelta::milliseconds(5_500));
        assert_eq!(at(1_000, 0.0), TimeDelta::milliseconds(5));
        assert_eq!(Pace::default().next_attempt(10, None, now, 0.0), None);
        assert!(Pace::divided_by(1_440).is_over(now, now + TimeDelta::minutes(5)));
        assert!(!Pace::default().is_over(now, now + TimeDelta::days(4)));
        assert_eq!(Pace::default().answer(), Duration::from_secs(15));
        assert_eq!(Pace::divided_by(1_000).answer(), ANSWER_LEAST);
    }
}
