//! The names of people, kept in memory, because a page of an event shows hundreds of them.
//!
//! Each look-up first reads the events since the last one, and drops the names of people who have new events. So a name
//! is never older than the log, whichever process changed it. Look-ups at the same time share this step.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::user::User;
use proto_events::ids::UserId;
use proto_events::{Position, StreamKind};
use storage::{EventStore, StoreError};
use tokio::sync::MutexGuard;

use super::single_flight::SingleFlight;

/// Names that are kept; beyond that, all are read again.
const KEPT: usize = 50_000;
/// Events that are read at once.
const EVENTS_AT_ONCE: usize = 500;
/// Reads after which it is cheaper to read the names again.
const READS: usize = 10;

/// Shared names.
#[derive(Clone, Default)]
pub(crate) struct Names(Arc<SingleFlight<Known>>);

/// The names that are known, and the position up to which they are right.
#[derive(Default)]
pub(super) struct Known {
    up_to: Position,
    /// Whether the last look at the log succeeded.
    is_right: bool,
    names: HashMap<UserId, String>,
    /// Those of them who were erased.
    erased: HashSet<UserId>,
}

impl Known {
    /// Returns the people whose names are not known, after making room for all of them.
    pub(super) fn missing(&mut self, people: &[UserId]) -> Vec<i64> {
        if self.names.len() + people.len() > KEPT {
            self.forget();
        }
        people.iter().filter(|id| !self.names.contains_key(id)).map(|id| id.0).collect()
    }

    /// Drops the names of people who have new events.
    async fn update(&mut self, log: &dyn EventStore) -> Result<(), StoreError> {
        if !self.names.is_empty() {
            for _ in 0..READS {
                let events = log.read_sealed(self.up_to, EVENTS_AT_ONCE).await?;
                for event in events.iter().filter(|event| event.stream.kind == StreamKind::User) {
                    self.names.remove(&UserId(event.stream.id));
                    self.erased.remove(&UserId(event.stream.id));
                }
                let Some(last) = events.last() else { return Ok(()) };
                self.up_to = last.position;
            }
        }
        self.up_to = log.head().await?;
        self.forget();
        Ok(())
    }

    /// Keeps a person's name.
    pub(super) fn put(&mut self, person: UserId, user: &User) {
        self.names.insert(person, user.name().into_owned());
        if user.is_erased {
            self.erased.insert(person);
        }
    }

    fn forget(&mut self) {
        self.names.clear();
        self.erased.clear();
    }

    /// Returns whether a person whose name is known was erased.
    pub(super) fn is_erased(&self, person: UserId) -> bool {
        self.erased.contains(&person)
    }

    /// Returns the names of these people that are known.
    pub(super) fn of(&self, people: &[UserId]) -> HashMap<UserId, String> {
        people.iter().filter_map(|id| Some((*id, self.names.get(id)?.clone()))).collect()
    }
}

impl Names {
    /// Drops the names of people who have new events. The guard keeps others from reading an older name meanwhile.
    pub(super) async fn up_to_date(&self, log: &dyn EventStore) -> Result<MutexGuard<'_, Known>, StoreError> {
        let (mut known, is_shared) = self.0.wait().await;
        if is_shared && known.is_right {
            return Ok(known);
        }
        known.is_right = false;
        known.update(log).await?;
        known.is_right = true;
        Ok(known)
    }
}
