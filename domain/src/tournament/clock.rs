//! What the clock of a round shows, and how it starts and pauses. Times are given: nothing here reads a clock.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use proto_events::tournament::RoundClock;

/// The longest length of a clock in seconds: a day.
pub const LENGTH_SECONDS: i32 = 86_400;

/// Returns a new clock of this length that does not run yet.
pub fn new_clock(length_seconds: i32) -> RoundClock {
    RoundClock { length_seconds, elapsed_seconds: 0, running_since: None }
}

/// Returns how many seconds of its length have elapsed.
pub fn elapsed_seconds(clock: RoundClock, now: DateTime<Utc>) -> i32 {
    let since = clock.running_since.map_or(0, |since| (now - since).num_seconds().max(0));
    i32::try_from(since).unwrap_or(i32::MAX).saturating_add(clock.elapsed_seconds)
}

/// Returns how many seconds are left; 0 once the time is over.
pub fn remaining_seconds(clock: RoundClock, now: DateTime<Utc>) -> i32 {
    clock.length_seconds.saturating_sub(elapsed_seconds(clock, now)).max(0)
}

/// Returns when a running clock reaches zero; `None` while it is paused.
pub fn ends_at(clock: RoundClock) -> Option<DateTime<Utc>> {
    let left = TimeDelta::seconds(i64::from(clock.length_seconds) - i64::from(clock.elapsed_seconds));
    clock.running_since?.checked_add_signed(left)
}

/// Returns the clock as it runs from now on. A clock that runs stays as it is.
pub fn started(clock: RoundClock, now: DateTime<Utc>) -> RoundClock {
    // Milliseconds are what documents show.
    RoundClock { running_since: clock.running_since.or(Some(now.trunc_subsecs(3))), ..clock }
}

/// Returns the clock as it stands now, paused.
pub fn paused(clock: RoundClock, now: DateTime<Utc>) -> RoundClock {
    RoundClock { elapsed_seconds: elapsed_seconds(clock, now), running_since: None, ..clock }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn a_clock_counts_while_it_runs() {
        let clock = new_clock(3_000);
        assert_eq!((remaining_seconds(clock, at(500)), ends_at(clock)), (3_000, None));
        let running = started(clock, at(0));
        assert_eq!((remaining_seconds(running, at(600)), ends_at(running)), (2_400, Some(at(3_000))));
        assert_eq!(started(running, at(99)), running, "it runs already");
        let paused = paused(running, at(600));
        assert_eq!((remaining_seconds(paused, at(9_000)), ends_at(paused)), (2_400, None));
        let resumed = started(paused, at(1_000));
        assert_eq!((remaining_seconds(resumed, at(1_100)), ends_at(resumed)), (2_300, Some(at(3_400))));
    }

    #[test]
    fn a_clock_shows_zero_once_the_time_is_over_and_never_more_than_its_length() {
        let running = started(new_clock(60), at(0));
        assert_eq!([59, 60, 61, 100_000].map(|seconds| remaining_seconds(running, at(seconds))), [1, 0, 0, 0]);
        assert_eq!(remaining_seconds(running, at(-30)), 60, "another server's clock is behind");
    }
}
