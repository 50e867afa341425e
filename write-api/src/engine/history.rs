//! Reads streams from the store.

use proto_events::ids::OrganizationId;
use proto_events::{Envelope, Position, Recorded, StreamId, StreamKind, Version};
use storage::{NewEvent, StoreError, StreamWrite};

use super::api::WriteApi;
use crate::engine::decision::Failure;

/// The number of streams that are read at once.
const STREAMS_AT_ONCE: usize = 250;

/// Returns a write that begins a stream with these events.
pub(crate) fn begun(stream: StreamId, organization_id: OrganizationId, events: Vec<NewEvent>) -> StreamWrite {
    StreamWrite { stream, organization_id, expected_version: 0, events }
}

impl WriteApi {
    /// Reads a stream's events above a version.
    pub(crate) async fn read(&self, stream: StreamId, after: Version) -> Result<Vec<Envelope>, Failure> {
        self.read_between(stream, after, Version::MAX).await
    }

    /// Reads a stream's events above a version, up to and including another one.
    pub(crate) async fn read_between(
        &self,
        stream: StreamId,
        after: Version,
        up_to: Version,
    ) -> Result<Vec<Envelope>, Failure> {
        decoded(self.events.read_versions(stream, after, up_to).await?.iter())
    }

    /// Reads whole streams of one kind, some at a time, and calls `take` with the events of each. A stream without
    /// events is left out.
    pub(crate) async fn read_each(
        &self,
        kind: StreamKind,
        ids: &[i64],
        mut take: impl FnMut(StreamId, &[Envelope]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for ids in ids.chunks(STREAMS_AT_ONCE) {
            let events = decoded(self.events.read_streams(kind, ids, Position(i64::MAX)).await?.iter())?;
            for events in events.chunk_by(|one, other| one.stream == other.stream) {
                take(events[0].stream, events)?;
            }
        }
        Ok(())
    }

    /// Returns the stream that holds a claimed name.
    pub(crate) async fn holder(&self, scope: &str, name: &str) -> Result<Option<StreamId>, StoreError> {
        let holders = self.events.holders(scope, &[name.to_owned()]).await?;
        Ok(holders.into_iter().next().flatten())
    }
}

/// Decodes stored events.
pub(crate) fn decoded<'a>(recorded: impl Iterator<Item = &'a Recorded>) -> Result<Vec<Envelope>, Failure> {
    let decode = |event: &Recorded| {
        let stream = event.stream;
        event.decode().map_err(|source| Failure::Unreadable { stream, source })
    };
    recorded.map(decode).collect()
}
