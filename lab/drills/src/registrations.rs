//! The drill `registrations`: guests register by the form of a join page while processes are killed, and repeat it until it is
//! answered. Players cancel, and free places are offered to those who wait. No one is registered twice or missed, no place is given
//! twice, and no one is overtaken. At the end, many guests ask for one last place at once.

mod compare;
mod desk;
mod guest;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use e2e::crawl::id;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use serde_json::json;
use storage::{Access, open_events};
use tokio::sync::{Barrier, watch};
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::compare::Truth;
use self::desk::Desk;
use self::guest::{Guest, Joined};
use crate::installed::{Installed, MOSTLY_WRITE_API};
use crate::place::Place;
use crate::report::{Faults, Report, bar};
use crate::tally::joined;
use crate::teller::Teller;
use crate::usual::Usual;

/// Guests who may be waiting for an answer when a process is killed, and how long others are waited for.
const IN_DOUBT: usize = 16;
const MOST: Duration = Duration::from_secs(10);
/// Time for the last offers after the last kill.
const PATIENCE: Duration = Duration::from_secs(180);
/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Several processes on PostgreSQL, two of which take registrations, instead of one on SQLite
    #[arg(long)]
    several: bool,
    /// Events, each with places for a quarter of its guests
    #[arg(long, default_value_t = 10)]
    events: usize,
    /// Guests of all events
    #[arg(long, default_value_t = 1_000)]
    guests: usize,
    /// How often a process is killed
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// Guests who ask for the last place of one more event at once
    #[arg(long, default_value_t = 500)]
    at_once: usize,
}

/// Runs the drill. Careless guests fill in the form anew when an answer is lost.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let faults = Faults::default();
    // What a killed process had taken is free again after seconds.
    let options = [("CROSSTABLE_WEBHOOK_TIME_DIVISOR", "2000".to_owned())];
    let mut installed = Installed::start(settings.several, &options, usual).await?;
    let lines = drill(&mut installed, settings, usual, &faults).await?;
    Ok(Report::new(lines, &faults))
}

async fn drill(
    installed: &mut Installed,
    settings: &Settings,
    usual: &Usual,
    faults: &Faults,
) -> anyhow::Result<Vec<String>> {
    let Settings { events, guests, kills, at_once, .. } = *settings;
    let (door, mut rng, begun) = (installed.door(), usual.rng(), Instant::now());
    ensure!(events > 0, "there must be an event");
    let mut teller = Teller::new(&door, "scene")?;
    let mut open = Vec::new();
    for number in 0..events {
        open.push(announce(&mut teller, &format!("Event {number}"), guests.div_ceil(events * 4)).await?);
    }
    let ((killed, kills_so_far), joined_so_far) = (watch::channel(0), Arc::new(AtomicUsize::new(0)));
    let mut joining = JoinSet::new();
    for number in 0..guests {
        let guest = Guest::new(&door.address, open[number % events], number, usual, faults)?;
        let (mut kills_so_far, after) = (kills_so_far.clone(), kills * number / guests);
        let joined_so_far = Arc::clone(&joined_so_far);
        joining.spawn(async move {
            // Guests come in all the time in which processes are killed.
            kills_so_far.wait_for(|kills| *kills >= after).await?;
            let joined = guest.join(None).await;
            joined_so_far.fetch_add(1, Ordering::Relaxed);
            joined
        });
    }
    let (stop, stopped) = watch::channel(false);
    let desk = tokio::spawn(Desk::new(&door, open.clone(), usual)?.run(stopped));
    let keeps_up = |done: usize| joined_so_far.load(Ordering::Relaxed) + IN_DOUBT >= guests * done / kills.max(1);
    kill(installed, kills, (&killed, keeps_up), &mut rng, faults).await?;
    let mut all = joined(joining).await?.into_iter().collect::<anyhow::Result<Vec<Joined>>>()?;
    stop.send_replace(true);
    let answered = tokio::time::timeout(PATIENCE, desk).await.context("offers do not end")???;

    let last = announce(&mut teller, "Last place", 1).await?;
    all.extend(contest(installed, (last, at_once, guests), usual, faults).await?);
    let took = begun.elapsed();
    let ended = installed.end(faults).await?;
    let store = open_events(&installed.log(), Access::Write).await.context("the log cannot be opened")?;
    let truth = Truth::read(&*store, faults).await?;
    store.close().await;
    truth.compare(&all, &answered, faults);
    truth.note_last_place(last, at_once, faults);
    let mut lines = vec![format!(
        "{kills} times a kill, {guests} guests of {events} events, {at_once} who ask for one place at once, seed {}; {:.0} s.",
        usual.seed,
        took.as_secs_f64()
    )];
    lines.push(format!("Requests that were not answered: {}.", all.iter().map(|it| it.in_doubt).sum::<u32>()));
    lines.extend(truth.lines().into_iter().chain(ended));
    Ok(lines)
}

/// Announces an event with this many places, for which everyone may register.
async fn announce(teller: &mut Teller, name: &str, capacity: usize) -> anyhow::Result<i64> {
    let details = json!({
        "name": name,
        "event_format": "LEGACY",
        "capacity": capacity,
        "registration_policy": "EVERYONE",
        "offer_minutes": 1,
    });
    Ok(id(&teller.done(Method::POST, "/api/v1/magic-events/", details).await?))
}

/// Kills processes, and counts. Waits until guests keep up, but not for long.
async fn kill(
    installed: &mut Installed,
    kills: usize,
    (killed, keeps_up): (&watch::Sender<usize>, impl Fn(usize) -> bool),
    rng: &mut StdRng,
    faults: &Faults,
) -> anyhow::Result<()> {
    let bar = bar(kills);
    for done in 0..kills {
        let waiting = Instant::now();
        while !keeps_up(done) && waiting.elapsed() < MOST {
            sleep(Duration::from_millis(5)).await;
        }
        sleep(Duration::from_secs_f64(0.005 * 200_f64.powf(rng.random()))).await;
        let (alarming, _) = installed.kill(&MOSTLY_WRITE_API, rng).await?;
        faults.note_all(alarming);
        killed.send_modify(|count| *count += 1);
        bar.inc(1);
    }
    Ok(())
}

/// Lets guests who have opened the form send it at once, and kills a process meanwhile.
async fn contest(
    installed: &mut Installed,
    (event, guests, first): (i64, usize, usize),
    usual: &Usual,
    faults: &Faults,
) -> anyhow::Result<Vec<Joined>> {
    let (barrier, mut joining) = (Arc::new(Barrier::new(guests + 1)), JoinSet::new());
    for number in first..first + guests {
        let guest = Guest::new(&installed.door().address, event, number, usual, faults)?;
        let barrier = Arc::clone(&barrier);
        joining.spawn(async move { guest.join(Some(&barrier)).await });
    }
    barrier.wait().await;
    sleep(Duration::from_millis(100)).await;
    let (alarming, _) = installed.kill(&MOSTLY_WRITE_API, &mut usual.rng()).await?;
    faults.note_all(alarming);
    joined(joining).await?.into_iter().collect()
}
