//! The write side: its store, its clock, what it keeps in memory, and how it reads streams.

use std::sync::Arc;

use api_kit::PrivateLinks;
use proto_events::{Envelope, Position, Recorded, StreamId, StreamKind, Version};
use service_kit::clock::Clock;
use service_kit::outbound::Outbound;
use service_kit::password::Passwords;
use storage::{ErasureList, EventStore, StoreError};

use super::decision::Failure;
use super::memory::Memories;
use super::names::Names;

/// The number of streams that are read at once.
const STREAMS_AT_ONCE: usize = 250;

/// Runs commands against the event store.
#[derive(Clone)]
pub struct WriteApi {
    pub(crate) events: Arc<dyn EventStore>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) memories: Arc<Memories>,
    pub(crate) names: Arc<Names>,
    pub(crate) passwords: Passwords,
    /// The list of erasures; without one, no person can be erased.
    pub(crate) erasure_list: Option<Arc<ErasureList>>,
    pub(crate) outbound: Outbound,
    /// The address that mail comes from; none if no mail is sent.
    pub(crate) mail_from: Option<Arc<str>>,
    /// Makes the private links in letters to guests; without them, letters lead to public pages.
    pub(crate) private_links: Option<PrivateLinks>,
}

impl WriteApi {
    /// Creates a write side on this store.
    pub fn new(events: Arc<dyn EventStore>, clock: Arc<dyn Clock>) -> Self {
        let (memories, names) = (Arc::new(Memories::new()), Arc::default());
        let (passwords, outbound) = (Passwords::default(), Outbound::default());
        let (erasure_list, mail_from, private_links) = (None, None, None);
        Self { events, clock, memories, names, passwords, erasure_list, outbound, mail_from, private_links }
    }

    /// Sets the list to which erasures are added.
    #[must_use]
    pub fn listing_erasures(self, list: Option<ErasureList>) -> Self {
        Self { erasure_list: list.map(Arc::new), ..self }
    }

    /// Sets the addresses that webhooks may have. Without it, they are public and begin with `https://`.
    #[must_use]
    pub fn sending_to(self, outbound: Outbound) -> Self {
        Self { outbound, ..self }
    }

    /// Sets the address that mail comes from. Without it, no mail is queued.
    #[must_use]
    pub fn mailing_from(self, address: Option<&str>) -> Self {
        Self { mail_from: address.map(Arc::from), ..self }
    }

    /// Sets what makes the private links in letters to guests.
    #[must_use]
    pub fn linking_with(self, private_links: PrivateLinks) -> Self {
        Self { private_links: Some(private_links), ..self }
    }

    /// Returns the address that mail comes from, if mail is sent.
    pub fn mail_from(&self) -> Option<&str> {
        self.mail_from.as_deref()
    }

    /// Returns the log that this write side appends to.
    pub fn events(&self) -> &Arc<dyn EventStore> {
        &self.events
    }

    /// Returns the client that sends to webhooks.
    pub fn outbound(&self) -> &Outbound {
        &self.outbound
    }

    /// Returns the id of the log that this write side appends to.
    pub fn log_id(&self) -> String {
        self.events.log_id()
    }

    /// Reads a stream's events above a version, up to and including another one.
    pub(crate) async fn read(
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
