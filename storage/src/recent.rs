//! The newest events that this process appended, as they are stored. The projector and the relay of this process take
//! them from here instead of reading them back.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use proto_events::{Encoded, Position, Recorded};

use crate::StoreError;
use crate::append::admission::NumberedEvent;
use crate::columns::time;

/// Maximum number of events, and bytes of their payloads.
const MAX_EVENTS: usize = 2_048;
const MAX_BYTES: usize = 4 << 20;

/// Consecutive events at the end of the log.
#[derive(Debug, Default)]
pub(crate) struct RecentEvents(Mutex<Recent>);

#[derive(Debug, Default)]
struct Recent {
    events: VecDeque<Recorded>,
    bytes: usize,
}

impl RecentEvents {
    /// Adds events that were written. If other processes have appended before them, earlier ones are dropped.
    pub(crate) fn add(&self, written: Vec<Recorded>) {
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

    /// Returns at most `limit` events after a position, or none if the next one is not here.
    pub(crate) fn after(&self, after: Position, limit: usize) -> Vec<Recorded> {
        let recent = self.lock();
        let Some(first) = recent.events.front() else { return Vec::new() };
        let known = usize::try_from(after.0 + 1 - first.position.0);
        known.map_or_else(|_| Vec::new(), |known| recent.events.iter().skip(known).take(limit).cloned().collect())
    }

    fn lock(&self) -> MutexGuard<'_, Recent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns an event as it is read from the database.
pub(crate) fn recorded(numbered: &NumberedEvent<'_>) -> Result<Recorded, StoreError> {
    let NumberedEvent { position, version, hash, request, write, event } = *numbered;
    let actor = serde_json::from_str(&request.actor).map_err(|error| StoreError::Damaged(error.to_string()))?;
    let Encoded { event_type, schema, payload } = &event.encoded;
    Ok(Recorded {
        position,
        stream: write.stream,
        version,
        organization_id: write.organization_id,
        occurred_at: time(event.occurred_at)?,
        recorded_at: time(request.recorded_at)?,
        actor,
        traceparent: request.traceparent.clone(),
        hash,
        is_damaged: false,
        encoded: Encoded { event_type: event_type.clone(), schema: *schema, payload: payload.clone() },
    })
}
