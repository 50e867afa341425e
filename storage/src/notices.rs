//! "View changed" notices: the projector posts, caches listen. Within a process on a [`NoticeBoard`]; other processes are
//! [`Told`] of each commit, and post on their own boards.
//!
//! Listeners are called before the projector reports the position as applied, so whoever waited for a write finds no
//! cache that still holds the answer from before it.

use std::sync::{Arc, RwLock};

use proto_events::Position;
use serde::{Deserialize, Serialize};

use crate::{DocumentKey, Generation, Reached, Shard};

/// What changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// These documents are new, changed or gone as of this position.
    Documents {
        /// Their keys.
        keys: Vec<DocumentKey>,
        /// Position of the batch that changed them.
        position: Position,
    },
    /// Anything may have changed: another generation is active.
    Everything,
}

/// What other processes are told of a commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// The generation written to.
    pub generation: Generation,
    /// The shard it was written for.
    pub shard: Shard,
    /// The how-manieth batch of the shard it was: see [`crate::Place::commits`].
    pub number: i64,
    /// How far the shard is with it.
    pub reached: Reached,
    /// What it changed.
    pub notice: Notice,
}

/// Tells other processes. It must be quick: the projector waits for it.
pub type Teller = Arc<dyn Fn(&Told) + Send + Sync>;

type Listener = Arc<dyn Fn(&Notice) + Send + Sync>;

/// Passes notices on to every listener, at once and in order.
#[derive(Clone, Default)]
pub struct NoticeBoard {
    listeners: Arc<RwLock<Vec<Listener>>>,
}

impl NoticeBoard {
    /// A board without listeners.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a listener. It must be quick: the projector waits for it.
    pub fn listen(&self, listener: impl Fn(&Notice) + Send + Sync + 'static) {
        self.listeners.write().unwrap_or_else(std::sync::PoisonError::into_inner).push(Arc::new(listener));
    }

    /// Calls every listener.
    pub fn post(&self, notice: &Notice) {
        let listeners = self.listeners.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        for listener in listeners {
            listener(notice);
        }
    }
}

impl std::fmt::Debug for NoticeBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NoticeBoard").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn every_listener_hears_every_notice_before_posting_returns() {
        let board = NoticeBoard::new();
        let heard = Arc::new(Mutex::new(Vec::new()));
        for name in ["first", "second"] {
            let heard = Arc::clone(&heard);
            board.clone().listen(move |notice| {
                let position = match notice {
                    Notice::Documents { position, .. } => position.0,
                    Notice::Everything => -1,
                };
                heard.lock().unwrap().push((name, position));
            });
        }

        board.post(&Notice::Documents { keys: Vec::new(), position: Position(4) });
        board.post(&Notice::Everything);

        assert_eq!(*heard.lock().unwrap(), [("first", 4), ("second", 4), ("first", -1), ("second", -1)]);
    }

    #[test]
    fn a_listener_may_add_another() {
        let board = NoticeBoard::new();
        let inner = board.clone();
        board.listen(move |_| inner.listen(|_| {}));

        board.post(&Notice::Everything);
        board.post(&Notice::Everything);

        assert_eq!(board.listeners.read().unwrap().len(), 3);
    }
}
