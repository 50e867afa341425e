//! A stream as far as it was read. After a conflict only what is new is read.

use proto_events::ids::OrganizationId;
use proto_events::{Envelope, StreamId, Version};
use storage::{NewEvent, StoreError, StreamWrite};

use crate::WriteApi;
use crate::decision::Failure;
use crate::folded::Fold;

/// A stream as far as it was read.
#[derive(Debug, Clone)]
pub struct History {
    stream: StreamId,
    events: Vec<Envelope>,
}

impl History {
    /// Of this stream nothing was read yet.
    pub fn of(stream: StreamId) -> Self {
        Self { stream, events: Vec::new() }
    }

    /// Version of the last event read; 0 if there is none.
    pub fn version(&self) -> Version {
        self.events.last().map_or(0, |event| event.version)
    }

    /// Whether the stream exists, and in this organization.
    pub fn belongs_to(&self, organization_id: OrganizationId) -> bool {
        self.events.first().is_some_and(|event| event.organization_id == organization_id)
    }

    /// The events read.
    pub fn events(&self) -> &[Envelope] {
        &self.events
    }

    /// What the events say.
    ///
    /// # Errors
    /// When they do not fold.
    pub(crate) fn fold<S: Fold>(&self) -> Result<S, Failure> {
        S::of(&self.events).map_err(|source| Failure::Damaged { stream: self.stream, source })
    }

    /// Events to follow those read.
    pub(crate) fn continued(&self, organization_id: OrganizationId, events: Vec<NewEvent>) -> StreamWrite {
        StreamWrite { stream: self.stream, organization_id, expected_version: self.version(), events }
    }
}

/// Events that begin a stream.
pub(crate) fn begun(stream: StreamId, organization_id: OrganizationId, events: Vec<NewEvent>) -> StreamWrite {
    StreamWrite { stream, organization_id, expected_version: 0, events }
}

impl WriteApi {
    /// Reads what is new in a stream.
    pub(crate) async fn catch_up(&self, history: &mut History) -> Result<(), Failure> {
        history.events.extend(self.read(history.stream, history.version()).await?);
        Ok(())
    }

    /// A stream's events above a version.
    pub(crate) async fn read(&self, stream: StreamId, after: Version) -> Result<Vec<Envelope>, Failure> {
        let recorded = self.events.read_stream(stream, after).await?;
        let decoded = recorded.iter().map(proto_events::Recorded::decode).collect::<Result<_, _>>();
        decoded.map_err(|source| Failure::Unreadable { stream, source })
    }

    /// The stream, read whole.
    pub(crate) async fn load(&self, stream: StreamId) -> Result<History, Failure> {
        let mut history = History::of(stream);
        self.catch_up(&mut history).await?;
        Ok(history)
    }

    /// Who holds a name.
    pub(crate) async fn holder(&self, scope: &str, name: &str) -> Result<Option<StreamId>, StoreError> {
        let holders = self.events.holders(scope, &[name.to_owned()]).await?;
        Ok(holders.into_iter().next().flatten())
    }
}
