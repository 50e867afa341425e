//! The drill `upgrade`: the program starts on views that it must render anew, and is killed again and again while it does
//! so. Clients write and read all the time. No read may fail, every write must be readable within a second, and in the end
//! the views must be the new ones and equal a fresh rebuild. With several processes, only the projector is killed.
//!
//! The drill gives fields the vendors' names, which makes all views outdated as a new version does.

pub(crate) mod clients;
pub(crate) mod watch;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use e2e::client::{Client, Request};
use indicatif::ProgressBar;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;

use self::clients::Clients;
use self::watch::Watch;
use crate::fill::fill_half;
use crate::fleet::{Fleet, Role, Shape};
use crate::place::Place;
use crate::report::{Faults, Report, bar};
use crate::site::Site;
use crate::usual::Usual;
use crate::version::Version;

/// The options that make the views outdated, and let the rendering take long enough to be interrupted.
const UPGRADED: [&str; 4] = ["--compat-field-names", "vendor", "--renewal-percent", "10"];
/// A field that only the new views have.
const NEW_FIELD: &[u8] = b"\"moxfield_public_id\"";
/// The longest time between a start and the next kill.
const BEFORE_KILL: Duration = Duration::from_millis(800);
/// Time in which a server must be ready after a kill.
const STARTED: Duration = Duration::from_secs(5);
/// How long the rendering may take after the last kill.
const PATIENCE: Duration = Duration::from_secs(600);
/// How long reads are measured after the new views are served.
const AFTER: Duration = Duration::from_secs(5);

/// The size of the drill.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Settings {
    /// Events in the log
    #[arg(long, default_value_t = 280_000)]
    events: usize,
    /// How often the server is killed
    #[arg(long, default_value_t = 50)]
    kills: usize,
    /// Several processes on PostgreSQL behind nginx, of which the projector is killed, instead of one on SQLite
    #[arg(long)]
    several: bool,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let bar = bar(settings.kills);
    if settings.several {
        return on_services(&mut usual.fleet(Shape::default()).await?, *settings, usual.seed, &bar).await;
    }
    on_one_process(&usual.site()?, *settings, usual.seed, &bar).await
}

async fn on_one_process(site: &Site, settings: Settings, seed: u64, bar: &ProgressBar) -> anyhow::Result<Report> {
    let server = site.serve().await?;
    let lists = fill_half(site, settings.events, seed, bar).await?;
    server.stop().await?;
    let mut running = Some(site.serve_with(&UPGRADED).await?);
    let faults = Faults::default();
    let kill = async || {
        if let Some(server) = running.take() {
            faults.note_all(server.kill().await?);
        }
        running = Some(site.serve_with(&UPGRADED).await?);
        // Until the views show what was written before the kill, the start refuses to serve older ones.
        ready(&site.door().client()?).await
    };
    let mut lines = interrupted(site, &lists, (settings, seed), Watch::of_one_process(), kill, &faults, bar).await?;
    if let Some(server) = running {
        faults.note_all(server.kill().await?);
    }
    lines.extend(site.conclude(&faults)?);
    Ok(Report::new(lines, &faults))
}

async fn on_services(fleet: &mut Fleet, settings: Settings, seed: u64, bar: &ProgressBar) -> anyhow::Result<Report> {
    let lists = fill_half(fleet, settings.events, seed, bar).await?;
    fleet.upgrade(Version::with_other_settings()?)?;
    for role in Role::ALL {
        for unit in fleet.of(role) {
            fleet.replace(role, unit).await?;
        }
    }
    fleet.settled().await.map_err(anyhow::Error::msg)?;
    let (faults, projector) = (Faults::default(), &fleet.projectors[0]);
    let client = Client::new(format!("http://{}", projector.address), String::new())?;
    let kill = async || {
        projector.kill().await?;
        ready(&client).await
    };
    let mut lines = interrupted(fleet, &lists, (settings, seed), Watch::of_a_projector(), kill, &faults, bar).await?;
    lines.extend(fleet.conclude(&faults)?);
    Ok(Report::new(lines, &faults))
}

/// Lets clients write and read while the views are rendered anew and `kill` interrupts that, until the new views are
/// served. Returns the lines of the report.
async fn interrupted(
    place: &impl Place,
    lists: &[i64],
    (settings, seed): (Settings, u64),
    watch: Watch,
    mut kill: impl AsyncFnMut() -> anyhow::Result<()>,
    faults: &Faults,
    bar: &ProgressBar,
) -> anyhow::Result<Vec<String>> {
    let Settings { events, kills, .. } = settings;
    let (first, last) = (lists[0], *lists.last().context("a log without lists")?);
    let (watch, mut rng, begun) = (Arc::new(watch), StdRng::seed_from_u64(seed), Instant::now());
    let (clients, client) = (Clients::start(&place.door(), first, &watch)?, place.door().client()?);
    let mut in_time = 0;
    for _ in 0..kills {
        sleep(BEFORE_KILL.mul_f64(rng.random())).await;
        in_time += usize::from(!is_new(&client, last).await?);
        watch.turn_over();
        kill().await?;
        watch.turn_over();
        bar.inc(1);
    }
    let waiting = Instant::now();
    while !is_new(&client, last).await? {
        ensure!(waiting.elapsed() < PATIENCE, "the views are not rendered anew within {PATIENCE:?}");
        sleep(Duration::from_millis(50)).await;
    }
    let took = begun.elapsed();
    watch.rendered();
    sleep(AFTER).await;
    let clients = clients.end(&watch).await?;
    faults.note_all(watch.faults());
    let mut lines = vec![
        format!("{events} events, {kills} kills, {in_time} of them while the views were rendered anew, seed {seed}."),
        format!("The new views were served after {took:.1?}, kills included."),
    ];
    lines.extend(clients);
    Ok(lines)
}

/// Waits until a process that was started is ready.
async fn ready(client: &Client) -> anyhow::Result<()> {
    let (begun, request) = (Instant::now(), Request::get("/readyz"));
    while !client.send(&request, 0).await.is_ok_and(|answer| answer.status == 200) {
        ensure!(begun.elapsed() < STARTED, "the process is not ready {STARTED:?} after its start");
        sleep(Duration::from_millis(5)).await;
    }
    Ok(())
}

/// Returns whether this list was rendered anew.
async fn is_new(client: &Client, list: i64) -> anyhow::Result<bool> {
    let answer = client.send(&Request::get(format!("/api/v1/decklists/{list}/")), 0).await?;
    Ok(answer.body.windows(NEW_FIELD.len()).any(|part| part == NEW_FIELD))
}
