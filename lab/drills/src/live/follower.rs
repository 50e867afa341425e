//! A client that follows an event by its stream and keeps its documents up to date. It connects again when its
//! connection ends, and then begins where it was.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::{Client, RequestBuilder, Response};
use tokio::sync::watch;
use tokio::time::sleep;

use super::mirror::Mirror;

/// Pause before a client connects again. Browsers wait for seconds; the drill has no time for that.
const PAUSE: Duration = Duration::from_millis(10);
/// One in this many pieces of a stream is cut somewhere in its middle.
const CUT_EVERY: u32 = 25;
/// How long an answer may take. A stream may be silent for longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Who follows the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A key of an administrator, for the documents of the API.
    Staff,
    /// A key that only reads.
    ReadOnly,
    /// A browser with the public page of the event.
    EventPage,
    /// A browser with the public page of the first round.
    RoundPage,
}

impl Kind {
    /// All of them.
    pub(super) const ALL: [Self; 4] = [Self::Staff, Self::ReadOnly, Self::EventPage, Self::RoundPage];
}

/// A client that does not follow yet.
pub(super) struct Follower {
    pub(super) shared: Arc<Shared>,
    pub(super) rng: StdRng,
    pub(super) cut: watch::Receiver<()>,
    /// Whether it forgets the id of its last event when its connection ends.
    pub(super) is_careless: bool,
}

/// The state of a client that the drill looks at.
pub(super) struct Shared {
    pub(super) kind: Kind,
    http: Client,
    address: String,
    key: Option<String>,
    pub(super) event: i64,
    /// The token of the last write before it began.
    pub(super) token: String,
    mirror: Mutex<Mirror>,
    pub(super) cuts: AtomicUsize,
}

impl Follower {
    /// Creates a client, and the other end of its connection.
    pub(super) fn new(
        kind: Kind,
        (address, key): (&str, &str),
        (event, token): (i64, &str),
        seed: u64,
        is_careless: bool,
    ) -> anyhow::Result<(Self, watch::Sender<()>)> {
        let http = Client::builder().no_proxy().connect_timeout(PATIENCE).read_timeout(PATIENCE);
        let http = http.build().context("no client can be made")?;
        let key = matches!(kind, Kind::Staff | Kind::ReadOnly).then(|| key.to_owned());
        let (mirror, cuts) = (Mutex::default(), AtomicUsize::default());
        let (address, token) = (address.to_owned(), token.to_owned());
        let shared = Arc::new(Shared { kind, http, address, key, event, token, mirror, cuts });
        let cut = watch::Sender::new(());
        let rng = StdRng::seed_from_u64(seed);
        Ok((Self { shared, rng, cut: cut.subscribe(), is_careless }, cut))
    }

    /// Reads the next piece of a stream. `None` if the connection ended or was cut; a cut may leave a part.
    pub(super) async fn piece(&mut self, stream: &mut Response) -> (String, bool) {
        let piece = tokio::select! {
            biased;
            _ = self.cut.changed() => {
                self.shared.cuts.fetch_add(1, Ordering::Relaxed);
                return (String::new(), true);
            }
            piece = stream.chunk() => piece.ok().flatten(),
        };
        let Some(piece) = piece else { return (String::new(), true) };
        let text = String::from_utf8_lossy(&piece).into_owned();
        if !self.rng.random_ratio(1, CUT_EVERY) {
            return (text, false);
        }
        self.shared.cuts.fetch_add(1, Ordering::Relaxed);
        let kept = self.rng.random_range(0..=text.len());
        (text.chars().take(kept).collect(), true)
    }
}

impl Shared {
    /// Prepares a read.
    pub(super) fn request(&self, path: &str) -> RequestBuilder {
        let request = self.http.get(format!("{}{path}", self.address));
        match &self.key {
            Some(key) => request.header("x-api-key", key),
            None => request,
        }
    }

    /// Reads an address. Returns status, tag and body; `None` without a usable answer.
    pub(super) async fn read(&self, path: &str, token: &str) -> Option<(u16, String, String)> {
        let mut request = self.request(path);
        if !token.is_empty() {
            request = request.header("consistency-token", token);
        }
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        let tag = answer.headers().get("etag").and_then(|tag| tag.to_str().ok()).unwrap_or_default().to_owned();
        let body = answer.text().await.ok()?;
        (status < 500 && status != 429).then_some((status, tag, body))
    }

    /// The documents that the client shows.
    pub(super) fn mirror(&self) -> MutexGuard<'_, Mirror> {
        self.mirror.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address of the page that a browser shows.
    pub(super) fn page(&self) -> String {
        let event = self.event;
        if self.kind == Kind::RoundPage { format!("/events/{event}/rounds/1/") } else { format!("/events/{event}/") }
    }
}

/// Waits before the next attempt.
pub(super) async fn pause() {
    sleep(PAUSE).await;
}
