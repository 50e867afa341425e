//! Tells projectors in other processes over NATS that a write-api has appended events, so that they read the log at
//! once.
//!
//! Any message may be lost, late or doubled: a projector also looks at the log every quarter of a second.

use std::convert::Infallible;
use std::sync::Arc;

use bytes::Bytes;
use futures::StreamExt;
use service_kit::nats::Nats;
use storage::EventStore;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// Tells others when this process has appended events, until `stop` is cancelled. Appends never wait for it.
pub async fn publish_events(
    events: Arc<dyn EventStore>,
    nats: Nats,
    stop: CancellationToken,
) -> Result<(), Infallible> {
    let mut appended = events.appended();
    let subject = format!("{}.events.appended", nats.prefix());
    loop {
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            changed = appended.changed() => if changed.is_err() {
                return Ok(());
            },
        }
        // A client without a connection would keep the messages and send them late.
        if !nats.is_connected() {
            continue;
        }
        // If the connection is lost meanwhile, the client's queue may be full for long.
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            sent = nats.client().publish(subject.clone(), Bytes::new()) => if let Err(error) = sent {
                tracing::debug!(%error, "other processes were not woken for new events");
            }
        }
    }
}

/// The messages of other processes. They are received until this value is dropped.
pub(crate) struct PublishedEvents {
    came: Arc<Notify>,
    _task: AbortOnDropHandle<()>,
}

impl PublishedEvents {
    /// Begins to receive messages, also those of earlier versions, which hold an event. The client subscribes again after
    /// each lost connection.
    pub(crate) fn receive(nats: Nats) -> Self {
        let came = Arc::<Notify>::default();
        let notify = Arc::clone(&came);
        let task = tokio::spawn(async move {
            match nats.client().subscribe(format!("{}.events.>", nats.prefix())).await {
                Ok(mut messages) => {
                    while messages.next().await.is_some() {
                        notify.notify_one();
                    }
                }
                Err(error) => tracing::warn!(%error, "messages about new events cannot be received"),
            }
        });
        Self { came, _task: AbortOnDropHandle::new(task) }
    }

    /// Waits for a message; returns at once if one came since the last call.
    pub(crate) async fn next(&self) {
        self.came.notified().await;
    }
}
