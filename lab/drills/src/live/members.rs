//! A client with a key. It reads every document of an event once, and then again only those that its stream names.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use reqwest::Response;
use serde_json::Value;
use tokio::time::timeout;

use super::follower::{Follower, Shared, pause};
use super::mirror::Mirror;

/// A read-api may answer plain reads with data that is this old.
const OLDEST: Duration = Duration::from_millis(2_500);

/// Pause before a document is read again that is not as told.
const AGAIN: Duration = Duration::from_millis(10);

/// What an event says about its document.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Expected {
    /// It has this tag.
    Tag(String),
    /// It exists.
    Exists,
    /// It does not exist any more.
    Gone,
}

/// A client with a key.
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

    /// Follows the event until the task is aborted.
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

    /// Reads the stream until its connection ends.
    async fn read(&mut self, mut stream: Response) {
        let mut text = String::new();
        loop {
            let is_behind = !self.told.is_empty() || !self.has_begun;
            let piece = self.follower.piece(&mut stream);
            let piece = if is_behind { timeout(AGAIN, piece).await.ok() } else { Some(piece.await) };
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

    /// Takes note of an event.
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
                if !self.follower.shared.mirror().has(&below) {
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
            *shared.mirror() = everything;
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
                shared.mirror().show(&address, &body);
            } else {
                shared.mirror().remove(&address);
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
