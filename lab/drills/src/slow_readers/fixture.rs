//! The data of the drill: an organization with a large list and export, a person with many decklists, and a second organization
//! whose clients are measured.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use e2e::client::{Client, Request};
use e2e::generate::Plan;
use proto_events::ids::UserId;

use crate::fill::{fill_for, import};
use crate::place::Place;
use crate::report::bar;

/// Players and rounds of each tournament.
const PLAYERS: usize = 100;
const ROUNDS: i32 = 3;
/// Tournaments of the second organization.
const OTHERS: usize = 3;
/// The longest time until the views show everything.
const VIEWS: Duration = Duration::from_secs(600);

/// The data, and the credentials that read it.
#[derive(Debug)]
pub(super) struct Fixture {
    /// `http://127.0.0.1:20000`
    pub(super) address: String,
    /// Key of the organization with the large list.
    pub(super) key: String,
    /// Token of the person with many decklists.
    pub(super) token: String,
    /// Key of the second organization, its id, and the paths of its small documents.
    pub(super) others_key: String,
    pub(super) others_organization: i64,
    pub(super) documents: Vec<String>,
    /// Size of the large list in bytes.
    pub(super) list_bytes: usize,
    /// Number of the person's decklists.
    pub(super) lists: usize,
}

impl Fixture {
    /// Fills the log, and waits until the views show everything.
    pub(super) async fn create(place: &impl Place, tournaments: usize, lists: usize) -> anyhow::Result<Self> {
        let door = place.door();
        let plans = |name: &'static str, count: usize| {
            (0..count).map(move |number| Plan::new(&format!("{name}-{number:05}"), PLAYERS, ROUNDS, number as u64))
        };
        let (large, key) = place.organization("Large Store")?;
        let (second, others_key) = place.organization("Second Store")?;
        tokio::task::block_in_place(|| {
            import(place, &large, plans("large", tournaments))?;
            import(place, &second, plans("second", OTHERS))
        })?;
        let person = place.ask(&["users", "create", "--username", "ada"])?.parse().context("an id")?;
        let token = place.ask(&["tokens", "issue", "--username", "ada", "--name", "drill"])?;
        fill_for(place, UserId(person), lists, &bar(lists)).await?;
        let client = Client::new(door.address.clone(), others_key.clone())?;
        let documents = shown(&client, &token, lists).await?;
        let list = Client::new(door.address.clone(), key.clone())?.send(&Request::get(EVENTS), 0).await?;
        Ok(Self {
            address: door.address,
            key,
            token,
            others_key,
            others_organization: second.parse().context("an id")?,
            documents,
            list_bytes: list.body.len(),
            lists,
        })
    }
}

/// The large list.
pub(super) const EVENTS: &str = "/api/v1/magic-events/";

/// Waits until the views show everything. Returns the paths of the second organization's small documents.
async fn shown(client: &Client, token: &str, lists: usize) -> anyhow::Result<Vec<String>> {
    let begun = Instant::now();
    let mine = Request::get("/api/v1/decklists/?page_size=1").with("authorization", format!("Token {token}"));
    let anonymous = client.without_a_key();
    loop {
        let count = anonymous.send(&mine, 0).await.ok().and_then(|answer| answer.json()["count"].as_u64());
        let events = client.send(&Request::get(EVENTS), 0).await.map(|answer| answer.json()).unwrap_or_default();
        let events: Vec<i64> =
            events.as_array().into_iter().flatten().filter_map(|event| event["id"].as_i64()).collect();
        if count == Some(lists as u64) && events.len() == OTHERS {
            return documents(client, &events).await;
        }
        ensure!(begun.elapsed() < VIEWS, "the views do not show everything after {VIEWS:?}: {count:?} decklists");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn documents(client: &Client, events: &[i64]) -> anyhow::Result<Vec<String>> {
    let mut documents: Vec<String> =
        events.iter().map(|event| format!("/api/v1/magic-events/{event}/overview/")).collect();
    let rounds = client.send(&Request::get("/api/v1/tournament-rounds/"), 0).await?.json();
    for round in rounds.as_array().into_iter().flatten().filter_map(|round| round["id"].as_i64()) {
        documents.push(format!("/api/v1/tournament-rounds/{round}/"));
    }
    let lists = client.send(&Request::get("/api/v1/decklists/?page_size=50"), 0).await?.json();
    for list in lists["results"].as_array().into_iter().flatten().filter_map(|list| list["id"].as_i64()) {
        documents.push(format!("/api/v1/decklists/{list}/"));
    }
    ensure!(documents.len() > 50, "there are too few small documents");
    Ok(documents)
}
