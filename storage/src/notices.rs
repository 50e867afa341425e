//! "View changed" notices within one process: the projector posts, caches listen.
//!
//! Listeners are called before the projector reports the position as applied, so whoever waited for a write finds no
//! cache that still holds the answer from before it.

use std::sync::{Arc, RwLock};

use proto_events::Position;

use crate::DocumentKey;

/// What changed.
#[derive(Debug, Clone)]
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
