//! Listens to the stream in which a relay publishes the log: a task of its own, which begins anew whenever that ends.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::push::{Ordered, OrderedConfig};
use futures::StreamExt;
use proto_events::wire::{HASH_HEADER, LOG_HEADER, POSITION_HEADER};
use proto_events::{EventHash, Position, Recorded, parse_subject, stream_name, subjects};
use service_kit::nats::{Link, Nats};
use storage::Shard;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::task::AbortHandle;

use crate::sharding::hears_of;

/// Messages that wait for the projector at most; when there are more, the server waits with the rest.
const WAITING: usize = 4_096;
/// What they weigh at most.
const WAITING_BYTES: usize = 16 << 20;
/// Events before the end of the stream that are taken from there. What lies farther back is read from the store, faster.
const NEAR: i64 = 1_000;
/// Waits between attempts to listen: the first, and the longest.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));

/// A message of this log.
#[derive(Debug)]
pub(super) struct Arrival {
    /// Where in the log.
    pub(super) position: Position,
    /// The event's hash.
    pub(super) hash: EventHash,
    /// What it holds.
    pub(super) content: Content,
    /// Its share of what may wait.
    _weight: Option<OwnedSemaphorePermit>,
}

/// What a message holds for a shard.
#[derive(Debug)]
pub(super) enum Content {
    /// An event that it hears of.
    Ours(Box<Recorded>),
    /// One that it does not.
    Others,
    /// None that can be read. The store has it.
    Unreadable,
}

/// Which events are listened for.
#[derive(Clone)]
pub(super) struct Subscription {
    pub(super) nats: Nats,
    pub(super) log: String,
    pub(super) shard: Shard,
}

/// A listening task. It ends with this value.
pub(super) struct Listener {
    /// What arrived, in order of arrival.
    pub(super) arrivals: mpsc::Receiver<Arrival>,
    /// Whether anything can be heard.
    pub(super) is_listening: watch::Receiver<bool>,
    wanted: watch::Sender<Position>,
    task: AbortHandle,
}

impl Listener {
    /// Begins to listen, near the event after `wanted`.
    pub(super) fn start(subscription: Subscription, wanted: Position) -> Self {
        let (sender, arrivals) = mpsc::channel(WAITING);
        let (tell, is_listening) = watch::channel(false);
        let (wanted, near) = watch::channel(wanted);
        let budget = Arc::new(Semaphore::new(WAITING_BYTES));
        let link = subscription.nats.link();
        let task = Task { subscription, sender, tell, near, link, budget };
        Self { arrivals, is_listening, wanted, task: tokio::spawn(task.run()).abort_handle() }
    }

    /// Says after which position events are wanted, for when listening begins anew.
    pub(super) fn want(&self, after: Position) {
        self.wanted.send_replace(after);
    }
}

