//! Reads the NATS stream to which a relay publishes the log. A task of its own subscribes again whenever the
//! subscription ends.

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
use tokio_util::task::AbortOnDropHandle;

use crate::sharding::hears_of;

/// Maximum number of messages that wait for the projector; the server keeps the rest.
const WAITING: usize = 4_096;
/// Maximum bytes of the waiting messages.
const WAITING_BYTES: usize = 16 << 20;
/// Number of events before the end of the stream that are read from it. Reading older events from the store is faster.
const NEAR: i64 = 1_000;
/// Waits between attempts to subscribe: the first and the longest.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));

/// A message that belongs to this log.
#[derive(Debug)]
pub(super) struct Arrival {
    /// The event's position in the log.
    pub(super) position: Position,
    /// The event's hash.
    pub(super) hash: EventHash,
    /// The message's content.
    pub(super) content: Content,
    /// Its share of [`WAITING_BYTES`].
    _weight: Option<OwnedSemaphorePermit>,
}

/// The content of a message, seen by a shard.
#[derive(Debug)]
pub(super) enum Content {
    /// An event that the shard receives.
    Ours(Box<Recorded>),
    /// An event of another shard.
    Others,
    /// An unreadable event. It can be read from the store.
    Unreadable,
}

/// The events to subscribe to.
#[derive(Clone)]
pub(super) struct Subscription {
    pub(super) nats: Nats,
    pub(super) log: String,
    pub(super) shard: Shard,
}

/// A listening task. It ends when this value is dropped.
pub(super) struct Listener {
    /// Received messages, in order of arrival.
    pub(super) arrivals: mpsc::Receiver<Arrival>,
    /// Whether the task is subscribed.
    pub(super) is_listening: watch::Receiver<bool>,
    wanted: watch::Sender<Position>,
    _task: AbortOnDropHandle<()>,
}

impl Listener {
    /// Starts to listen, near the event after `wanted`.
    pub(super) fn start(subscription: Subscription, wanted: Position) -> Self {
        let (sender, arrivals) = mpsc::channel(WAITING);
        let (tell, is_listening) = watch::channel(false);
        let (wanted, near) = watch::channel(wanted);
        let budget = Arc::new(Semaphore::new(WAITING_BYTES));
        let link = subscription.nats.link();
        let task = Task { subscription, sender, tell, near, link, budget };
        Self { arrivals, is_listening, wanted, _task: AbortOnDropHandle::new(tokio::spawn(task.run())) }
    }

    /// Sets the position after which events are wanted, for the next subscription.
    pub(super) fn want(&self, after: Position) {
        self.wanted.send_replace(after);
    }
}

/// Waits until the listener is not subscribed; returns at once if it is not.
pub(super) async fn silence(is_listening: &mut watch::Receiver<bool>) {
    // An error means that the task has ended.
    let _ = is_listening.wait_for(|is_listening| !is_listening).await;
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
            tracing::debug!(why, "the event stream cannot be read, trying again");
            tokio::time::sleep(backoff).await;
            backoff = (backoff * 2).min(BACKOFF.1);
        }
    }

    /// Creates an ordered consumer that starts at the wanted event or before it, if that event is still in the stream.
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
            // Positions grow at least as fast as sequence numbers, so this does not skip wanted events.
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

    /// Forwards messages until a new subscription is needed. After a lost connection the consumer would continue after
    /// its last message, but the stream may have been created again with new sequence numbers.
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

    /// Parses the message. Of events of other shards, only the subject is read.
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

    /// Returns the position from the headers if they belong to this log.
    fn position(&self, headers: &async_nats::HeaderMap) -> Option<Position> {
        let header = |name: &str| headers.get(name).map(async_nats::HeaderValue::as_str);
        let is_ours = header(LOG_HEADER) == Some(&*self.subscription.log);
        header(POSITION_HEADER).filter(|_| is_ours).and_then(|text| text.parse().ok()).map(Position)
    }
}
