//! How far the views are behind the log, for those who watch over a process.
//!
//! Looks are taken in the background and kept for a moment, so that asking costs no query. What counts as late is told by
//! this process's own watch: the times in events are from whoever wrote them, and clocks differ.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use metrics::Gauge;
use proto_events::Position;
use service_kit::clock::Clock;
use storage::{EventStore, StoreError};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Time between two looks.
const EVERY: Duration = Duration::from_millis(500);
/// How long an event may be in the log before views without it count as behind: some times what the slowest of batches
/// takes, and less than a balancer takes to notice.
const ALLOWED: Duration = Duration::from_secs(2);

/// How far the views are behind the log.
#[derive(Clone)]
pub struct Lag {
    events: Arc<dyn EventStore>,
    applied: watch::Receiver<Position>,
    looks: Arc<Mutex<VecDeque<Look>>>,
}

/// Where the log ended at a time.
#[derive(Debug, Clone, Copy)]
struct Look {
    at: Instant,
    head: Position,
}

/// The views are behind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Behind {
    /// The log has not been looked at.
    #[error("It is not known yet how far the log is.")]
    Unknown,
    /// Events are missing for longer than they may.
    #[error("The views are {0} events behind the log, for more than {seconds} seconds.", seconds = ALLOWED.as_secs())]
    Late(i64),
    /// Events are missing, and the views were never up to date since the process began.
    #[error("The views are being brought up to date; {0} events are left.")]
    CatchingUp(i64),
}

impl Lag {
    /// Of views that are applied so far, behind this log.
    pub fn new(events: Arc<dyn EventStore>, applied: watch::Receiver<Position>) -> Self {
        Self { events, applied, looks: Arc::default() }
    }

    /// Looks, and records what it sees, until it is told to stop.
    ///
    /// # Errors
    /// Never; tasks that run beside it may fail.
    pub async fn watch(self, clock: Arc<dyn Clock>, stop: CancellationToken) -> Result<(), Infallible> {
        let positions = metrics::gauge!("crosstable_projection_behind_positions");
        let seconds = metrics::gauge!("crosstable_projection_behind_seconds");
        loop {
            // A log that does not answer is told by whoever asks it for an answer.
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
        let applied = *self.applied.borrow();
        let missing = look.head.0.saturating_sub(applied.0).max(0);
        let oldest = if missing > 0 { self.events.read_from(applied, 1).await? } else { Vec::new() };
        let age = oldest.first().map(|oldest| clock.now() - oldest.recorded_at);
        positions.set(missing as f64);
        seconds.set(age.map_or(0.0, |age| age.as_seconds_f64().max(0.0)));
        Ok(())
    }

    /// Whether the views show all that stood in the log two seconds ago; of a process that has just begun, all that stood
    /// there at its first look.
    ///
    /// # Errors
    /// With what is missing.
    pub fn caught_up(&self) -> Result<(), Behind> {
        let looks = self.looks.lock().unwrap_or_else(PoisonError::into_inner);
        judge(&looks, *self.applied.borrow(), Instant::now())
    }
}

/// Keeps a look, and of the older ones those that are needed: all of the time that is allowed, and the last before it.
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

    /// Looks half a second apart, the last one now, at logs that end there.
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
        assert_eq!(judged(&[500, 520], 500), Ok(()), "what came since is young");
    }

    #[test]
    fn what_is_young_may_be_missing() {
        assert_eq!(judged(&[7, 7, 7, 7, 7, 10_000], 7), Ok(()));
        assert_eq!(judged(&[7, 8, 8, 8, 8, 8], 7), Err(Behind::Late(1)), "a single event is missing for two seconds");
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