/// Returns when nothing is heard any more, at once if nothing is.
pub(super) async fn silence(is_listening: &mut watch::Receiver<bool>) {
    // An error says that the task is gone.
    let _ = is_listening.wait_for(|is_listening| !is_listening).await;
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Task {
    subscription: Subscription,
    sender: mpsc::Sender<Arrival>,
    tell: watch::Sender<bool>,
    near: watch::Receiver<Position>,
    link: watch::Receiver<Link>,
    budget: Arc<Semaphore>,
}

impl Task {
    async fn run(mut self) {
        let mut backoff = BACKOFF.0;
        loop {
            if self.link.wait_for(|link| link.connected).await.is_err() {
                return;
            }
            let why = match self.subscribe().await {
                Ok(messages) => {
                    backoff = BACKOFF.0;
                    self.tell.send_replace(true);
                    let ended = self.forward(messages).await;
                    self.tell.send_replace(false);
                    let Err(why) = ended;
                    why
                }
                Err(why) => why,
            };
            if self.sender.is_closed() {
                return;
            }
            tracing::debug!(why, "the stream of events is not heard, trying again");
            tokio::time::sleep(backoff).await;
            backoff = (backoff * 2).min(BACKOFF.1);
        }
    }

    /// An ordered consumer that begins with the event wanted or before it, unless that is not in the stream.
    async fn subscribe(&self) -> Result<Ordered, String> {
        let nats = &self.subscription.nats;
        let stream =
            nats.jetstream().get_stream(stream_name(nats.prefix())).await.map_err(|error| error.to_string())?;
        let state = &stream.cached_info().state;
        let mut start_sequence = state.last_sequence + 1;
        if state.messages > 0
            && let Ok(last) = stream.get_last_raw_message_by_subject(&subjects(nats.prefix())).await
            && let Some(position) = self.position(&last.headers)
        {
            // Positions grow at least as fast as sequence numbers, so this is not too far ahead.
            let back = (position.0 - self.near.borrow().0).clamp(0, NEAR);
            start_sequence = (last.sequence + 1).saturating_sub(back.unsigned_abs()).max(1);
        }
        let config = OrderedConfig {
            deliver_subject: nats.client().new_inbox(),
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence },
            ..OrderedConfig::default()
        };
        let consumer = stream.create_consumer(config).await.map_err(|error| error.to_string())?;
        consumer.messages().await.map_err(|error| error.to_string())
    }

    /// Hands on what arrives, until listening has to begin anew: the consumer would go on after the last message that it
    /// brought, and a stream that was lost in between counts from another one.
    async fn forward(&mut self, mut messages: Ordered) -> Result<Infallible, String> {
        loop {
            let message = tokio::select! {
                message = messages.next() => message,
                lost = self.link.wait_for(|link| !link.connected) => {
                    drop(lost);
                    return Err("the connection is lost".into());
                }
            };
            match message {
                Some(Ok(message)) => self.hand_on(&message).await?,
                Some(Err(error)) => return Err(error.to_string()),
                None => return Err("the subscription ended".into()),
            }
        }
    }

    async fn hand_on(&self, message: &Message) -> Result<(), String> {
        let Some(headers) = &message.headers else { return Ok(()) };
        let Some(position) = self.position(headers) else { return Ok(()) };
        let hash = headers.get(HASH_HEADER).and_then(|hash| EventHash::try_from(hash.to_string()).ok());
        let content = hash.map_or(Content::Unreadable, |_| self.content(message, position));
        let weight = match &content {
            Content::Ours(_) => {
                let bytes = u32::try_from(message.payload.len().min(WAITING_BYTES)).unwrap_or(1);
                let weight = Arc::clone(&self.budget).acquire_many_owned(bytes).await;
                Some(weight.map_err(|error| error.to_string())?)
            }
            Content::Others | Content::Unreadable => None,
        };
        let arrival = Arrival { position, hash: hash.unwrap_or_default(), content, _weight: weight };
        self.sender.send(arrival).await.map_err(|error| error.to_string())
    }

    /// Of other shards' events not more than the subject is looked at.
    fn content(&self, message: &Message, position: Position) -> Content {
        let Subscription { nats, shard, .. } = &self.subscription;
        match parse_subject(nats.prefix(), &message.subject) {
            Some((organization, stream)) if !hears_of(*shard, organization, stream.kind) => Content::Others,
            Some(_) => match Recorded::from_message(&message.payload) {
                Ok(event) if event.position == position => Content::Ours(Box::new(event)),
                _ => Content::Unreadable,
            },
            None => Content::Unreadable,
        }
    }

    /// The position that headers tell, if they are of this log.
    fn position(&self, headers: &async_nats::HeaderMap) -> Option<Position> {
        let header = |name: &str| headers.get(name).map(async_nats::HeaderValue::as_str);
        let is_ours = header(LOG_HEADER) == Some(&*self.subscription.log);
        header(POSITION_HEADER).filter(|_| is_ours).and_then(|text| text.parse().ok()).map(Position)
    }
}
