//! Commit notices: the projector posts which views changed, and caches listen. Within a process they use a
//! [`NoticeBoard`]. Other processes receive a [`CommitNotice`] message for each commit and post it on their own boards.
//!
//! Listeners are called before the projector reports the position as applied. So a client that waited for its write
//! never gets an older answer from a cache.

use std::sync::{Arc, RwLock};

use proto_events::Position;
use serde::{Deserialize, Serialize};

use crate::{DocumentKey, Generation, Reached, Shard};

/// The changed documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// These documents were added, changed or removed at this position.
    Documents {
        /// Their keys.
        keys: Vec<DocumentKey>,
        /// Position of the batch that changed them.
        position: Position,
    },
    /// All documents may have changed, because another generation is active.
    Everything,
}

/// A commit notice to other processes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitNotice {
    /// The generation of the commit.
    pub generation: Generation,
    /// The shard of the commit.
    pub shard: Shard,
    /// The number of the batch in its shard: see [`crate::ShardCheckpoint::commits`].
    pub number: i64,
    /// The positions that the shard has reached.
    pub reached: Reached,
    /// The changed documents.
    pub notice: Notice,
}

/// Sends a commit notice to other processes. It must be quick, because the projector waits for it.
pub type Teller = Arc<dyn Fn(&CommitNotice) + Send + Sync>;

type Listener = Arc<dyn Fn(&Notice) + Send + Sync>;

/// Passes each notice to every listener, immediately and in order.
#[derive(Clone, Default)]
pub struct NoticeBoard {
    listeners: Arc<RwLock<Vec<Listener>>>,
}

impl NoticeBoard {
    /// Creates a board without listeners.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a listener. It must be quick, because the projector waits for it.
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
