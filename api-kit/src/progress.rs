//! The progress of the views, for requests that wait until a write is readable.

use std::time::Duration;

use proto_events::Position;
use storage::Reached;
use tokio::sync::watch;

use crate::consistency::LogTag;

/// The documents that a request waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Documents of the written streams themselves.
    Written,
    /// All documents that are rendered at once with the events that change them.
    Prompt,
    /// All documents, including those that may lag in a large event.
    All,
}

/// The position of the views, by kind of document.
#[derive(Debug, Clone)]
pub struct Progress {
    reached: watch::Receiver<Reached>,
    log: Option<watch::Receiver<Option<LogTag>>>,
}

impl Progress {
    /// Creates the progress from the positions up to which documents are current.
    pub fn new(reached: watch::Receiver<Reached>) -> Self {
        Self { reached, log: None }
    }

    /// Sets the log that the views come from, which may be unknown at first.
    #[must_use]
    pub fn of_log(self, log: watch::Receiver<Option<LogTag>>) -> Self {
        Self { log: Some(log), ..self }
    }

    /// Returns the log that the views come from, if it is known.
    pub fn log(&self) -> Option<LogTag> {
        self.log.as_ref().and_then(|log| *log.borrow())
    }

    /// Returns the position up to which documents of the written streams themselves are readable.
    pub fn applied(&self) -> Position {
        self.reached.borrow().applied
    }

    /// Waits until the wanted documents have reached this position. Returns whether they did in time.
    pub async fn reaches(&self, position: Position, wanted: Wanted, within: Duration) -> bool {
        let is_there = |reached: &Reached| match wanted {
            Wanted::Written => reached.applied >= position,
            Wanted::Prompt => reached.prompt >= position,
            Wanted::All => reached.settled >= position,
        };
        if is_there(&self.reached.borrow()) {
            return true;
        }
        let mut receiver = self.reached.clone();
        let reached = tokio::time::timeout(within, receiver.wait_for(is_there)).await;
        matches!(reached, Ok(Ok(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_waits_is_told_when_it_is_there_or_when_time_is_up() {
        let [applied, prompt, settled] = [8, 7, 5].map(Position);
        let views = watch::Sender::new(Reached { applied, prompt, settled });
        let progress = Progress::new(views.subscribe());
        let second = Duration::from_secs(1);

        assert!(progress.reaches(Position(8), Wanted::Written, Duration::ZERO).await);
        assert!(progress.reaches(Position(7), Wanted::Prompt, Duration::ZERO).await);
        assert!(!progress.reaches(Position(8), Wanted::Prompt, second).await);
        assert!(!progress.reaches(Position(7), Wanted::All, second).await);

        let waiting = progress.reaches(Position(7), Wanted::All, second);
        let (reached, _) = tokio::join!(waiting, async { views.send(Reached::all(Position(9))) });
        assert!(reached);
        drop(views);
        assert!(!progress.reaches(Position(10), Wanted::All, second).await, "without a sender the wait ends");
    }
}
