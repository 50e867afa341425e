//! The data of the drill: an organization with a large list and export, a person with many decklists, and a second organization
//! whose clients are measured.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use e2e::client::{Client, Request};
use e2e::generate::{Plan, generate};
use indicatif::ProgressBar;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{DecklistId, OrganizationId, Sequence, UserId};
use proto_events::{Actor, DecklistEvent, StreamId};
use service_kit::clock::{Clock, SystemClock};
use storage::{Access, AppendRequest, EventStore, NewEvent, StreamWrite, open_events};

use super::settings::Settings;
use crate::place::Place;

/// Players and rounds of each tournament.
const PLAYERS: usize = 100;
const ROUNDS: i32 = 3;
/// Tournaments of the second organization.
const OTHERS: usize = 3;
/// Decklists in a transaction.
const AT_ONCE: usize = 500;
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
    pub(super) async fn create(place: &impl Place, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir().context("a folder for files")?;
        let door = place.door();
        let imported = |organization: &str, name: &str, count: usize| {
            let files: Vec<_> = (0..count)
                .map(|number| Plan::new(&format!("{name}-{number:05}"), PLAYERS, ROUNDS, number as u64))
                .map(|plan| generate(&plan).write_into(folder.path()).to_string_lossy().into_owned())
                .collect();
            let files = files.iter().map(String::as_str);
            place.ask(&["import", "--organization", organization].into_iter().chain(files).collect::<Vec<_>>())
        };
        let (large, key) = organization(place, "Large Store")?;
        let (second, others_key) = organization(place, "Second Store")?;
        tokio::task::block_in_place(|| {
            imported(&large, "large", settings.tournaments)?;
            imported(&second, "second", OTHERS)
        })?;
        let person = place.ask(&["users", "create", "--username", "ada"])?.parse().context("an id")?;
        let token = place.ask(&["tokens", "issue", "--username", "ada", "--name", "drill"])?;
        let log = open_events(&place.log(), Access::Write).await?;
        submit(&*log, UserId(person), settings.lists, bar).await?;
        log.close().await;
        let client = Client::new(door.address.clone(), others_key.clone())?;
        let documents = shown(&client, &token, settings).await?;
        let list = Client::new(door.address.clone(), key.clone())?.send(&Request::get(EVENTS), 0).await?;
        Ok(Self {
            address: door.address,
            key,
            token,
            others_key,
            others_organization: second.parse().context("an id")?,
            documents,
            list_bytes: list.body.len(),
            lists: settings.lists,
        })
    }
}

/// The large list.
pub(super) const EVENTS: &str = "/api/v1/magic-events/";

/// Creates an organization and an administrator's key.
fn organization(place: &impl Place, name: &str) -> anyhow::Result<(String, String)> {
    let id = place.ask(&["organizations", "create", "--name", name])?;
    let key = place.ask(&["keys", "issue", "--organization", &id, "--name", "drill", "--role", "ADMIN"])?;
    Ok((id, key))
}

/// Appends decklists of a person to the log.
async fn submit(log: &dyn EventStore, owner: UserId, count: usize, bar: &ProgressBar) -> anyhow::Result<()> {
    let first = log.reserve_ids(Sequence::Decklist, count).await?;
    let ids: Vec<i64> = (first..).take(count).collect();
    for ids in ids.chunks(AT_ONCE) {
        let now = SystemClock.now();
        let request = AppendRequest {
            actor: Actor::User(owner),
            recorded_at: now,
            writes: ids.iter().map(|id| submitted(DecklistId(*id), owner, now)).collect(),
            claims: Vec::new(),
            idempotency: None,
            traceparent: None,
        };
        log.append(request).await.context("the log cannot be filled")?;
        bar.inc(u64::try_from(ids.len())?);
    }
    Ok(())
}

fn submitted(id: DecklistId, owner: UserId, occurred_at: DateTime<Utc>) -> StreamWrite {
    let body = DecklistBody {
        name: format!("List {id}"),
        plaintext_list: "4 Lightning Bolt\n4 Lava Spike\n4 Rift Bolt\n48 Mountain\n".into(),
        archetype: "Burn".into(),
        ..DecklistBody::default()
    };
    let event = DecklistEvent::Submitted { owner_user_id: Some(owner), body, deck_url: String::new() };
    StreamWrite {
        stream: StreamId::decklist(id),
        organization_id: OrganizationId::SHARED,
        expected_version: 0,
        events: vec![NewEvent { occurred_at, event: event.into() }],
    }
}

/// Waits until the views show everything. Returns the paths of the second organization's small documents.
async fn shown(client: &Client, token: &str, settings: Settings) -> anyhow::Result<Vec<String>> {
    let begun = Instant::now();
    let mine = Request::get("/api/v1/decklists/?page_size=1").with("authorization", format!("Token {token}"));
    let anonymous = client.without_a_key();
    loop {
        let count = anonymous.send(&mine, 0).await.ok().and_then(|answer| answer.json()["count"].as_u64());
        let events = client.send(&Request::get(EVENTS), 0).await.map(|answer| answer.json()).unwrap_or_default();
        let events: Vec<i64> =
            events.as_array().into_iter().flatten().filter_map(|event| event["id"].as_i64()).collect();
        if count == Some(settings.lists as u64) && events.len() == OTHERS {
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
