//! The drill `messages`: staff writes to players and plays rounds, which becomes mail, push messages, posts at Discord and requests
//! to webhooks. Their receivers fail, stall, redirect, ask for pauses, go away and refuse, and processes are killed again and
//! again. Each message is queued once, is accepted at least once, and again only after a kill between sending and storing the
//! result. Requests of webhooks are signed, and the messages about one event arrive first in their order.

mod compare;
mod scene;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use chrono::DateTime;
use clap::Args;
use e2e::crawl::id;
use rand::RngExt;
use serde_json::json;
use service_kit::clock::{Clock, SystemClock};
use storage::deliveries::ChannelKind;
use storage::{Access, open_events};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::compare::{Comparison, Implied};
use self::scene::{Receivers, Scene};
use crate::installed::{Installed, MOSTLY_WRITE_API};
use crate::place::{Door, Place};
use crate::run::Run;
use crate::teller::Teller;

/// How long nothing may arrive while messages are pending: longer than the longest pause between two attempts.
const PATIENCE: Duration = Duration::from_secs(60);
const ORGANIZATIONS: usize = 2;
/// Players of each event: one of them cannot be reached by mail, and two not by phone.
const PLAYERS: usize = 8;

#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Several processes on PostgreSQL, two of which send, instead of one on SQLite
    #[arg(long)]
    several: bool,
    /// Events of all organizations
    #[arg(long, default_value_t = 250)]
    events: usize,
    /// How often a process is killed
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// Percentage of requests that fail at the receivers
    #[arg(long, default_value_t = 15)]
    failing: u32,
}

/// Runs the drill. With `--careless`, receivers accept some messages and then refuse them.
pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let &Settings { several, events, kills, failing } = settings;
    let receivers = Receivers::start(run.seed, failing, run.careless)?;
    let options = vec![
        ("CROSSTABLE_WEBHOOK_ALLOW", "127.0.0.0/8".to_owned()),
        ("CROSSTABLE_WEBHOOK_ALLOW_HTTP", "true".to_owned()),
        ("CROSSTABLE_SMTP_URL", format!("smtp://127.0.0.1:{}", receivers.smtp)),
        ("CROSSTABLE_MAIL_FROM", "desk@store.example".to_owned()),
    ];
    let mut installed = Installed::with_two_write_apis(several, options).await?;
    let scene = Scene::make(installed.place(), &receivers, ORGANIZATIONS, PLAYERS).await?;
    let begun = Instant::now();
    let (mut playing, room) = (JoinSet::new(), Arc::new(Semaphore::new(8)));
    for number in 0..events {
        let organization = &scene.organizations[number % ORGANIZATIONS];
        let (door, people) = (organization.door.clone(), organization.people.clone());
        let (name, room) = (format!("Event-{number}"), Arc::clone(&room));
        playing.spawn(async move {
            let _permit = room.acquire().await?;
            play(door, name.clone(), people).await.context(name)
        });
    }
    // Mail to all but one, push messages to all but two.
    let expected = events * (LETTERS * (2 * PLAYERS - 3) - 2 * (PLAYERS - 1));
    let done = kill(&mut installed, &receivers, (kills, expected), run).await?;
    let texts = playing.join_all().await.into_iter().collect::<anyhow::Result<Vec<_>>>()?.concat();
    settled(installed.place(), &receivers).await?;
    let took = begun.elapsed().as_secs_f64();
    let ended = installed.end(&run.faults).await?;
    let log = installed.place().log();
    let (implied, got) = (Implied::read(&log, &scene).await?, std::mem::take(&mut *receivers.got()));
    let store = open_events(&log, Access::Write).await.context("the log cannot be opened")?;
    implied.note_texts(texts, &run.faults);
    let comparison = Comparison { scene: &scene, implied: &implied, got: &got, kills: &done, faults: &run.faults };
    let figures = comparison.run(&*store).await?;
    store.close().await;
    let mut lines = vec![format!(
        "{} kills, {events} events of {PLAYERS} players, {failing} % of requests fail, seed {}; {took:.0} s.",
        done.len(),
        run.seed
    )];
    lines.extend(figures.into_iter().chain(ended));
    Ok(lines)
}

