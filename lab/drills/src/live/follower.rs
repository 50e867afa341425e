//! A client that follows an event by its stream and keeps its documents up to date. It connects again when its
//! connection ends, and then begins where it was. And the documents that it shows.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::{Client, RequestBuilder, Response};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::sleep;

/// How long an answer may take. A stream may be silent for longer.
const PATIENCE: Duration = Duration::from_secs(20);

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
    pub(super) const ALL: [Self; 4] = [Self::Staff, Self::ReadOnly, Self::EventPage, Self::RoundPage];
}

pub(super) struct Follower {
    pub(super) shared: Arc<Shared>,
    rng: StdRng,
    cut: watch::Receiver<()>,
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
    pub(super) mirror: Mutex<Mirror>,
    pub(super) cuts: AtomicUsize,
}

impl Follower {
    pub(super) fn new(shared: Arc<Shared>, cut: watch::Receiver<()>, seed: u64, is_careless: bool) -> Self {
        Self { shared, rng: StdRng::seed_from_u64(seed), cut, is_careless }
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
        if !self.rng.random_ratio(1, 25) {
            return (text, false);
        }
        self.shared.cuts.fetch_add(1, Ordering::Relaxed);
        let kept = self.rng.random_range(0..=text.len());
        (text.chars().take(kept).collect(), true)
    }
}

impl Shared {
    pub(super) fn new(kind: Kind, (address, key): (&str, &str), (event, token): (i64, &str)) -> anyhow::Result<Self> {
        let http = Client::builder().no_proxy().connect_timeout(PATIENCE).read_timeout(PATIENCE);
        let http = http.build().context("no client can be made")?;
        let key = matches!(kind, Kind::Staff | Kind::ReadOnly).then(|| key.to_owned());
        let (mirror, cuts) = (Mutex::default(), AtomicUsize::default());
        Ok(Self { kind, http, address: address.to_owned(), key, event, token: token.to_owned(), mirror, cuts })
    }

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

    /// The address of the page that a browser shows.
    pub(super) fn page(&self) -> String {
        let event = self.event;
        if self.kind == Kind::RoundPage { format!("/events/{event}/rounds/1/") } else { format!("/events/{event}/") }
    }
}

/// Waits before a client connects again. Browsers wait for seconds; the drill has no time for that.
pub(super) async fn pause() {
    sleep(Duration::from_millis(10)).await;
}

/// The documents by address, as far as clients compare them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Mirror(BTreeMap<String, String>);

impl Mirror {
    pub(super) fn has(&self, address: &str) -> bool {
        self.0.contains_key(address)
    }

    pub(super) fn show(&mut self, address: &str, body: &str) {
        self.0.insert(address.to_owned(), normal(address, body));
    }

    /// Removes a document, with all that are below its address.
    pub(super) fn remove(&mut self, address: &str) {
        self.0.retain(|shown, _| !shown.starts_with(address));
    }

    /// Returns the first difference; `None` if both show the same.
    pub(super) fn difference_to(&self, fresh: &Self) -> Option<String> {
        let addresses = self.0.keys().chain(fresh.0.keys());
        let mut differing = addresses.filter(|address| self.0.get(*address) != fresh.0.get(*address));
        let address = differing.next()?;
        Some(match (self.0.get(address), fresh.0.get(address)) {
            (Some(_), None) => format!("it still shows {address}, which is gone"),
            (None, _) => format!("it does not show {address}"),
            (Some(shown), Some(fresh)) => {
                let same = shown.bytes().zip(fresh.bytes()).take_while(|(one, other)| one == other).count();
                let part = |text: &str| text.chars().skip(same.saturating_sub(60)).take(140).collect::<String>();
                format!("it shows an old {address}: `…{}…` instead of `…{}…`", part(shown), part(fresh))
            }
        })
    }
}

/// Returns the part of a document that has events. The overview repeats the rounds, and the document of a round repeats
/// its matches; these have addresses of their own. A page names the position of its stream.
fn normal(address: &str, body: &str) -> String {
    let Ok(mut document) = serde_json::from_str::<Value>(body) else {
        let Some((start, rest)) = body.split_once("data-live=\"") else { return body.to_owned() };
        return format!("{start}{}", rest.split_once('"').map_or(rest, |(_, rest)| rest));
    };
    let is_of_round = address.contains("/tournament-rounds/");
    if let Some(fields) = document.as_object_mut() {
        if address.ends_with("/overview/") {
            for name in ["number_of_incomplete_matches", "current_round"] {
                fields.remove(name);
            }
            let phases = fields.get_mut("tournament_phases").and_then(Value::as_array_mut);
            phases
                .into_iter()
                .flatten()
                .filter_map(Value::as_object_mut)
                .for_each(|phase| drop(phase.remove("rounds")));
        } else if is_of_round && !address.ends_with("/matches/") && !address.ends_with("/standings/") {
            fields.remove("matches");
        }
    }
    document.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_an_address_of_its_own_is_compared_there() {
        let overview =
            |round: &str| format!(r#"{{"tournament_phases":[{{"id":1,"rounds":[{{"status":"{round}"}}]}}]}}"#);
        let address = "/api/v1/magic-events/1/overview/";
        assert_eq!(normal(address, &overview("UPCOMING")), normal(address, &overview("COMPLETE")));
        let page = |id: &str| format!("<main data-live=\"/live/?last_event_id={id}\"><h1>Legacy</h1>");
        assert_eq!(normal("/events/1/", &page("a")), normal("/events/1/", &page("b")));
        assert_ne!(normal("/events/1/", &page("a")), normal("/events/1/", &page("a").replace("Legacy", "Modern")));
    }
}
