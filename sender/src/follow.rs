//! Follows the log: turns events into messages of every channel, in one transaction with the position of the last event.
//! So nothing is lost if a process ends, and several processes may follow the log at once.

use proto_events::{Envelope, Position, Recorded, StreamKind};
use service_kit::chain;
use storage::StoreError;
use storage::webhooks::{WebhookProgress, WebhookStep};
use tokio::time::{Instant, sleep, timeout};

use crate::webhooks::follow::Batch;
use crate::{AFTER_ERROR, Sender, discord, notifications, schedule};

/// Events that are read at once.
const EVENTS: usize = 500;
/// The shortest time between two times at which the position is stored without anything else.
const STORE: std::time::Duration = std::time::Duration::from_millis(500);
/// Time after which the log is read again without news of an append, because other processes append as well.
const LOOK: std::time::Duration = std::time::Duration::from_millis(500);

/// A process that follows the log. Events that change nothing here move only its own position, because to store it for every
/// append would cost each append a second transaction.
struct Follower {
    stored: WebhookProgress,
    stored_at: Instant,
    /// The position up to which it has read.
    read: Position,
}

impl Follower {
    fn at(stored: WebhookProgress) -> Self {
        Self { stored, stored_at: Instant::now(), read: stored.position }
    }
}

impl Sender {
    /// Follows the log for ever.
    pub(crate) async fn follow(&self) {
        let mut appended = self.context.api.events().appended();
        let mut follower = None;
        loop {
            match self.step(&mut follower).await {
                Ok(true) => {}
                Ok(false) => {
                    // An error means that the store is closed; the next read says so.
                    let _ = timeout(LOOK, appended.changed()).await;
                }
                Err(error) => {
                    tracing::warn!(error = chain(&error), "messages cannot follow the log; trying again");
                    follower = None;
                    sleep(AFTER_ERROR).await;
                }
            }
        }
    }

    /// Turns the next events into messages. Returns false if there are probably no further events. Without a follower, it
    /// begins at the stored position; there is none afterwards if another process was first.
    async fn step(&self, follower: &mut Option<Follower>) -> Result<bool, StoreError> {
        let api = &self.context.api;
        let Follower { stored, stored_at, read } = match follower.take() {
            Some(known) => known,
            None => Follower::at(api.events().webhook_progress().await?),
        };
        let events = api.events().read_sealed(read, EVENTS).await?;
        let decoded: Vec<_> = events.iter().filter_map(|event| Some((decoded(event)?, event))).collect();
        let mut batch = Batch::of(api, &decoded, &stored).await?;
        let (endpoints, of_webhooks) = (batch.changed(), batch.messages.len() as u64);
        let mut messages = std::mem::take(&mut batch.messages);
        let all: Vec<_> = decoded.iter().map(|(envelope, _)| envelope).collect();
        let loud: Vec<_> = all.iter().copied().filter(|it| it.position > stored.silent_until).collect();
        messages.extend(schedule::messages(all.iter().copied(), stored.silent_until, api.now()));
        messages.extend(schedule::settling(api, &all).await?);
        messages.extend(notifications::messages(api, &loud).await?);
        messages.extend(discord::messages(api, &loud).await?);
        let read = events.last().map_or(read, |last| last.position);
        let is_due = read > stored.position && stored_at.elapsed() >= STORE;
        let mut next = Follower { stored, stored_at, read };
        if !(messages.is_empty() && endpoints.is_empty() && batch.removed.is_empty()) || is_due {
            let (from, removed, now) = (stored.position, batch.removed, api.now());
            let step = WebhookStep { from, to: read, endpoints, removed, messages, now };
            if !api.events().advance_webhooks(&step).await? {
                return Ok(true);
            }
            metrics::counter!("crosstable_webhook_messages_total").increment(of_webhooks);
            next = Follower::at(WebhookProgress { position: read, ..stored });
        }
        *follower = Some(next);
        Ok(events.len() >= EVENTS)
    }
}

/// Decodes an event that may matter here. A damaged one cannot become a message.
fn decoded(event: &Recorded) -> Option<Envelope> {
    if !matches!(event.stream.kind, StreamKind::Organization | StreamKind::Tournament | StreamKind::Convention) {
        return None;
    }
    match event.decode() {
        Ok(envelope) => Some(envelope),
        Err(error) => {
            tracing::error!(position = event.position.0, error = chain(&error), "an event becomes no message");
            None
        }
    }
}
