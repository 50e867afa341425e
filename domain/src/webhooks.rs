//! The rules of webhooks: when a failed delivery is tried again, and how long an earlier secret signs. Which events of the log
//! become messages stands in `tournament/facts.rs`.

use chrono::{DateTime, TimeDelta, Utc};

use crate::limits::WEBHOOK_SECRET_HOURS;

/// Seconds between two attempts of a delivery. The first attempt is made at once.
pub const RETRIES: &[i64] =
    &[5, 5 * 60, 30 * 60, 2 * 60 * 60, 5 * 60 * 60, 10 * 60 * 60, 14 * 60 * 60, 20 * 60 * 60, 24 * 60 * 60];

/// The longest `Retry-After` that is heeded, in seconds.
pub const RETRY_AFTER_MAX: i64 = 24 * 60 * 60;

/// Returns the pause before the next attempt after `failed` attempts; `None` if there is no other attempt. The schedule
/// is the shortest pause: a receiver's `Retry-After` makes it longer, up to a day.
pub fn next_pause(failed: usize, retry_after: Option<i64>) -> Option<TimeDelta> {
    let scheduled = RETRIES.get(failed.checked_sub(1)?)?;
    Some(TimeDelta::seconds(retry_after.unwrap_or_default().min(RETRY_AFTER_MAX).max(*scheduled)))
}

/// Returns until when the secret before the current one signs as well, if it was replaced at `rotated`.
pub fn overlap_end(rotated: DateTime<Utc>) -> DateTime<Utc> {
    rotated + TimeDelta::hours(WEBHOOK_SECRET_HOURS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_made_for_three_days_and_retry_after_makes_pauses_longer() {
        let pauses: Vec<_> = (1..).map_while(|failed| next_pause(failed, None)).collect();
        assert_eq!(pauses.len(), 9, "ten attempts");
        assert_eq!(pauses.iter().sum::<TimeDelta>(), TimeDelta::seconds(5 + 35 * 60 + 75 * 60 * 60));
        assert_eq!(next_pause(1, Some(60)), Some(TimeDelta::seconds(60)));
        assert_eq!(next_pause(3, Some(60)), Some(TimeDelta::minutes(30)), "it makes no pause shorter");
        assert_eq!(next_pause(1, Some(i64::MAX)), Some(TimeDelta::hours(24)));
        assert_eq!((next_pause(0, None), next_pause(10, Some(1))), (None, None));
    }
}
