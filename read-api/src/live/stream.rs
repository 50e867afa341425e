//! A stream. It holds the last snapshot that it has sent. When its client is ready for more, it sends the difference to
//! the newest one: so a slow client gets the newest change of each document, and takes no memory for those between. The
//! server closes the connection of a client that takes nothing (`stalled_answer_seconds`).

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use api_kit::concurrency::ConcurrencyPermit;
use api_kit::event_stream::{self, HEARTBEAT, retry, spread};
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures::stream;
use service_kit::server::Outlet;
use tokio::sync::watch;

use super::direct::{Direct, Joined};
use super::known::Known;
use super::permit::Permit;
use super::relays::{Local, Newest, Relays};
use super::snapshot::Snapshot;

/// What a client says that it knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Nothing: its stream begins now.
    Nothing,
    /// These facts.
    Facts(Known),
    /// Something that cannot be read.
    Unreadable,
}

/// A stream to a client.
pub(super) struct LiveStream {
    pub(super) snapshots: Newest,
    pub(super) relays: Arc<Relays>,
    /// `None` for streams that need no credential.
    pub(super) permit: Option<Box<Permitted>>,
    pub(super) heartbeat: Duration,
    /// Freed when the stream is dropped.
    pub(super) _counted: ConcurrencyPermit,
}

/// The right to a stream.
pub(super) struct Permitted {
    pub(super) permit: Permit,
    /// Changes when a record about a caller may have changed.
    pub(super) callers: watch::Receiver<()>,
}

/// A stream that has begun.
struct Begun {
    stream: LiveStream,
    last: Arc<Snapshot>,
    first: Option<Bytes>,
    outlet: Option<Arc<Outlet>>,
    /// Whether the snapshots come from the relay of the runtime that sends the stream.
    is_local: bool,
    /// Set if the relay sends to the outlet.
    joined: Option<Joined>,
}

/// What ends a wait.
enum Woken {
    Snapshot,
    Callers,
    Heartbeat,
}

impl LiveStream {
    /// Returns the answer for a client that claims to know this. A stream without a credential has an outlet; the right to
    /// any other is checked by its task.
    pub(super) fn answer(mut self, claim: Claim) -> Response {
        let last = Arc::clone(&self.snapshots.borrow_and_update());
        let missed = match claim {
            Claim::Nothing => String::new(),
            Claim::Unreadable => last.reset(),
            Claim::Facts(known) => String::from_utf8_lossy(&last.events_for(&known)).into_owned(),
        };
        // A client that has missed nothing gets the id as well.
        let missed = if missed.is_empty() { last.id_only() } else { missed };
        let first = format!("{}{missed}", retry());
        self.heartbeat = spread(self.heartbeat);
        let outlet = self.permit.is_none().then(Arc::<Outlet>::default);
        let begun = Begun {
            stream: self,
            last,
            first: Some(first.into()),
            outlet: outlet.clone(),
            is_local: false,
            joined: None,
        };
        let body = Body::from_stream(stream::unfold(begun, |mut begun| async move {
            let bytes = begun.next().await?;
            Some((Ok::<_, Infallible>(bytes), begun))
        }));
        let mut answer = event_stream::answer(body);
        if let Some(outlet) = outlet {
            answer.extensions_mut().insert(outlet);
        }
        answer
    }
}

impl Begun {
    /// Changes to the relay of the current runtime.
    fn localize(&mut self) {
        let Local { newest, directs } = self.stream.relays.local(self.stream.snapshots.clone());
        self.stream.snapshots = newest;
        self.stream.snapshots.mark_changed();
        self.is_local = true;
        let outlet = self.outlet.take().filter(|outlet| outlet.is_open());
        self.joined = outlet.map(|outlet| directs.join(outlet, Arc::clone(&self.last)));
    }

    /// Returns the next bytes; `None` when the stream ends.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        if !self.is_local {
            self.localize();
        }
        if let Some(Joined { direct, .. }) = &self.joined {
            return next_beyond(direct, &self.stream).await;
        }
        let heartbeat = tokio::time::sleep(self.stream.heartbeat);
        tokio::pin!(heartbeat);
        loop {
            let LiveStream { snapshots, permit, .. } = &mut self.stream;
            let woken = tokio::select! {
                biased;
                // Its sender is gone when the event is, and when the process stops.
                changed = snapshots.changed() => changed.ok().map(|()| Woken::Snapshot)?,
                changed = callers_changed(permit) => changed.map(|()| Woken::Callers)?,
                () = &mut heartbeat => Woken::Heartbeat,
            };
            if !matches!(woken, Woken::Snapshot)
                && let Some(permitted) = permit
                // Boxed, because few streams wait for it at a time.
                && !Box::pin(permitted.permit.holds()).await
            {
                return None;
            }
            if matches!(woken, Woken::Heartbeat) {
                return Some(Bytes::from_static(HEARTBEAT.as_bytes()));
            }
            let newest = Arc::clone(&snapshots.borrow_and_update());
            // A relay may be behind the snapshot with which the stream began.
            if !newest.is_after(&self.last) {
                continue;
            }
            let events = newest.events_since(&self.last);
            self.last = newest;
            if !events.is_empty() {
                return Some(events);
            }
        }
    }
}

/// Returns the next bytes that the relay does not send itself; `None` when the stream ends.
async fn next_beyond(direct: &Direct, stream: &LiveStream) -> Option<Bytes> {
    loop {
        let newest = Arc::clone(&stream.snapshots.borrow());
        if let Some(events) = direct.missing(&newest) {
            return Some(events);
        }
        // Its sender is gone when the event is, and when the process stops.
        stream.snapshots.has_changed().ok()?;
        let due = match direct.beat(stream.heartbeat, HEARTBEAT) {
            Ok(heartbeat) => return Some(heartbeat),
            Err(due) => due,
        };
        // The timer is set again only when it fires, not with every event.
        tokio::select! {
            biased;
            () = direct.is_behind() => {}
            () = tokio::time::sleep_until(due) => {}
        }
    }
}

/// Waits until a record about a caller may have changed; forever if the stream needs no credential.
async fn callers_changed(permit: &mut Option<Box<Permitted>>) -> Option<()> {
    match permit {
        Some(permitted) => permitted.callers.changed().await.ok(),
        None => std::future::pending().await,
    }
}
