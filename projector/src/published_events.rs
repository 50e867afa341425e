//! Domain events over NATS: a write-api publishes what it has appended, and projectors in other processes apply it.
//!
//! Any message may be lost, late or doubled. An event is taken from a message only if it follows the last one by position and hash;
//! all others are read from the log, at the latest after a quarter of a second. Personal data is encrypted as in the log.

use std::convert::Infallible;
use std::sync::Arc;

use async_nats::Subscriber;
use futures::StreamExt;
use proto_events::{EventHash, Position, Recorded, subject, subjects};
use service_kit::nats::Nats;
use storage::{EventStore, RecentEvents};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// Maximum number of events that are sent before the next look at those appended.
const AT_ONCE: usize = 1_024;

/// Publishes the events that this process appends, until `stop` is cancelled. Appends never wait for it.
pub async fn publish_events(
    events: Arc<dyn EventStore>,
    nats: Nats,
    stop: CancellationToken,
) -> Result<(), Infallible> {
    let mut appended = events.appended();
    let mut through = *appended.borrow_and_update();
    loop {
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            changed = appended.changed() => if changed.is_err() {
                return Ok(());
            },
        }
        let head = *appended.borrow_and_update();
        // A client without a connection would keep the messages and send them late.
        while through < head && nats.is_connected() {
            let batch = events.newest_appended(through, AT_ONCE);
            let Some(last) = batch.last() else { break };
            through = last.position;
            for event in &batch {
                // If the connection is lost meanwhile, the client's queue may be full for long.
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    () = publish(&nats, event) => {}
                }
            }
        }
        through = through.max(head);
    }
}

async fn publish(nats: &Nats, event: &Recorded) {
    let Ok(body) = event.to_message() else { return };
    if let Err(error) = nats.client().publish(subject(nats.prefix(), event), body.into()).await {
        tracing::debug!(position = event.position.0, %error, "an event was not sent to other processes");
    }
}

/// The events that other processes publish. They are received until this value is dropped.
pub(crate) struct PublishedEvents {
    received: Arc<Received>,
    _task: AbortOnDropHandle<()>,
}

#[derive(Default)]
struct Received {
    events: RecentEvents,
    came: Notify,
}

impl PublishedEvents {
    /// Begins to receive events. The client subscribes again after each lost connection.
    pub(crate) fn receive(nats: Nats) -> Self {
        let received = Arc::<Received>::default();
        let keeper = Arc::clone(&received);
        let task = tokio::spawn(async move {
            match nats.client().subscribe(subjects(nats.prefix())).await {
                Ok(messages) => keep(messages, &keeper).await,
                Err(error) => tracing::warn!(%error, "published events cannot be received"),
            }
        });
        Self { received, _task: AbortOnDropHandle::new(task) }
    }

    /// Waits for an event; returns at once if one came since the last call.
    pub(crate) async fn next(&self) {
        self.received.came.notified().await;
    }

    /// Returns at most `limit` received events that follow this one without a gap and belong to the same history.
    pub(crate) fn after(&self, after: Position, hash: EventHash, limit: usize) -> Vec<Recorded> {
        let events = self.received.events.after(after, limit);
        if events.first().is_some_and(|first| first.position.0 != after.0 + 1) {
            return Vec::new();
        }
        let mut previous = hash;
        let follows = |event: &Recorded| {
            let is_next = event.hash_after(previous) == event.hash;
            previous = event.hash;
            is_next
        };
        events.into_iter().take_while(follows).collect()
    }
}

async fn keep(mut messages: Subscriber, received: &Received) {
    while let Some(message) = messages.next().await {
        match Recorded::from_message(&message.payload) {
            Ok(event) => received.events.add(vec![event]),
            Err(error) => tracing::debug!(%error, "a published event cannot be read; it is read from the log"),
        }
        received.came.notify_one();
    }
}
