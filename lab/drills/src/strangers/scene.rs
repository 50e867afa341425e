//! The data of the drill: an organization with a large list and export, a person with many decklists, and the organization of
//! ordinary clients.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use e2e::client::{Client, Request};
use e2e::generate::Plan;
use e2e::people::Credential;
use proto_events::ids::UserId;
use serde_json::Value;

use crate::fill::{fill_for, import};
use crate::place::Place;

pub(super) const EVENTS: &str = "/api/v1/magic-events/";
/// All exported tournaments with their lists.
pub(super) const EXPORT: &str = "/api/export-decklists/?num_days=36500&decklist_as_text=true";
const OTHERS: usize = 3;
/// The longest time until the views show everything.
const VIEWS: Duration = Duration::from_secs(600);

/// The data, and the credentials that read it.
#[derive(Debug)]
pub(super) struct Scene {
    /// `http://127.0.0.1:20000`
    pub(super) address: String,
    pub(super) key: String,
    pub(super) token: String,
    pub(super) lists: usize,
    /// The paths of the ordinary clients' small documents.
    pub(super) documents: Vec<String>,
}

impl Scene {
    /// Fills the log, and waits until the views show everything.
    pub(super) async fn create(place: &dyn Place, tournaments: usize, lists: usize) -> anyhow::Result<Self> {
        let door = place.door();
        let plans = |name: &'static str, count: usize| {
            (0..count).map(move |number| Plan::new(&format!("{name}-{number:05}"), 100, 3, number as u64))
        };
        let (large, key) = place.organization("Large Store")?;
        tokio::task::block_in_place(|| {
            import(place, &large, plans("large", tournaments))?;
            import(place, "1", plans("other", OTHERS))
        })?;
        let person = place.ask(&["users", "create", "--username", "ada"])?.parse().context("an id")?;
        let token = place.ask(&["tokens", "issue", "--username", "ada", "--name", "drill"])?;
        fill_for(place, UserId(person), lists).await?;
        let client = door.client()?;
        let (person, mine) = (by_token(&door.address, &token)?, Request::get("/api/v1/decklists/?page_size=1"));
        let begun = Instant::now();
        loop {
            let count = person.send(&mine, 0).await.ok().map(|answer| answer.json()["count"].clone());
            if count.is_some_and(|count| count == lists) && ids(&client, EVENTS).await.len() == OTHERS {
                break;
            }
            ensure!(begun.elapsed() < VIEWS, "the views do not show everything after {VIEWS:?}");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        Ok(Self { address: door.address, key, token, lists, documents: documents(&client).await? })
    }
}

pub(super) fn by_token(address: &str, token: &str) -> anyhow::Result<Client> {
    let http = reqwest::Client::builder().timeout(Duration::from_secs(60));
    Client::with(address.to_owned(), Credential::Token(token.to_owned()).header(), http)
}

/// Returns the ids of what a list shows.
async fn ids(client: &Client, list: &str) -> Vec<i64> {
    let shown = client.send(&Request::get(list), 0).await.map(|answer| answer.json()).unwrap_or_default();
    let shown = shown.get("results").unwrap_or(&shown).as_array().map_or(&[][..], Vec::as_slice);
    shown.iter().filter_map(|entry: &Value| entry["id"].as_i64()).collect()
}

async fn documents(client: &Client) -> anyhow::Result<Vec<String>> {
    let mut documents = Vec::new();
    for (list, before, after) in [
        (EVENTS, "magic-events", "overview/"),
        ("/api/v1/tournament-rounds/", "tournament-rounds", ""),
        ("/api/v1/decklists/?page_size=50", "decklists", ""),
    ] {
        let ids = ids(client, list).await;
        documents.extend(ids.into_iter().map(|id| format!("/api/v1/{before}/{id}/{after}")));
    }
    ensure!(documents.len() > 50, "there are too few small documents");
    Ok(documents)
}
