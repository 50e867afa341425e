//! How much of the time a rebuild may take from the served views, their readers and writers.

use std::time::Duration;

use tokio::time::Instant;

/// The longest stretch of work between two rests.
const STRETCH: Duration = Duration::from_millis(5);
/// Bytes of documents that are written at once while other views are served. The store has one writer: a large write would keep
/// new results and lists waiting.
const SMALL_PARTS: usize = 1 << 20;
/// The same if nothing else is written.
const LARGE_PARTS: usize = 8 << 20;

/// The part of the time that an engine works, in percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    percent: u32,
}

impl Pace {
    /// Works all the time.
    pub const WHOLE: Self = Self { percent: 100 };

    /// The pace while other views are served, unless the operator sets another one.
    pub const WHILE_SERVING: Self = Self { percent: 50 };

    /// Works this part of the time, from 1 to 100 percent.
    pub const fn percent(percent: u32) -> Self {
        let percent = if percent < 1 { 1 } else { percent };
        Self { percent: if percent > 100 { 100 } else { percent } }
    }

    /// Returns the part of the time, in percent.
    pub const fn as_percent(self) -> u32 {
        self.percent
    }

    /// Returns the bytes of documents that are written at once.
    pub(crate) fn part_bytes(self) -> usize {
        if self == Self::WHOLE { LARGE_PARTS } else { SMALL_PARTS }
    }

    /// Returns how long to rest after so much work.
    pub(crate) fn rest_after(self, worked: Duration) -> Duration {
        worked * (100 - self.percent) / self.percent
    }
}

/// Work at a pace.
pub(crate) struct Paced {
    pace: Pace,
    since: Instant,
}

impl Paced {
    pub(crate) fn new(pace: Pace) -> Self {
        Self { pace, since: Instant::now() }
    }

    /// Lets other tasks run, and rests if the work since the last rest was long enough.
    pub(crate) async fn rest(&mut self) {
        let worked = self.since.elapsed();
        let rest = self.pace.rest_after(worked);
        if rest.is_zero() || worked < STRETCH {
            tokio::task::yield_now().await;
        } else {
            tokio::time::sleep(rest).await;
            self.since = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_the_remaining_part_of_the_time() {
        let worked = Duration::from_millis(10);
        assert_eq!(Pace::WHOLE.rest_after(worked), Duration::ZERO);
        assert_eq!(Pace::percent(50).rest_after(worked), worked);
        assert_eq!(Pace::percent(25).rest_after(worked), 3 * worked);
        assert_eq!(Pace::percent(0), Pace::percent(1));
        assert_eq!(Pace::percent(300), Pace::WHOLE);
    }

    #[tokio::test(start_paused = true)]
    async fn short_work_needs_no_rest_and_long_work_does() {
        let begun = Instant::now();
        let mut paced = Paced::new(Pace::percent(50));
        paced.rest().await;
        assert_eq!(begun.elapsed(), Duration::ZERO);
        tokio::time::advance(Duration::from_millis(20)).await;
        paced.rest().await;
        assert!(begun.elapsed() >= Duration::from_millis(40));
        paced.rest().await;
        assert!(begun.elapsed() < Duration::from_millis(45), "the rest is no work");
    }
}
