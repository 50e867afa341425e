//! The names of people, kept in memory, because a page of an event shows hundreds of them.
//!
//! Each look-up first reads the events since the last one, and drops the names of people who have new events. So a name
//! is never older than the log, whichever process changed it. Look-ups at the same time share this step.

use std::collections::HashMap;

use proto_events::ids::UserId;
use proto_events::{Position, StreamKind};
use storage::{EventStore, StoreError};
use tokio::sync::MutexGuard;

use super::single_flight::SingleFlight;

/// Names that are kept; beyond that, all are read again.
pub(super) const KEPT: usize = 50_000;
/// Events that are read at once.
const EVENTS_AT_ONCE: usize = 500;
/// Reads after which it is cheaper to read the names again.
const READS: usize = 10;

/// The names that are known, and the position up to which they are right.
#[derive(Default)]
pub(crate) struct Known {
    up_to: Position,
    /// Whether the last look at the log succeeded.
    is_right: bool,
    /// The name of each person, and whether the person was erased.
    pub(super) people: HashMap<UserId, (String, bool)>,
}

impl Known {
    /// Drops the names of people who have new events.
    async fn update(&mut self, log: &dyn EventStore) -> Result<(), StoreError> {
        if !self.people.is_empty() {
            for _ in 0..READS {
                let events = log.read_sealed(self.up_to, EVENTS_AT_ONCE).await?;
                for event in events.iter().filter(|event| event.stream.kind == StreamKind::User) {
                    self.people.remove(&UserId(event.stream.id));
                }
                let Some(last) = events.last() else { return Ok(()) };
                self.up_to = last.position;
            }
        }
        self.up_to = log.head().await?;
        self.people.clear();
        Ok(())
    }
}

impl SingleFlight<Known> {
    /// Drops the names of people who have new events. The guard keeps others from reading an older name meanwhile.
    pub(super) async fn up_to_date(&self, log: &dyn EventStore) -> Result<MutexGuard<'_, Known>, StoreError> {
        let (mut known, is_shared) = self.wait().await;
        if is_shared && known.is_right {
            return Ok(known);
        }
        known.is_right = false;
        known.update(log).await?;
        known.is_right = true;
        Ok(known)
    }
}
