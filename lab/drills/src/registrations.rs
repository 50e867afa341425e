//! The drill `registrations`: guests register by the form of a join page while processes are killed, and repeat it until it is
//! answered. Players cancel, and free places are offered to those who wait. No one is registered twice or missed, no place is given
//! twice, and no one is overtaken. At the end, many guests ask for one last place at once.

mod compare;
mod desk;
mod guest;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use e2e::crawl::id;
use reqwest::Method;
use serde_json::json;
use tokio::sync::{Barrier, watch};
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::compare::Truth;
use self::desk::Desk;
use self::guest::{Guest, Joined};
use crate::arrivals::arrive;
use crate::installed::{Installed, MOSTLY_WRITE_API};
use crate::place::Place;
use crate::report::{Faults, Report};
use crate::tally::joined;
use crate::teller::Teller;
use crate::usual::Usual;

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
    let (door, begun) = (installed.door(), Instant::now());
    ensure!(events > 0, "there must be an event");
    let mut teller = Teller::new(&door, "scene")?;
    let mut open = Vec::new();
    for number in 0..events {
        open.push(announce(&mut teller, &format!("Event {number}"), guests.div_ceil(events * 4)).await?);
    }
    let joining =
        |number: usize| Ok(Guest::new(&door.address, open[number % events], number, usual, faults)?.join(None));
    let joining = (0..guests).map(joining).collect::<anyhow::Result<_>>()?;
    let (stop, stopped) = watch::channel(false);
    let desk = tokio::spawn(Desk::new(&door, open.clone(), usual)?.run(stopped));
    let mut all: Vec<Joined> = arrive(installed, joining, kills, usual, faults).await?;
    stop.send_replace(true);
    let answered = tokio::time::timeout(PATIENCE, desk).await.context("offers do not end")???;

    let last = announce(&mut teller, "Last place", 1).await?;
    all.extend(contest(installed, (last, at_once, guests), usual, faults).await?);
    let took = begun.elapsed();
    let ended = installed.end(faults).await?;
    let truth = Truth::read(&installed.log(), faults).await?;
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
