//! Event store → NATS: publishes appended events to the JetStream stream that projectors listen to.
//!
//! The store is authoritative, and the stream may lose messages at any time: projectors read missing events from the
//! store. So the relay keeps no checkpoint of its own. It continues after the last message of the stream (`place`). It
//! publishes many events before the first is acknowledged (`pipeline`), each on the condition that it follows its
//! predecessor. Any number of relays may run at once: if another one published first, the relay is refused, looks
//! again, and continues there.
//!
//! | Situation | Reaction of the relay |
//! |---|---|
//! | no stream, or an empty one | creates it, and continues after its own last event, or at the head if it has none |
//! | a stream of another log, or with events that are not in the store | empties it first |
//! | a stream rolled back | continues after its last message |
//! | no connection to NATS | waits; appends are not affected |
//! | connected again after more than [`WORTH_RELAYING`] events | continues at the head: projectors have read the rest |

mod pipeline;
mod place;
mod trouble;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use metrics::{Counter, Gauge};
use proto_events::{Position, Recorded};
use service_kit::nats::{Link, Nats};
use storage::EventStore;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use pipeline::Pipeline;
use place::{Place, Stream};
use trouble::Trouble;

pub use place::WORTH_RELAYING;

/// Events read from the store at once.
const STEP: usize = 1_024;
/// Interval at which an idle relay looks at the head of the log and the end of the stream: other processes append and
/// publish too, and an idle stream may be lost.
const LOOK: Duration = Duration::from_millis(500);
/// If the stream refuses the next message more often than this, one time after the other, it is created anew: the
/// server expects another last message than the one that it shows.
const REFUSALS: u32 = 4;
/// The first and the longest wait after a failure.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));

/// Publishes the events of the store.
pub struct Relay {
    events: Arc<dyn EventStore>,
    nats: Nats,
    link: watch::Receiver<Link>,
    appended: watch::Receiver<Position>,
    backlog: Gauge,
    published: Counter,
    /// Position up to which events are in the stream, or were before it was lost; `None` if unknown.
    relayed: Option<Position>,
    /// Whether the last attempt published, or waited for an event to publish.
    works: bool,
    /// How often, one after the other, the stream refused the next message.
    refusals: u32,
}

/// Events read from the store and not sent yet.
#[derive(Default)]
struct Read {
    events: std::vec::IntoIter<Recorded>,
    /// Whether the store may have more.
    more: bool,
}

impl Relay {
    /// Creates a relay from this store to this NATS.
    pub fn new(events: Arc<dyn EventStore>, nats: Nats) -> Self {
        let (link, appended) = (nats.link(), events.appended());
        let backlog = metrics::gauge!("crosstable_relay_backlog_positions");
        let published = metrics::counter!("crosstable_relay_published_total");
        Self { events, nats, link, appended, backlog, published, relayed: None, works: false, refusals: 0 }
    }

    /// Publishes until stopped. Failures do not end it.
    pub async fn run(mut self, stop: CancellationToken) {
        tokio::select! {
            () = stop.cancelled() => {}
            () = self.publish_for_ever() => {}
        }
    }

    async fn publish_for_ever(&mut self) {
        let mut backoff = BACKOFF.0;
        loop {
            self.wait_for_nats().await;
            self.works = false;
            let trouble = match self.session().await {
                Ok(never) => match never {},
                Err(trouble) => trouble,
            };
            if self.works {
                backoff = BACKOFF.0;
            }
            if !matches!(trouble, Trouble::Lost) {
                tracing::warn!(%trouble, wait_ms = backoff.as_millis(), "events are not relayed, trying again");
            }
            sleep(backoff).await;
            backoff = (backoff * 2).min(BACKOFF.1);
        }
    }

    /// Returns when there is a connection; until then it measures the backlog.
    async fn wait_for_nats(&mut self) {
        while timeout(LOOK, self.link.wait_for(|link| link.connected)).await.is_err() {
            if let Ok(head) = self.events.head().await {
                self.count(head);
            }
        }
    }

    fn count(&self, head: Position) {
        let relayed = self.relayed.unwrap_or(head);
        self.backlog.set((head.0 - relayed.0).max(0) as f64);
    }

    /// Publishes until an error occurs, other than being overtaken by another relay.
    async fn session(&mut self) -> Result<Infallible, Trouble> {
        let stream = Stream::open(&self.nats, self.events.log_id()).await?;
        let mut overtaken_at = None;
        loop {
            let place = stream.place(self.events.as_ref(), self.relayed).await?;
            if overtaken_at == Some(place.sequence) {
                self.refusals += 1;
                if self.refusals > REFUSALS {
                    self.refusals = 0;
                    stream.delete().await?;
                }
                self.works = false;
                return Err(Trouble::Refused);
            }
            self.relayed = Some(place.position);
            self.count(place.head);
            let is_overtaken = match self.publish(&stream, place).await {
                Ok(()) => false,
                Err(Trouble::Overtaken) => true,
                Err(trouble) => return Err(trouble),
            };
            overtaken_at = is_overtaken.then_some(place.sequence);
            self.works = true;
        }
    }

    /// Publishes the events after a place, until it is time to look at the end of the stream.
    async fn publish(&mut self, stream: &Stream, place: Place) -> Result<(), Trouble> {
        let mut pipeline = Pipeline::behind(stream, place.sequence);
        let mut sent = place.position;
        let mut read = Read { more: place.head > sent, ..Read::default() };
        loop {
            let appended = *self.appended.borrow_and_update();
            read.more |= appended > sent;
            let is_worth_it = appended.0 - sent.0 <= WORTH_RELAYING;
            while is_worth_it && pipeline.has_room() {
                let Some(event) = self.next(&mut read, sent).await? else { break };
                pipeline.send(&event).await?;
                sent = event.position;
            }
            if pipeline.is_empty() && !is_worth_it {
                return Ok(());
            }
            tokio::select! {
                position = pipeline.acknowledged(), if !pipeline.is_empty() => {
                    self.relayed = Some(position?);
                    (self.works, self.refusals) = (true, 0);
                    self.published.increment(1);
                    self.count(appended.max(sent));
                }
                () = more(&mut self.appended), if pipeline.has_room() => {}
                () = loss(&mut self.link) => return Err(Trouble::Lost),
                () = sleep(LOOK), if pipeline.is_empty() => return Ok(()),
            }
        }
    }

    /// Returns the next event to send, if any.
    async fn next(&self, read: &mut Read, sent: Position) -> Result<Option<Recorded>, Trouble> {
        if read.events.len() == 0 && read.more {
            // There is news of further events of this process, and those of others are relayed by them.
            read.more = false;
            let mut events = self.events.just_appended(sent, STEP);
            if events.is_empty() {
                events = self.events.read_sealed(sent, STEP).await?;
                read.more = !events.is_empty();
            }
            read.events = events.into_iter();
        }
        Ok(read.events.next())
    }
}

/// Returns when the connection is lost.
async fn loss(link: &mut watch::Receiver<Link>) {
    let _ = link.wait_for(|link| !link.connected).await;
}

/// Returns when events were appended.
async fn more(appended: &mut watch::Receiver<Position>) {
    if appended.changed().await.is_err() {
        // The appender is gone; events of other processes are seen at the next look.
        std::future::pending::<()>().await;
    }
}
