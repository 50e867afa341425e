//! The progress of a rebuild: in the log, in metrics, and for the command line.

use std::time::Duration;

use proto_events::Position;
use tokio::sync::watch;
use tokio::time::Instant;

/// The part of the work on an event that is done once it is applied to the state. Rendering is the rest.
const APPLIED: f64 = 0.2;
/// Time between two messages about the progress in the log.
const BETWEEN_MESSAGES: Duration = Duration::from_secs(10);
/// The smallest part from which the remaining time is estimated.
const ENOUGH: f64 = 0.01;

/// The progress of a rebuild.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Progress {
    /// The part that is done, from 0 to 1.
    pub done: f64,
    /// An estimate of the remaining time; `None` at the beginning.
    pub remaining: Option<Duration>,
}

/// The sender through which a rebuild reports its progress.
pub type ProgressSender = watch::Sender<Progress>;

/// Records a progress in the metrics; the default says that no rebuild runs.
pub(crate) fn record(progress: Progress) {
    metrics::gauge!("crosstable_rebuild_done_ratio").set(progress.done);
    metrics::gauge!("crosstable_rebuild_remaining_seconds").set(progress.remaining.unwrap_or_default().as_secs_f64());
}

/// Measures the progress of a rebuild.
pub(crate) struct ProgressMeter {
    sender: ProgressSender,
    begun: Instant,
    /// The events to render: up to the newest one at the start.
    events: i64,
    /// The events whose documents are stored, and those that are applied to the state.
    stored: i64,
    applied: i64,
    /// The streams to render before the next commit, and those that are rendered.
    streams: usize,
    rendered: usize,
    said: Instant,
}

impl ProgressMeter {
    pub(crate) fn new(sender: ProgressSender, head: Position) -> Self {
        let begun = Instant::now();
        let events = head.0.max(1);
        Self { sender, begun, events, stored: 0, applied: 0, streams: 0, rendered: 0, said: begun }
    }

    /// Notes that events up to this one are applied to the state.
    pub(crate) fn applied(&mut self, to: Position) {
        self.applied = to.0;
        self.report();
    }

    pub(crate) fn renders(&mut self, streams: usize) {
        (self.streams, self.rendered) = (streams, 0);
    }

    /// Notes that a stream was rendered.
    pub(crate) fn rendered(&mut self) {
        self.rendered += 1;
        self.report();
    }

    /// Notes that documents up to this event are stored.
    pub(crate) fn stored(&mut self, to: Position) {
        self.stored = to.0;
        (self.streams, self.rendered) = (0, 0);
        self.report();
    }

    fn report(&mut self) {
        let progress = self.progress(self.begun.elapsed());
        self.sender.send_replace(progress);
        record(progress);
        if self.said.elapsed() >= BETWEEN_MESSAGES {
            self.said = Instant::now();
            let remaining_s = progress.remaining.unwrap_or_default().as_secs();
            tracing::info!(percent = percent(progress.done), remaining_s, "rendering all views");
        }
    }

    fn progress(&self, elapsed: Duration) -> Progress {
        let in_work = (self.applied - self.stored).max(0) as f64;
        let rendered =
            if self.streams == 0 { 0.0 } else { self.rendered.min(self.streams) as f64 / self.streams as f64 };
        let events = self.stored as f64 + in_work * (APPLIED + (1.0 - APPLIED) * rendered);
        let done = (events / self.events as f64).min(1.0);
        let remaining = (done >= ENOUGH).then(|| elapsed.mul_f64((1.0 - done) / done));
        Progress { done, remaining }
    }
}

impl Drop for ProgressMeter {
    fn drop(&mut self) {
        record(Progress::default());
    }
}

/// Returns a part as whole percent, rounded down: 100 means that all is done.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the number is from 0 to 100")]
pub fn percent(done: f64) -> u32 {
    (done * 100.0).floor().clamp(0.0, 100.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meter(head: i64) -> (ProgressMeter, watch::Receiver<Progress>) {
        let (sender, seen) = watch::channel(Progress::default());
        (ProgressMeter::new(sender, Position(head)), seen)
    }

    #[test]
    fn it_moves_with_events_and_streams_and_ends_at_the_whole() {
        let (mut meter, seen) = meter(1_000);
        meter.applied(Position(500));
        assert_eq!(percent(seen.borrow().done), 10, "half of the events, a fifth of the work on them");
        meter.renders(4);
        meter.rendered();
        assert_eq!(percent(seen.borrow().done), 20);
        meter.rendered();
        meter.stored(Position(500));
        assert_eq!(percent(seen.borrow().done), 50);
        meter.applied(Position(1_010));
        meter.stored(Position(1_010));
        assert_eq!(percent(seen.borrow().done), 100, "events that came meanwhile do not go beyond it");
    }

    #[test]
    fn the_remaining_time_follows_from_the_time_so_far() {
        let (mut meter, _seen) = meter(1_000);
        assert_eq!(meter.progress(Duration::from_secs(60)).remaining, None);
        meter.stored(Position(250));
        assert_eq!(meter.progress(Duration::from_secs(60)).remaining, Some(Duration::from_secs(180)));
        meter.stored(Position(1_000));
        assert_eq!(meter.progress(Duration::from_secs(60)).remaining, Some(Duration::ZERO));
    }

    #[test]
    fn an_empty_log_is_done_at_once() {
        let (mut meter, seen) = meter(0);
        meter.stored(Position(0));
        assert_eq!(percent(seen.borrow().done), 0);
        meter.stored(Position(1));
        assert_eq!(percent(seen.borrow().done), 100);
    }
}
