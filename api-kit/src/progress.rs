//! How far the views are, for those who wait until something can be read.

use std::time::Duration;

use proto_events::Position;
use tokio::sync::watch;

use crate::consistency::LogTag;

/// Which documents somebody waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Those of what was written itself.
    Written,
    /// Every one that is rendered at once with what changes it.
    Prompt,
    /// Every document, also those that may lag in a large event.
    All,
}

/// How far the views are.
#[derive(Debug, Clone)]
pub struct Progress {
    applied: watch::Receiver<Position>,
    prompt: watch::Receiver<Position>,
    settled: watch::Receiver<Position>,
    log: Option<watch::Receiver<Option<LogTag>>>,
}

impl Progress {
    /// `applied` is the position up to which what was written itself can be read, `prompt` that up to which prompt documents
    /// are true, `settled` that of all documents.
    pub fn new(
        applied: watch::Receiver<Position>,
        prompt: watch::Receiver<Position>,
        settled: watch::Receiver<Position>,
    ) -> Self {
        Self { applied, prompt, settled, log: None }
    }

    /// The same of views that are made from this log, as far as it is known.
    #[must_use]
    pub fn of_log(self, log: watch::Receiver<Option<LogTag>>) -> Self {
        Self { log: Some(log), ..self }
    }

    /// The log that the views are made from, as far as it is known.
    pub fn log(&self) -> Option<LogTag> {
        self.log.as_ref().and_then(|log| *log.borrow())
    }

    /// The position up to which what was written itself can be read.
    pub fn applied(&self) -> Position {
        *self.applied.borrow()
    }

    /// Waits until the documents wanted are true up to this position. Says whether that came within the time.
    pub async fn reaches(&self, position: Position, wanted: Wanted, within: Duration) -> bool {
        let mut receiver = match wanted {
            Wanted::Written => self.applied.clone(),
            Wanted::Prompt => self.prompt.clone(),
            Wanted::All => self.settled.clone(),
        };
        if *receiver.borrow() >= position {
            return true;
        }
        let reached = tokio::time::timeout(within, receiver.wait_for(|at| *at >= position)).await;
        matches!(reached, Ok(Ok(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_waits_is_told_when_it_is_there_or_when_time_is_up() {
        let [applied, prompt, settled] = [8, 7, 5].map(|position| watch::Sender::new(Position(position)));
        let progress = Progress::new(applied.subscribe(), prompt.subscribe(), settled.subscribe());
        let second = Duration::from_secs(1);

        assert!(progress.reaches(Position(8), Wanted::Written, Duration::ZERO).await);
        assert!(progress.reaches(Position(7), Wanted::Prompt, Duration::ZERO).await);
        assert!(!progress.reaches(Position(8), Wanted::Prompt, second).await);
        assert!(!progress.reaches(Position(7), Wanted::All, second).await);

        let waiting = progress.reaches(Position(7), Wanted::All, second);
        let (reached, _) = tokio::join!(waiting, async { settled.send(Position(9)) });
        assert!(reached);
        drop((applied, prompt, settled));
        assert!(!progress.reaches(Position(10), Wanted::All, second).await, "nobody will ever say so");
    }
}
