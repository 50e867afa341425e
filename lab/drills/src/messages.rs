//! The drill `messages`: staff writes to players and plays rounds, which becomes mail, push messages, posts at Discord and requests
//! to webhooks. Their receivers fail, stall, redirect, ask for pauses, go away and refuse, and processes are killed again and
//! again. Each message is queued once, is accepted at least once, and again only after a kill between sending and storing the
//! result. Requests of webhooks are signed, and the messages about one event arrive first in their order.

mod compare;
mod course;
mod receivers;
mod scene;

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use chrono::DateTime;
use clap::Args;
use rand::RngExt;
use rand::rngs::StdRng;
use service_kit::clock::{Clock, SystemClock};
use storage::deliveries::ChannelKind;
use storage::{Access, open_events};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::compare::{Comparison, Implied};
use self::course::LETTERS;
use self::receivers::Receivers;
use self::scene::Scene;
use crate::installed::{Installed, MOSTLY_WRITE_API};
use crate::place::Place;
use crate::report::{Faults, Report, bar};
use crate::tally::joined;
use crate::usual::Usual;

/// Times of the sender are divided by this, so that three days of retries pass in two minutes.
const DIVISOR: &str = "2000";
/// Events that are played at once.
const AT_ONCE: usize = 8;
/// How long messages must come before a process is killed.
const MOST: Duration = Duration::from_secs(3);
/// How long nothing may arrive while messages are pending: longer than the longest pause between two attempts.
const PATIENCE: Duration = Duration::from_secs(60);
/// Organizations.
const ORGANIZATIONS: usize = 2;
/// Players of each event: one of them cannot be reached by mail, and two not by phone.
const PLAYERS: usize = 8;

/// The size of the drill.
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
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let (faults, receivers) = (Faults::default(), Receivers::start(usual.seed, settings.failing, usual.careless)?);
    let options = [
        ("CROSSTABLE_WEBHOOK_ALLOW", "127.0.0.0/8".to_owned()),
        ("CROSSTABLE_WEBHOOK_ALLOW_HTTP", "true".to_owned()),
        ("CROSSTABLE_WEBHOOK_TIME_DIVISOR", DIVISOR.to_owned()),
        ("CROSSTABLE_SMTP_URL", format!("smtp://127.0.0.1:{}", receivers.smtp)),
        ("CROSSTABLE_MAIL_FROM", "desk@store.example".to_owned()),
    ];
    let mut installed = Installed::start(settings.several, &options, usual).await?;
    let lines = drill(&mut installed, &receivers, settings, usual, &faults).await?;
    Ok(Report::new(lines, &faults))
}

async fn drill(
    installed: &mut Installed,
    receivers: &Receivers,
    settings: &Settings,
    usual: &Usual,
    faults: &Faults,
) -> anyhow::Result<Vec<String>> {
    let Settings { events, kills, failing, .. } = *settings;
    let scene = Scene::make(installed, receivers, ORGANIZATIONS, PLAYERS).await?;
    let begun = Instant::now();
    let mut playing = JoinSet::new();
    let room = std::sync::Arc::new(Semaphore::new(AT_ONCE));
    for number in 0..events {
        let organization = &scene.organizations[number % ORGANIZATIONS];
        let (door, people) = (organization.door.clone(), organization.people.clone());
        let (name, room) = (format!("Event-{number}"), std::sync::Arc::clone(&room));
        playing.spawn(async move {
            let _permit = room.acquire().await?;
            course::play(door, name, people).await
        });
    }
    // Mail to all but one, push messages to all but two.
    let expected = events * (LETTERS * (2 * PLAYERS - 3) - 2 * (PLAYERS - 1));
    let done = kill(installed, receivers, (kills, expected), &mut usual.rng(), faults).await?;
    let texts = joined(playing).await?.into_iter().collect::<anyhow::Result<Vec<_>>>()?.concat();
    settled(installed, receivers).await?;
    let took = begun.elapsed();
    let ended = installed.end(faults).await?;
    let (implied, got) = (Implied::read(&installed.log(), &scene).await?, std::mem::take(&mut *receivers.got()));
    let store = open_events(&installed.log(), Access::Write).await.context("the log cannot be opened")?;
    implied.note_texts(texts, faults);
    let comparison = Comparison { scene: &scene, implied: &implied, got: &got, kills: &done, faults };
    let figures = comparison.run(&*store).await?;
    store.close().await;
    let mut lines = vec![format!(
        "{} kills, {events} events of {PLAYERS} players, {failing} % of requests fail, seed {}; {:.0} s.",
        done.len(),
        usual.seed,
        took.as_secs_f64()
    )];
    lines.extend(figures.into_iter().chain(ended));
    Ok(lines)
}

/// Kills processes while messages come. Returns from when to when, in seconds since 1970.
async fn kill(
    installed: &mut Installed,
    receivers: &Receivers,
    (kills, expected): (usize, usize),
    rng: &mut StdRng,
    faults: &Faults,
) -> anyhow::Result<Vec<(f64, f64)>> {
    let (mut done, bar) = (Vec::new(), bar(kills));
    while done.len() < kills {
        let (goal, waiting) = (expected * done.len() / kills, Instant::now());
        while receivers.got().accepted.len() < goal && waiting.elapsed() < MOST {
            sleep(Duration::from_millis(2)).await;
        }
        sleep(Duration::from_secs_f64(0.002 * 400_f64.powf(rng.random()))).await;
        let begun = now();
        let (alarming, _) = installed.kill(&MOSTLY_WRITE_API, rng).await?;
        faults.note_all(alarming);
        done.push((begun, now()));
        bar.set_position(done.len() as u64);
    }
    Ok(done)
}

fn now() -> f64 {
    SystemClock.now().signed_duration_since(DateTime::UNIX_EPOCH).as_seconds_f64()
}

/// Waits until the whole log has become messages, and none is pending.
async fn settled(place: &impl Place, receivers: &Receivers) -> anyhow::Result<()> {
    let (mut accepted, mut waiting) = (0, Instant::now());
    loop {
        sleep(Duration::from_secs(1)).await;
        let so_far = receivers.got().accepted.len();
        if so_far > accepted {
            (accepted, waiting) = (so_far, Instant::now());
        }
        let store = open_events(&place.log(), Access::Write).await.context("the log cannot be opened")?;
        let mut is_over = store.webhook_progress().await?.position == store.head().await?;
        let mut pending = None;
        for channel in [ChannelKind::Webhook, ChannelKind::Mail, ChannelKind::Push, ChannelKind::Discord] {
            pending = pending.or(store.oldest_pending_message(channel).await?.map(|_| channel));
        }
        is_over &= pending.is_none();
        store.close().await;
        if is_over {
            return Ok(());
        }
        ensure!(waiting.elapsed() < PATIENCE, "messages are still pending: {pending:?}");
    }
}
