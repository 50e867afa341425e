//! The drill `upgrade`: the program starts on views that it must render anew, and is killed again and again while it does
//! so. Clients write and read all the time. No read may fail, every write must be readable within a second, and in the end
//! the views must be the new ones and equal a fresh rebuild.
//!
//! The drill gives fields the vendors' names, which makes all views outdated as a new version does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use e2e::client::{Client, Request};
use e2e::form::Form;
use indicatif::ProgressBar;
use proto_events::decklist::DecklistBody;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use storage::{Access, open_events};
use tokio::time::sleep;

use crate::Site;
use crate::body::fields;
use crate::place::Place;
use crate::rebuilding::{fill, until_shown};
use crate::report::{Faults, Report};
use crate::times::Times;
use crate::verify::{rebuild, verify};

/// The options that make the views outdated, and let the rendering take long enough to be interrupted.
const UPGRADED: [&str; 4] = ["--compat-field-names", "vendor", "--renewal-percent", "10"];
/// A field that only the new views have.
const NEW_FIELD: &[u8] = b"\"moxfield_public_id\"";
/// Time in which a write must be readable without a token.
const VISIBLE: Duration = Duration::from_secs(1);
/// Time between two writes.
const BETWEEN_WRITES: Duration = Duration::from_millis(50);
/// The longest time between a start and the next kill.
const BEFORE_KILL: Duration = Duration::from_millis(800);
/// Time in which a server must be ready after a kill.
const STARTED: Duration = Duration::from_secs(5);
/// How long the rendering may take after the last kill.
const PATIENCE: Duration = Duration::from_secs(600);

/// The size of the drill.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Number of events in the log.
    pub events: usize,
    /// How often the program is killed while it renders.
    pub kills: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

/// The state that the clients share.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    /// Number of kills and of starts after them: odd while the server is down or starting.
    turns: AtomicU64,
    faults: Faults,
}

impl Shared {
    /// Returns the current turn.
    fn turn(&self) -> u64 {
        self.turns.load(Ordering::SeqCst)
    }

    /// Returns whether a server has run since this turn. Only then are answers judged.
    fn ran_since(&self, turn: u64) -> bool {
        turn.is_multiple_of(2) && turn == self.turn()
    }
}

/// Runs the drill.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(site: &Site, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let lists = earlier_views(site, settings.events, bar).await?;
    let (first, last) = (lists[0], *lists.last().context("a log without lists")?);
    let (shared, mut rng) = (Arc::new(Shared::default()), StdRng::seed_from_u64(settings.seed));
    let mut server = site.serve_with(&UPGRADED).await?;
    let begun = Instant::now();
    let (client, sharing) = (site.door().client()?, Arc::clone(&shared));
    let writing = tokio::spawn(async move { write(&client, &sharing).await });
    let (client, sharing) = (site.door().client()?, Arc::clone(&shared));
    let reading = tokio::spawn(async move { read(&client, first, &sharing).await });

    let mut in_time = 0;
    for _ in 0..settings.kills {
        sleep(BEFORE_KILL.mul_f64(rng.random())).await;
        in_time += usize::from(!is_new(&site.door().client()?, last).await?);
        shared.turns.fetch_add(1, Ordering::SeqCst);
        shared.faults.note_all(server.kill().await?);
        server = site.serve_with(&UPGRADED).await?;
        // Until the views show what was written before the kill, the start refuses to serve older ones.
        ready(&site.door().client()?).await?;
        shared.turns.fetch_add(1, Ordering::SeqCst);
        bar.inc(1);
    }
    let client = site.door().client()?;
    let waiting = Instant::now();
    while !is_new(&client, last).await? {
        ensure!(waiting.elapsed() < PATIENCE, "the views are not rendered anew within {PATIENCE:?}");
        sleep(Duration::from_millis(50)).await;
    }
    let took = begun.elapsed();
    shared.stop.store(true, Ordering::Relaxed);
    let (visible, reads) = (writing.await??, reading.await?);
    shared.faults.note_all(server.kill().await?);
    verify(site, &shared.faults)?;
    let documents = rebuild(site, &shared.faults)?;
    let Settings { events, kills, seed } = settings;
    let lines = vec![
        format!("{events} events, {kills} kills, {in_time} of them while the views were rendered anew, seed {seed}."),
        format!("The new views were served after {took:.1?}, kills included."),
        format!("Until a write was readable without a token, {} writes: {}", visible.count(), visible.summary()),
        format!("Reads meanwhile: {}, {}", reads.count(), reads.summary()),
        format!("Views against a fresh rebuild: {documents}"),
    ];
    Ok(Report::new(lines, &shared.faults))
}

