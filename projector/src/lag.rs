//! Reports how many events the views are behind the log, for readiness checks and metrics.
//!
//! The log is checked in the background, so that a request costs no query. Delays are measured with this process's own
//! clock: the times in events come from other processes, and clocks differ.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use metrics::Gauge;
use proto_events::Position;
use service_kit::clock::Clock;
use storage::{LogReader, Reached, StoreError};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Time between two checks.
const EVERY: Duration = Duration::from_millis(500);
/// How long an event may be in the log before views without it count as behind: several times the duration of the
/// slowest batch, and less than a load balancer takes to notice.
const ALLOWED: Duration = Duration::from_secs(2);

/// Reports whether the views keep up with the log.
#[derive(Clone)]
pub struct Lag {
    events: Arc<dyn LogReader>,
    reached: watch::Receiver<Reached>,
    looks: Arc<Mutex<VecDeque<Look>>>,
}

/// The head of the log at a time.
#[derive(Debug, Clone, Copy)]
struct Look {
    at: Instant,
    head: Position,
}

/// A reason why the views are behind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Behind {
    /// The log has not been checked yet.
    #[error("The log has not been checked yet.")]
    Unknown,
    /// Events have been missing for longer than allowed.
    #[error("The views are more than {seconds} seconds behind the log ({0} events).", seconds = ALLOWED.as_secs())]
    Late(i64),
    /// Events are missing, and the views have not been up to date since the process started.
    #[error("The views are catching up with the log: {0} events are missing.")]
    CatchingUp(i64),
}

impl Lag {
    /// Creates the lag of views that have reached these positions behind this log.
    pub fn new(events: Arc<dyn LogReader>, reached: watch::Receiver<Reached>) -> Self {
        Self { events, reached, looks: Arc::default() }
    }

    /// Checks the log and records the lag until `stop` is cancelled.
    pub async fn watch(self, clock: Arc<dyn Clock>, stop: CancellationToken) -> Result<(), Infallible> {
        // They exist from the start, even if the log does not answer.
        let positions = metrics::gauge!("crosstable_projection_behind_positions");
        let seconds = metrics::gauge!("crosstable_projection_behind_seconds");
        loop {
            // Other parts of the process report a log that does not answer.
            if let Err(error) = self.look(&*clock, &positions, &seconds).await {
                tracing::debug!(%error, "the log could not be looked at");
            }
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    }

    async fn look(&self, clock: &dyn Clock, positions: &Gauge, seconds: &Gauge) -> Result<(), StoreError> {
        let look = Look { at: Instant::now(), head: self.events.head().await? };
        note(&mut self.looks.lock().unwrap_or_else(PoisonError::into_inner), look);
        let applied = self.reached.borrow().applied;
        let missing = look.head.0.saturating_sub(applied.0).max(0);
        let oldest = if missing > 0 { self.events.read_from(applied, 1).await? } else { Vec::new() };
        let age = oldest.first().map(|oldest| clock.now() - oldest.recorded_at);
        positions.set(missing as f64);
        seconds.set(age.map_or(0.0, |age| age.as_seconds_f64().max(0.0)));
        Ok(())
    }

    /// Checks that the views show all events that were in the log two seconds ago; right after the start, those of the
    /// first check.
    pub fn caught_up(&self) -> Result<(), Behind> {
        let looks = self.looks.lock().unwrap_or_else(PoisonError::into_inner);
        judge(&looks, self.reached.borrow().applied, Instant::now())
    }
}

/// Adds a look, and removes the old ones except those within the allowed time and the last one before it.
fn note(looks: &mut VecDeque<Look>, look: Look) {
    looks.push_back(look);
    while looks.get(1).is_some_and(|second| look.at.duration_since(second.at) >= ALLOWED) {
        looks.pop_front();
    }
}

fn judge(looks: &VecDeque<Look>, applied: Position, now: Instant) -> Result<(), Behind> {
    let (Some(oldest), Some(newest)) = (looks.front(), looks.back()) else { return Err(Behind::Unknown) };
    if applied >= oldest.head {
        return Ok(());
    }
    let missing = newest.head.0 - applied.0;
    Err(if now.duration_since(oldest.at) >= ALLOWED { Behind::Late(missing) } else { Behind::CatchingUp(missing) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns looks half a second apart, the last one now, for these heads of the log.
    fn looks(heads: &[i64]) -> (VecDeque<Look>, Instant) {
        let (mut looks, mut at) = (VecDeque::new(), Instant::now());
        for head in heads {
            at += EVERY;
            note(&mut looks, Look { at, head: Position(*head) });
        }
        (looks, at)
    }

    fn judged(heads: &[i64], applied: i64) -> Result<(), Behind> {
        let (looks, now) = looks(heads);
        judge(&looks, Position(applied), now)
    }

    #[test]
    fn a_process_that_begins_is_ready_when_it_has_what_was_there() {
        assert_eq!(judged(&[], 0), Err(Behind::Unknown));
        assert_eq!(judged(&[0], 0), Ok(()));
        assert_eq!(judged(&[500], 499), Err(Behind::CatchingUp(1)));
        assert_eq!(judged(&[500, 520], 500), Ok(()), "the newer events are not late yet");
    }

    #[test]
    fn what_is_young_may_be_missing() {
        assert_eq!(judged(&[7, 7, 7, 7, 7, 10_000], 7), Ok(()));
        assert_eq!(judged(&[7, 8, 8, 8, 8, 8], 7), Err(Behind::Late(1)), "one event has been missing for 2 seconds");
        assert_eq!(judged(&[7, 8, 8, 8, 8, 8], 8), Ok(()));
    }

    #[test]
    fn views_that_follow_a_busy_log_are_caught_up() {
        let heads: Vec<i64> = (0..1_000).map(|look| look * 250).collect();
        let newest = heads[heads.len() - 1];
        assert_eq!(judged(&heads, newest - 250), Ok(()));
        assert_eq!(judged(&heads, newest - 1_500), Err(Behind::Late(1_500)), "three seconds behind");
        assert!(looks(&heads).0.len() <= 6, "old looks are forgotten");
    }
}
