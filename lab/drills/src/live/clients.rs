//! The clients: one with a key, which reads every document of an event once, and then again only those that its stream names;
//! and a browser with a public page, which loads the page again when its stream says that the page changed, and goes on with
//! the stream that the new page names.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use reqwest::Response;
use serde_json::Value;
use tokio::time::timeout;

use super::follower::{Follower, Mirror, Shared, pause};

/// A read-api may answer plain reads with data that is this old.
const OLDEST: Duration = Duration::from_millis(2_500);

/// What an event says about its document.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Expected {
    Tag(String),
    Exists,
    Gone,
}

pub(super) struct Members {
    follower: Follower,
    /// The id of the last event; empty before the first.
    id: String,
    /// Whether the client has read everything once.
    has_begun: bool,
    /// The documents to read, since when, and what is expected of them.
    told: BTreeMap<String, (Instant, Expected)>,
}

impl Members {
    pub(super) fn new(follower: Follower) -> Self {
        Self { follower, id: String::new(), has_begun: false, told: BTreeMap::new() }
    }

    pub(super) async fn follow(mut self) {
        loop {
            if let Some(stream) = self.connected().await {
                self.read(stream).await;
            }
            if self.follower.is_careless {
                self.id.clear();
            }
            self.catch_up().await;
            pause().await;
        }
    }

    async fn connected(&self) -> Option<Response> {
        let shared = &self.follower.shared;
        let request = shared.request(&format!("/api/v1/magic-events/{}/live/", shared.event));
        let request = if self.id.is_empty() { request } else { request.header("last-event-id", &self.id) };
        request.send().await.ok().filter(|answer| answer.status().as_u16() == 200)
    }

    async fn read(&mut self, mut stream: Response) {
        let mut text = String::new();
        loop {
            let is_behind = !self.told.is_empty() || !self.has_begun;
            let piece = self.follower.piece(&mut stream);
            let piece =
                if is_behind { timeout(Duration::from_millis(10), piece).await.ok() } else { Some(piece.await) };
            let Some((piece, is_over)) = piece else {
                self.catch_up().await;
                continue;
            };
            text += &piece;
            while let Some((block, rest)) = text.split_once("\n\n") {
                self.hear(block);
                text = rest.to_owned();
            }
            self.catch_up().await;
            if is_over {
                return;
            }
        }
    }

    fn hear(&mut self, block: &str) {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        if let Some(id) = field("id") {
            id.clone_into(&mut self.id);
        }
        if field("event") == Some("reset") {
            self.has_begun = false;
        }
        let (Some(event), Some(data)) = (field("event"), field("data")) else { return };
        let data: Value = serde_json::from_str(data).unwrap_or_default();
        let Some(address) = data["address"].as_str() else { return };
        let expected = match data["etag"].as_str() {
            Some(tag) => Expected::Tag(tag.to_owned()),
            None => Expected::Gone,
        };
        if event == "round" && expected != Expected::Gone {
            for below in ["matches/", "standings/"].map(|below| format!("{address}{below}")) {
                if !self.follower.shared.mirror.lock().unwrap().has(&below) {
                    self.told.entry(below).or_insert((Instant::now(), Expected::Exists));
                }
            }
        }
        self.told.insert(address.to_owned(), (Instant::now(), expected));
    }

    /// Reads what the client was told about, and at the beginning everything. An answer of a process that is behind is
    /// not believed. Ends at once if there is no answer.
    async fn catch_up(&mut self) {
        let shared = &self.follower.shared;
        if !self.has_begun && !self.id.is_empty() {
            let Some(everything) = everything(shared, &shared.token).await else { return };
            *shared.mirror.lock().unwrap() = everything;
            self.has_begun = true;
        }
        let mut left = BTreeMap::new();
        while let Some((address, (since, expected))) = self.told.pop_first() {
            let Some((status, tag, body)) = shared.read(&address, "").await else {
                // The process may have been down for longer than its answers may be old.
                left.insert(address, (Instant::now(), expected));
                continue;
            };
            let is_as_told = match &expected {
                Expected::Tag(expected) => *expected == tag,
                Expected::Exists => status == 200,
                Expected::Gone => status == 404,
            };
            if status == 200 {
                shared.mirror.lock().unwrap().show(&address, &body);
            } else {
                shared.mirror.lock().unwrap().remove(&address);
            }
            if !is_as_told && since.elapsed() < OLDEST {
                left.insert(address, (since, expected));
            }
        }
        self.told = left;
    }
}

/// Reads every document of the event. `None` without an answer.
pub(super) async fn everything(shared: &Shared, token: &str) -> Option<Mirror> {
    let of_event = format!("/api/v1/magic-events/{}/", shared.event);
    let mut addresses = vec![format!("{of_event}overview/"), format!("{of_event}registrations/")];
    let (_, _, overview) = shared.read(&addresses[0], token).await.filter(|(status, ..)| *status == 200)?;
    let overview: Value = serde_json::from_str(&overview).ok()?;
    let phases = overview["tournament_phases"].as_array()?;
    for round in phases.iter().filter_map(|phase| phase["rounds"].as_array()).flatten() {
        let address = format!("/api/v1/tournament-rounds/{}/", round["id"]);
        addresses.extend(["", "matches/", "standings/"].map(|below| format!("{address}{below}")));
    }
    let mut mirror = Mirror::default();
    for address in addresses {
        let (status, _, body) = shared.read(&address, token).await?;
        if status == 200 {
            mirror.show(&address, &body);
        }
    }
    Some(mirror)
}

pub(super) async fn follow_page(mut follower: Follower) {
    // The stream goes on where the page ends.
    let (mut stream, mut has_changed) = (None, true);
    loop {
        if (has_changed || stream.is_none())
            && let Some((mirror, next)) = page(&follower.shared, "").await
        {
            *follower.shared.mirror.lock().unwrap() = mirror;
            stream = next;
        }
        pause().await;
        has_changed = match connected(&follower, stream.clone()).await {
            Some(stream) => until_news(&mut follower, stream).await,
            // Streams of pages that are not public any more are refused.
            None => true,
        };
    }
}

async fn connected(follower: &Follower, address: Option<String>) -> Option<Response> {
    let mut address = address?;
    if follower.is_careless {
        // A stream without an id begins now.
        address.truncate(address.find('?').unwrap_or(address.len()));
    }
    follower.shared.request(&address).send().await.ok().filter(|answer| answer.status().as_u16() == 200)
}

/// Reads the stream until it names a change, or ends. Returns whether there is a change.
async fn until_news(follower: &mut Follower, mut stream: Response) -> bool {
    let mut text = String::new();
    loop {
        let (piece, is_over) = follower.piece(&mut stream).await;
        text += &piece;
        if text.split_inclusive("\n\n").any(|block| block.ends_with("\n\n") && block.contains("data: ")) {
            return true;
        }
        if is_over {
            return false;
        }
    }
}

/// Loads the page, with the address of its stream if there is such a page. `None` without an answer.
pub(super) async fn page(shared: &Shared, token: &str) -> Option<(Mirror, Option<String>)> {
    let address = shared.page();
    let (status, _, body) = shared.read(&address, token).await?;
    let mut mirror = Mirror::default();
    if status != 200 {
        return Some((mirror, None));
    }
    mirror.show(&address, &body);
    let stream = body.split_once("data-live=\"").and_then(|(_, rest)| rest.split('"').next()).map(str::to_owned);
    Some((mirror, stream))
}
