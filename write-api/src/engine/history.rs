//! Reads streams from the store.

use proto_events::ids::OrganizationId;
use proto_events::{Envelope, StreamId, Version};
use storage::{NewEvent, StoreError, StreamWrite};

use super::api::WriteApi;
use crate::engine::decision::Failure;

/// The events of a stream that were read.
#[derive(Debug, Clone)]
pub(crate) struct History {
    events: Vec<Envelope>,
}

impl History {
    /// Returns the version of the last event read; 0 if there is none.
    pub(crate) fn version(&self) -> Version {
        self.events.last().map_or(0, |event| event.version)
    }

    /// Returns the events read.
    pub(crate) fn events(&self) -> &[Envelope] {
        &self.events
    }
}

/// Returns a write that begins a stream with these events.
pub(crate) fn begun(stream: StreamId, organization_id: OrganizationId, events: Vec<NewEvent>) -> StreamWrite {
    StreamWrite { stream, organization_id, expected_version: 0, events }
}

impl WriteApi {
    /// Reads a stream's events above a version.
    pub(crate) async fn read(&self, stream: StreamId, after: Version) -> Result<Vec<Envelope>, Failure> {
        let recorded = self.events.read_stream(stream, after).await?;
        let decoded = recorded.iter().map(proto_events::Recorded::decode).collect::<Result<_, _>>();
        decoded.map_err(|source| Failure::Unreadable { stream, source })
    }

    /// Reads a whole stream.
    pub(crate) async fn load(&self, stream: StreamId) -> Result<History, Failure> {
        Ok(History { events: self.read(stream, 0).await? })
    }

    /// Returns the stream that holds a claimed name.
    pub(crate) async fn holder(&self, scope: &str, name: &str) -> Result<Option<StreamId>, StoreError> {
        let holders = self.events.holders(scope, &[name.to_owned()]).await?;
        Ok(holders.into_iter().next().flatten())
    }
}