/// Kills processes while messages come. Returns from when to when, in seconds since 1970.
async fn kill(
    installed: &mut Installed,
    receivers: &Receivers,
    (kills, expected): (usize, usize),
    run: &Run,
) -> anyhow::Result<Vec<(f64, f64)>> {
    let (mut done, mut rng) = (Vec::new(), run.rng());
    run.steps(kills);
    while done.len() < kills {
        let (goal, waiting) = (expected * done.len() / kills, Instant::now());
        while receivers.got().accepted.len() < goal && waiting.elapsed() < Duration::from_secs(3) {
            sleep(Duration::from_millis(2)).await;
        }
        sleep(Duration::from_secs_f64(0.002 * 400_f64.powf(rng.random()))).await;
        let begun = now();
        installed.kill(&MOSTLY_WRITE_API, &mut rng, &run.faults).await?;
        done.push((begun, now()));
        run.step();
    }
    Ok(done)
}

fn now() -> f64 {
    SystemClock.now().signed_duration_since(DateTime::UNIX_EPOCH).as_seconds_f64()
}

/// Waits until the whole log has become messages, and none is pending.
async fn settled(place: &dyn Place, receivers: &Receivers) -> anyhow::Result<()> {
    let (mut accepted, mut waiting) = (0, Instant::now());
    loop {
        sleep(Duration::from_secs(1)).await;
        let so_far = receivers.got().accepted.len();
        if so_far > accepted {
            (accepted, waiting) = (so_far, Instant::now());
        }
        let store = open_events(&place.log(), Access::Write).await.context("the log cannot be opened")?;
        let is_read = store.webhook_progress().await?.position == store.head().await?;
        let mut pending = None;
        for channel in [ChannelKind::Webhook, ChannelKind::Mail, ChannelKind::Push, ChannelKind::Discord] {
            pending = pending.or(store.oldest_pending_message(channel).await?.map(|_| channel));
        }
        store.close().await;
        if is_read && pending.is_none() {
            return Ok(());
        }
        ensure!(waiting.elapsed() < PATIENCE, "messages are still pending: {pending:?}");
    }
}

/// Messages of staff about an event, of which one is to one player.
const LETTERS: usize = 5;

/// Runs an event of these people. Each command is repeated with its key until it is answered. Returns the texts of the
/// messages that were acknowledged.
async fn play(door: Door, name: String, people: Vec<i64>) -> anyhow::Result<Vec<String>> {
    let mut teller = Teller::new(&door, name.clone())?;
    let event = teller.create("/api/v1/magic-events/", json!({ "name": name, "event_format": "LEGACY" })).await?;
    let (mut registrations, mut texts) = (Vec::new(), Vec::new());
    for person in people {
        registrations.push(teller.register(event, person).await?);
    }
    // Writes to one player, or to all.
    let mut write = async |teller: &mut Teller, to: Option<i64>| {
        let text = format!("{name}, message {}", texts.len());
        let mut body = json!({ "text": text });
        if let Some(registration) = to {
            body["registration_id"] = registration.into();
        }
        texts.push(text);
        teller.post(event, "messages/", body).await
    };
    // Phones of people without a password ring for events with a private link.
    teller.post(event, "private-links/", json!({})).await?;
    write(&mut teller, None).await?;
    write(&mut teller, registrations.first().copied()).await?;
    teller.move_to(event, "EVENT_IN_PROGRESS").await?;
    write(&mut teller, None).await?;
    let round = id(&teller.post(event, "rounds/", json!({ "kind": "swiss" })).await?);
    for step in ["publish", "start"] {
        teller.post(event, &format!("rounds/{round}/{step}/"), json!({})).await?;
        write(&mut teller, None).await?;
    }
    teller.post(event, &format!("rounds/{round}/complete/"), json!({ "unreported": "draw" })).await?;
    teller.move_to(event, "EVENT_FINISHED").await?;
    Ok(texts)
}