/// Fills the log, and lets a server render the views as before the upgrade.
async fn earlier_views(site: &Site, events: usize, bar: &ProgressBar) -> anyhow::Result<Vec<i64>> {
    let server = site.serve().await?;
    let log = open_events(&site.log(), Access::Write).await?;
    let lists = fill(&*log, events, bar).await?;
    log.close().await;
    until_shown(&site.door().client()?, *lists.last().context("a log without lists")?).await?;
    server.stop().await?;
    Ok(lists)
}

/// Waits until a server that was started serves its views.
async fn ready(client: &Client) -> anyhow::Result<()> {
    let (begun, request) = (Instant::now(), Request::get("/readyz"));
    while !client.send(&request, 0).await.is_ok_and(|answer| answer.status == 200) {
        ensure!(begun.elapsed() < STARTED, "the server is not ready {STARTED:?} after its start");
        sleep(Duration::from_millis(5)).await;
    }
    Ok(())
}

/// Returns whether this list was rendered anew.
async fn is_new(client: &Client, list: i64) -> anyhow::Result<bool> {
    let answer = client.send(&Request::get(format!("/api/v1/decklists/{list}/")), 0).await?;
    Ok(answer.body.windows(NEW_FIELD.len()).any(|part| part == NEW_FIELD))
}

/// Writes lists, and measures how long each takes to become readable.
async fn write(client: &Client, shared: &Shared) -> anyhow::Result<Times> {
    let mut visible = Times::default();
    for number in 0.. {
        if shared.stop.load(Ordering::Relaxed) {
            break;
        }
        let body = DecklistBody {
            name: format!("During the upgrade {number}"),
            plaintext_list: "60 Island".into(),
            ..DecklistBody::default()
        };
        let turn = shared.turn();
        let request = Request::new(Method::POST, "/api/v1/decklists/", Form::Json, fields(&body));
        // A server that was just killed does not answer.
        if let Ok(answer) = client.send(&request, 0).await {
            if answer.status == 201 {
                let id = answer.json()["id"].as_i64().context("a list without an id")?;
                let took = until_readable(client, id, shared).await;
                if shared.ran_since(turn) {
                    visible.add(took);
                    if took > VISIBLE {
                        shared.faults.note(format!("list {id} was readable only after {took:.1?}"));
                    }
                }
            } else if shared.ran_since(turn) {
                shared.faults.note(format!("a write was answered {}", answer.short()));
            }
        }
        sleep(BETWEEN_WRITES).await;
    }
    Ok(visible)
}

/// Waits until a list can be read without a token. An acknowledged list that never becomes readable is a fault.
async fn until_readable(client: &Client, id: i64, shared: &Shared) -> Duration {
    let begun = Instant::now();
    let request = Request::get(format!("/api/v1/decklists/{id}/"));
    loop {
        let turn = shared.turn();
        match client.send(&request, 0).await {
            Ok(answer) if answer.status == 200 => return begun.elapsed(),
            Ok(answer) if answer.status >= 500 && shared.ran_since(turn) => {
                shared.faults.note(format!("list {id} was answered {}", answer.short()));
            }
            _ => {}
        }
        if begun.elapsed() > PATIENCE {
            shared.faults.note(format!("list {id} was acknowledged and is not readable"));
            return begun.elapsed();
        }
        sleep(Duration::from_millis(5)).await;
    }
}

/// Reads a list from before the upgrade all the time. It must always be there.
async fn read(client: &Client, list: i64, shared: &Shared) -> Times {
    let mut times = Times::default();
    let request = Request::get(format!("/api/v1/decklists/{list}/"));
    while !shared.stop.load(Ordering::Relaxed) {
        let (turn, begun) = (shared.turn(), Instant::now());
        if let Ok(answer) = client.send(&request, 0).await
            && shared.ran_since(turn)
        {
            times.add(begun.elapsed());
            if answer.status != 200 {
                shared.faults.note(format!("the earlier list {list} was answered {}", answer.short()));
            }
        }
        sleep(Duration::from_millis(5)).await;
    }
    times
}
