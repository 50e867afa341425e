//! Reads every reachable address, to compare two states of the service.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use serde_json::Value;

use crate::find::holds;
use crate::{Reply, TestApp};

/// Answers by their addresses.
pub type Crawl = BTreeMap<String, Seen>;

/// Status, strong `ETag`, body. A list's weak `ETag` depends on the state of the store and is left out.
pub type Seen = (u16, String, Bytes);

/// How many decklists are read one by one: they are alike, and the pages of lists have all of them.
const LISTS: usize = 100;

/// The addresses without an id. The key list and `whoami` are left out because they contain the key's last use.
const ROOTS: [&str; 9] = [
    "/api/v1/conventions/",
    "/api/v1/store-profiles/conventions/",
    "/api/v1/api-keys/conventions/",
    "/api/v1/magic-events/",
    "/api/v1/tournament-rounds/",
    "/api/v1/decklists/?page_size=1000",
    "/api/export-decklists/?num_days=36500",
    "/api/export-decklists/?num_days=36500&decklist_as_text=true",
    "/api/export-decklists/?num_days=36500&format=ndjson",
];

/// Reads everything that the app's own key can reach.
pub async fn crawl(app: &TestApp) -> Crawl {
    let mut crawl = Crawl::new();
    for path in addresses(app).await {
        let reply = app.get(&path).await;
        crawl.insert(path, seen(app, &reply));
    }
    crawl
}

/// Returns what is compared of an answer.
pub fn seen(app: &TestApp, reply: &Reply) -> Seen {
    let etag = Some(reply.header("etag")).filter(|etag| !etag.starts_with("W/")).unwrap_or_default().to_owned();
    // Links of a page begin with the requested host, whose port differs from run to run.
    let (host, text) = (app.address(), reply.text());
    let body = if holds(text, &host) { text.replace(&host, "HOST").into() } else { reply.body.clone() };
    (reply.status, etag, body)
}

/// The addresses of everything in the lists.
pub async fn addresses(app: &TestApp) -> BTreeSet<String> {
    let mut all: BTreeSet<String> = ROOTS.iter().map(ToString::to_string).collect();
    all.insert("/api/export-decklists/?num_days=36500&format=ndjson&decklist_as_text=true".into());
    for convention in app.get("/api/v1/conventions/").await.list() {
        all.insert(format!("/api/v1/conventions/{}/", text(&convention["slug"])));
    }
    for event in app.get("/api/v1/magic-events/").await.list() {
        all.extend(of_event(&event));
    }
    for round in app.get("/api/v1/tournament-rounds/").await.list() {
        all.extend(of_round(id(&round)));
    }
    let lists = app.get("/api/v1/decklists/?page_size=1000").await.json();
    let lists = lists["results"].as_array().expect("results");
    let some = lists.iter().step_by(lists.len().div_ceil(LISTS).max(1));
    all.extend(some.map(|list| format!("/api/v1/decklists/{}/", id(list))));
    all
}

/// The addresses of an event, its public pages too.
pub fn of_event(event: &Value) -> Vec<String> {
    let id = id(event);
    let parts = ["", "overview/", "settings/", "registrations/", "current_standings/", "decklists/", "tagged_players/"];
    let parts = parts.iter().chain(&["penalties/", "calls/"]);
    let mut all: Vec<_> = parts.map(|part| format!("/api/v1/magic-events/{id}/{part}")).collect();
    all.extend(["", "standings/", "players/"].map(|page| format!("/events/{id}/{page}")));
    for phase in event["tournament_phases"].as_array().expect("phases") {
        for round in phase["rounds"].as_array().expect("rounds") {
            all.push(format!("/events/{id}/rounds/{}/", round["round_number"]));
        }
    }
    all
}

/// The addresses of a round.
pub fn of_round(id: i64) -> Vec<String> {
    ["", "matches/", "matches/?teams=true", "standings/"]
        .iter()
        .map(|part| format!("/api/v1/tournament-rounds/{id}/{part}"))
        .collect()
}

/// The `id` of an object.
#[track_caller]
pub fn id(object: &Value) -> i64 {
    object["id"].as_i64().unwrap_or_else(|| panic!("an id in {object}"))
}

/// A string.
#[track_caller]
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("a string, not {value}"))
}

/// Fails with the first differences of two crawls.
#[track_caller]
pub fn assert_same(before: &Crawl, after: &Crawl) {
    let paths: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let differs = |path: &&&String| before.get(**path) != after.get(**path);
    let different: Vec<_> = paths.iter().filter(differs).take(10).collect();
    let Some(first) = different.first() else { return };
    let (one, other) = (excerpt(before, after, first), excerpt(after, before, first));
    panic!("these answer differently, of {}: {different:#?}\nbefore: {one}\nafter: {other}", paths.len());
}

/// The answer of an address, from shortly before the place where the other answer differs.
fn excerpt(of: &Crawl, other: &Crawl, path: &str) -> String {
    let Some((status, etag, body)) = of.get(path) else { return "nothing".into() };
    let same = other.get(path).map_or(0, |(_, _, other)| body.iter().zip(other).take_while(|(a, b)| a == b).count());
    let around = &body[same.saturating_sub(80)..body.len().min(same + 80)];
    format!("{status} {etag} … {} …", String::from_utf8_lossy(around))
}
