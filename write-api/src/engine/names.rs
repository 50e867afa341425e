//! The names of people, kept in memory, because a page of an event shows hundreds of them.
//!
//! Each look-up first reads the events since the last one, and drops the names of people who have new events. So a name
//! is never older than the log, whichever process changed it.

use std::collections::HashMap;
use std::sync::Arc;

use domain::user::User;
use proto_events::ids::UserId;
use proto_events::{Envelope, Position, StreamId, StreamKind};
use storage::EventStore;
use tokio::sync::{Mutex, MutexGuard};

use super::api::WriteApi;
use super::decision::Failure;
use super::folded::Fold as _;

/// Names that are kept; beyond that, all are read again.
const KEPT: usize = 50_000;
/// Events that are read at once.
const EVENTS_AT_ONCE: usize = 500;
/// Reads after which it is cheaper to read the names again.
const READS: usize = 10;

/// The names that are known, and the position up to which they are right.
#[derive(Clone, Default)]
pub(crate) struct Names(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    up_to: Position,
    names: HashMap<UserId, String>,
}

impl WriteApi {
    /// Returns the names by which people are shown, for those who exist.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn names_of(&self, people: &[UserId]) -> Result<HashMap<UserId, String>, Failure> {
        let mut known = self.names.up_to_date(&*self.events).await?;
        if known.names.len() + people.len() > KEPT {
            known.names.clear();
        }
        let missing: Vec<_> = people.iter().filter(|id| !known.names.contains_key(id)).map(|id| id.0).collect();
        let take = |stream: StreamId, events: &[Envelope]| {
            let user = User::of(events).map_err(|source| Failure::Damaged { stream, source })?;
            known.names.insert(UserId(stream.id), user.name().into_owned());
            Ok(())
        };
        self.read_each(StreamKind::User, &missing, take).await?;
        Ok(people.iter().filter_map(|id| Some((*id, known.names.get(id)?.clone()))).collect())
    }
}

impl Names {
    /// Drops the names of people who have new events. The guard keeps others from reading an older name meanwhile.
    async fn up_to_date(&self, log: &dyn EventStore) -> Result<MutexGuard<'_, Known>, Failure> {
        let mut known = self.0.lock().await;
        if known.names.is_empty() {
            known.up_to = log.head().await?;
            return Ok(known);
        }
        for _ in 0..READS {
            let events = log.read_sealed(known.up_to, EVENTS_AT_ONCE).await?;
            for event in events.iter().filter(|event| event.stream.kind == StreamKind::User) {
                known.names.remove(&UserId(event.stream.id));
            }
            let Some(last) = events.last() else { return Ok(known) };
            known.up_to = last.position;
        }
        known.up_to = log.head().await?;
        known.names.clear();
        Ok(known)
    }
}
