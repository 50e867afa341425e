//! The log, read past the program: what is stored is what counts.

use anyhow::Context;
use proto_events::{DecklistEvent, DomainEvent, Position};
use storage::EventStore;
use storage::sqlite::SqliteEventStore;

use super::Site;
use super::compare::{Stored, Truth};

/// Events read at a time.
const READ: usize = 5_000;

/// Every revision of every list.
pub(super) async fn read(site: &Site) -> anyhow::Result<Truth> {
    let store = SqliteEventStore::open(&site.log_file()).await.context("the log cannot be opened")?;
    let (mut truth, mut after) = (Truth::new(), Position::START);
    loop {
        let events = store.read_from(after, READ).await.context("the log cannot be read")?;
        let Some(last) = events.last() else { break };
        after = last.position;
        for event in &events {
            let envelope = event.decode().with_context(|| format!("event {}", event.position))?;
            let DomainEvent::Decklist(DecklistEvent::Submitted { body, .. } | DecklistEvent::Revised { body }) =
                envelope.event
            else {
                continue;
            };
            let stored = Stored { body, recorded_at: envelope.recorded_at };
            truth.entry(envelope.stream.id).or_default().push(stored);
        }
    }
    store.close().await;
    Ok(truth)
}
