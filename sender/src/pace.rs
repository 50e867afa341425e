//! The times of the sender. For trials they can be divided, so that days pass in minutes.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::limits::{WEBHOOK_ANSWER_SECONDS, WEBHOOK_FAILING_DAYS};
use domain::webhooks::{RETRY_AFTER_MAX, next_pause};
use storage::deliveries::ChannelKind;

/// The shortest time that an address has to answer, however the times are divided.
const ANSWER_LEAST: Duration = Duration::from_secs(1);
/// Attempts of a task of the service: those of three days, as of other messages. A damaged event fails every time.
const TASK_ATTEMPTS: usize = 3 * 24 * 60 * 60 / 320;

/// The times of the sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    divisor: i32,
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

    /// Returns for how long a queue of a channel is taken: much longer than its attempts can last. The service's own tasks
    /// wait for no receiver, and others wait for them if a process ends.
    pub(crate) fn lease(self, kind: ChannelKind) -> TimeDelta {
        let answers = if kind == ChannelKind::Schedule { 1 } else { 3 };
        TimeDelta::from_std(self.answer() * answers).unwrap_or_default()
    }

    /// Returns when the next attempt is made after `failed` attempts; `None` if there is no other attempt. `jitter` is
    /// from 0 to 1 and makes the pause up to a tenth longer, so that messages do not come at the same moment.
    pub(crate) fn next_attempt(
        self,
        kind: ChannelKind,
        failed: usize,
        retry_after: Option<i64>,
        now: DateTime<Utc>,
        jitter: f64,
    ) -> Option<DateTime<Utc>> {
        let pause = match kind {
            ChannelKind::Schedule if failed >= TASK_ATTEMPTS => return None,
            ChannelKind::Push | ChannelKind::Schedule => soon(failed, retry_after),
            _ => next_pause(failed, retry_after)?,
        };
        let pause = pause / self.divisor;
        let longer = pause.as_seconds_f64() * (1.0 + jitter / 10.0);
        Some(now + TimeDelta::from_std(Duration::from_secs_f64(longer)).unwrap_or(pause))
    }

    /// Whether a webhook is disabled after a failed attempt, if its address accepts nothing since `failing_since`.
    pub(crate) fn is_over(self, failing_since: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        now - failing_since >= TimeDelta::days(WEBHOOK_FAILING_DAYS) / self.divisor
    }
}

/// Returns the pause before the next attempt of what is worth little later: 5, 10, 20 seconds, up to some minutes, until it has
/// expired.
fn soon(failed: usize, retry_after: Option<i64>) -> TimeDelta {
    let scheduled = 5 << failed.saturating_sub(1).min(6);
    TimeDelta::seconds(retry_after.unwrap_or_default().min(RETRY_AFTER_MAX).max(scheduled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_push_is_tried_again_soon_and_never_given_up_before_it_expires() {
        let now = DateTime::UNIX_EPOCH;
        let after =
            |failed, pause| Pace::divided_by(1).next_attempt(ChannelKind::Push, failed, pause, now, 0.0).unwrap() - now;
        let pauses = [1, 2, 3, 4, 40].map(|failed| after(failed, None).num_seconds());
        assert_eq!(pauses, [5, 10, 20, 40, 320]);
        assert_eq!(after(1, Some(60)), TimeDelta::seconds(60));
    }

    #[test]
    fn a_task_is_tried_for_three_days_and_then_given_up() {
        let now = DateTime::UNIX_EPOCH;
        let next = |failed| Pace::divided_by(1).next_attempt(ChannelKind::Schedule, failed, None, now, 0.0);
        let pauses: Vec<_> = (1..).map_while(next).map(|at| at - now).collect();
        assert_eq!(pauses[..3], [5, 10, 20].map(TimeDelta::seconds));
        assert_eq!(pauses.iter().sum::<TimeDelta>().num_hours(), 71);
    }

    #[test]
    fn times_are_divided_and_pauses_are_never_shorter() {
        let now = DateTime::UNIX_EPOCH;
        let at = |divisor, jitter| {
            Pace::divided_by(divisor).next_attempt(ChannelKind::Mail, 1, None, now, jitter).unwrap() - now
        };
        assert_eq!(at(1, 0.0), TimeDelta::seconds(5));
        assert_eq!(at(1, 1.0), TimeDelta::milliseconds(5_500));
        assert_eq!(at(1_000, 0.0), TimeDelta::milliseconds(5));
        assert_eq!(Pace::divided_by(1).next_attempt(ChannelKind::Webhook, 10, None, now, 0.0), None);
        assert!(Pace::divided_by(1_440).is_over(now, now + TimeDelta::minutes(5)));
        assert!(!Pace::divided_by(1).is_over(now, now + TimeDelta::hours(119)));
        assert!(Pace::divided_by(1).is_over(now, now + TimeDelta::days(5)));
        assert_eq!(Pace::divided_by(1).answer(), Duration::from_secs(15));
        assert_eq!(Pace::divided_by(1_000).answer(), ANSWER_LEAST);
    }
}
