//! The newest events that a process appended or received, as they are stored. They are taken from here instead of being
//! read back.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use proto_events::{Position, Recorded};

/// Maximum number of events, and bytes of their payloads.
const MAX_EVENTS: usize = 2_048;
const MAX_BYTES: usize = 4 << 20;

/// Consecutive events at the end of the log.
#[derive(Debug, Default)]
pub struct RecentEvents(Mutex<Recent>);

#[derive(Debug, Default)]
struct Recent {
    events: VecDeque<Recorded>,
    bytes: usize,
}

impl RecentEvents {
    /// Adds events. If others are missing before them, earlier ones are dropped.
    pub fn add(&self, written: Vec<Recorded>) {
        let mut recent = self.lock();
        for event in written {
            if recent.events.back().is_some_and(|last| last.position.0 + 1 != event.position.0) {
                *recent = Recent::default();
            }
            recent.bytes += event.encoded.payload.len();
            recent.events.push_back(event);
        }
        while recent.events.len() > MAX_EVENTS || recent.bytes > MAX_BYTES {
            let Some(oldest) = recent.events.pop_front() else { break };
            recent.bytes -= oldest.encoded.payload.len();
        }
    }

    /// Returns at most `limit` consecutive events above a position. The first may be later than the next one.
    pub fn after(&self, after: Position, limit: usize) -> Vec<Recorded> {
        let recent = self.lock();
        recent.events.iter().skip_while(|event| event.position <= after).take(limit).cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Recent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
