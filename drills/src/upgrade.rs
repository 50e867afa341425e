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
use e2e::client::{Client, Request};
use indicatif::ProgressBar;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;

use self::clients::Clients;
use self::watch::Watch;
use crate::earlier::filled;
use crate::place::Place;
use crate::report::{Faults, Report};
use crate::verify::{rebuild, verify};
use crate::version::Version;
use crate::{Fleet, Role, Site};

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
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Number of events in the log.
    pub events: usize,
    /// How often the program is killed while it renders.
    pub kills: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

/// Runs the drill on one process.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(site: &Site, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let server = site.serve().await?;
    let lists = filled(site, settings.events, settings.seed, bar).await?;
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
    let lines = interrupted(site, &lists, settings, Watch::of_one_process(), kill, &faults, bar).await?;
    if let Some(server) = running {
        faults.note_all(server.kill().await?);
    }
    checked(site, lines, &faults)
}

/// Runs the drill on several processes, of which the projector is killed.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run_on_services(fleet: &mut Fleet, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let lists = filled(fleet, settings.events, settings.seed, bar).await?;
    fleet.upgrade(Version::with_other_settings()?)?;
    for role in Role::ALL {
        for unit in fleet.of(role) {
            fleet.replace(role, unit).await?;
        }
    }
    fleet.wait_for_views().await.map_err(anyhow::Error::msg)?;
    let (faults, projector) = (Faults::default(), &fleet.projectors[0]);
    let client = Client::new(format!("http://{}", projector.address), String::new())?;
    let kill = async || {
        projector.kill().await?;
        ready(&client).await
    };
    let mut lines = interrupted(fleet, &lists, settings, Watch::of_a_projector(), kill, &faults, bar).await?;
    lines.push(format!("Processes that ended by themselves: {}.", fleet.ended_by_themselves()));
    faults.note_all(fleet.panics());
    checked(fleet, lines, &faults)
}

/// Lets clients write and read while the views are rendered anew and `kill` interrupts that, until the new views are
/// served. Returns the lines of the report.
async fn interrupted(
    place: &impl Place,
    lists: &[i64],
    settings: Settings,
    watch: Watch,
    mut kill: impl AsyncFnMut() -> anyhow::Result<()>,
    faults: &Faults,
    bar: &ProgressBar,
) -> anyhow::Result<Vec<String>> {
    let Settings { events, kills, seed } = settings;
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
    watch.stop();
    let (written, reads) = clients.join().await?;
    faults.note_all(watch.faults());
    let mut lines = vec![
        format!("{events} events, {kills} kills, {in_time} of them while the views were rendered anew, seed {seed}."),
        format!("The new views were served after {took:.1?}, kills included."),
    ];
    lines.extend(written.lines());
    lines.extend(reads.lines());
    Ok(lines)
}

/// Compares the views with a fresh rebuild, and completes the report.
fn checked(place: &impl Place, mut lines: Vec<String>, faults: &Faults) -> anyhow::Result<Report> {
    verify(place, faults)?;
    let documents = rebuild(place, faults)?;
    lines.push(format!("Views against a fresh rebuild: {documents}"));
    Ok(Report::new(lines, faults))
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
