//! Reads the log without the program, to know what is stored.

use anyhow::Context;
use proto_events::{DecklistEvent, DomainEvent, Envelope, Position};
use storage::{Access, Database, open_events};

use crate::compare::{Stored, Truth};
use crate::place::Place;

/// Every revision of every list.
pub(crate) async fn read(place: &impl Place) -> anyhow::Result<Truth> {
    let mut truth = Truth::new();
    let take = |envelope: &Envelope| {
        if let DomainEvent::Decklist(DecklistEvent::Submitted { body, .. } | DecklistEvent::Revised { body }) =
            &envelope.event
        {
            let stored = Stored { body: body.clone(), recorded_at: envelope.recorded_at };
            truth.entry(envelope.stream.id).or_default().push(stored);
        }
        Ok(())
    };
    each_event(&place.log(), take).await?;
    Ok(truth)
}

pub(crate) async fn each_event(
    log: &Database,
    mut take: impl FnMut(&Envelope) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let store = open_events(log, Access::Write).await.context("the log cannot be opened")?;
    let mut after = Position::START;
    loop {
        let events = store.read_from(after, 5_000).await.context("the log cannot be read")?;
        let Some(last) = events.last() else { break };
        after = last.position;
        for event in &events {
            take(&event.decode().with_context(|| format!("event {}", event.position))?)?;
        }
    }
    store.close().await;
    Ok(())
}
