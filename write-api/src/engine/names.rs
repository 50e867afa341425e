//! The names of people, kept in memory, because a page of an event shows hundreds of them.
//!
//! Each look-up first reads the events since the last one, and drops the names of people who have new events. So a name
//! is never older than the log, whichever process changed it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use proto_events::ids::UserId;
use proto_events::{Position, StreamKind};
use storage::{EventStore, StoreError};

/// Names that are kept; beyond that, all are read again.
const KEPT: usize = 50_000;
/// The most new events that are read. If there are more, it is cheaper to read the names again.
const EVENTS: usize = 500;

/// The name of each person, and whether the person was erased.
pub(super) type PersonNames = HashMap<UserId, (String, bool)>;

/// The names that are known.
#[derive(Default)]
pub(crate) struct Names(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// The position up to which the names are right.
    up_to: Position,
    people: PersonNames,
}

impl Names {
    /// Drops the names of people who have new events. Returns those that are known of these people, and the position up
    /// to which they are right.
    pub(super) async fn look(
        &self,
        log: &dyn EventStore,
        people: &[UserId],
    ) -> Result<(PersonNames, Position), StoreError> {
        let after = self.lock().up_to;
        let events = log.read_sealed(after, EVENTS).await?;
        let are_many = events.len() >= EVENTS;
        let last = events.last().map_or(after, |event| event.position);
        let up_to = if are_many { log.head().await? } else { last };
        let mut known = self.lock();
        // Otherwise, another look was first.
        if up_to > known.up_to {
            known.up_to = up_to;
            if are_many {
                known.people.clear();
            }
            for event in events.iter().filter(|event| event.stream.kind == StreamKind::User) {
                known.people.remove(&UserId(event.stream.id));
            }
        }
        let found = people.iter().filter_map(|id| Some((*id, known.people.get(id)?.clone()))).collect();
        Ok((found, known.up_to))
    }

    /// Keeps names that were read after a look that returned this position.
    pub(super) fn keep(&self, names: &PersonNames, up_to: Position) {
        let mut known = self.lock();
        // After another look, a name may be older than the log.
        if known.up_to != up_to {
            return;
        }
        if known.people.len() + names.len() > KEPT {
            known.people.clear();
        }
        known.people.extend(names.clone());
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
