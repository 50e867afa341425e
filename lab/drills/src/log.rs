//! Reads the log without the program, to know what is stored.

use anyhow::Context;
use proto_events::{DecklistEvent, DomainEvent, Position};
use storage::{Access, open_events};

use crate::compare::{Stored, Truth};
use crate::place::Place;

/// Events read at a time.
const READ: usize = 5_000;

/// Every revision of every list.
pub(crate) async fn read(place: &impl Place) -> anyhow::Result<Truth> {
    let store = open_events(&place.log(), Access::Write).await.context("the log cannot be opened")?;
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
