//! The drill `rolling`: the processes of an installation are replaced by those of another version, one role after the
//! other, while clients write and read. No request may fail, no answer may be wrong, and every write must be readable
//! within a second while a projector runs.

pub(crate) mod answers;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use e2e::client::{Client, Request};
use rand::RngExt;
use tokio::time::sleep;

use self::answers::Crawl;
use crate::fill::fill_half;
use crate::fleet::{Fleet, Role, Shape, Unit};
use crate::place::Place;
use crate::read_back::generation;
use crate::report::{Faults, Report, bar};
use crate::upgrade::clients::Clients;
use crate::upgrade::watch::Watch;
use crate::usual::{Usual, seconds};
use crate::version::Version;

/// Several processes of each role but the projector, so that others answer while one is replaced.
const SHAPE: Shape = Shape { write_apis: 2, projectors: 1, read_apis: 2, far_readers: false };
/// How long the rendering may take.
const PATIENCE: Duration = Duration::from_secs(1_800);

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Program of the old version [default: this version with other settings, which makes all views outdated]
    #[arg(long, value_name = "PROGRAM")]
    old: Option<PathBuf>,
    /// Roles in the order in which they are replaced
    #[arg(long, value_delimiter = ',', default_value = "read-api,projector,write-api")]
    order: Vec<Role>,
    /// Events in the log
    #[arg(long, default_value_t = 100_000)]
    events: usize,
    /// Average seconds between two replacements
    #[arg(long = "seconds", default_value = "10", value_parser = seconds)]
    time: Duration,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let mut sorted = settings.order.clone();
    sorted.sort_unstable();
    ensure!(sorted == Role::ALL, "the order must have each of the three roles once");
    let (old, new) = match &settings.old {
        Some(program) => (Version::of(program.clone()), Version::current()?),
        None => (Version::current()?, Version::with_other_settings()?),
    };
    let mut fleet = usual.fleet_of(old, SHAPE).await?;
    let lists = fill_half(&fleet, settings.events, usual.seed, &bar(settings.events)).await?;
    let crawl = Arc::new(Crawl::prepare(&fleet).await?);
    let earlier = newest_generation(&fleet).await?;
    let watch = Arc::new(Watch::of_a_projector());
    watch.begin("all old".into());
    let (clients, reader) = (Clients::start(&fleet.door(), lists[0], &watch)?, crawl.start(&watch));

    let mut lines = upgraded(&mut fleet, new, settings, usual, &watch).await?;
    let begun = Instant::now();
    until_rendered(&fleet, earlier).await?;
    lines.push(format!("The new views were served {:.1?} after the last replacement.", begun.elapsed()));
    watch.rendered();
    sleep(settings.time).await;
    lines.extend(clients.end(&watch).await?);
    let (changed, line) = crawl.judge(reader.await?, &watch).await;
    lines.extend([line, format!("The new version answers {changed} of them differently.")]);
    let faults = Faults::default();
    faults.note_all(watch.faults());
    fleet.settled().await.map_err(anyhow::Error::msg)?;
    lines.extend(fleet.conclude(&faults)?);
    Ok(Report::new(lines, &faults))
}

/// Replaces all processes. Returns the first lines of the report.
async fn upgraded(
    fleet: &mut Fleet,
    new: Version,
    settings: &Settings,
    usual: &Usual,
    watch: &Watch,
) -> anyhow::Result<Vec<String>> {
    let Settings { old, order, events, time } = settings;
    let (mut rng, seed) = (usual.rng(), usual.seed);
    let names: Vec<_> = order.iter().map(ToString::to_string).collect();
    let of = old.as_ref().map_or("the same program with other settings".into(), |old| old.display().to_string());
    let mut lines = vec![format!("{events} events, upgraded from {of}: {}; seed {seed}.", names.join(", "))];
    let mut pause = async || sleep(time.mul_f64(0.5 + rng.random::<f64>())).await;
    pause().await;
    watch.begin("schemas migrated, all old".into());
    fleet.upgrade(new)?;
    pause().await;
    for (step, role) in order.iter().enumerate() {
        let earlier = if step == 0 { "all old".into() } else { format!("new {}", names[..step].join(", ")) };
        watch.begin(format!("{earlier}; {role} is replaced"));
        for unit in fleet.of(*role) {
            let took = replaced(fleet, *role, unit, watch).await?;
            lines.push(format!("{} was stopped, started and ready after {took:.1?}.", unit.name));
        }
        watch.begin(format!("new {}", names[..=step].join(", ")));
        pause().await;
    }
    Ok(lines)
}

/// Replaces one process, and waits until it is used.
async fn replaced(fleet: &Fleet, role: Role, unit: &Unit, watch: &Watch) -> anyhow::Result<Duration> {
    if role != Role::Projector {
        let took = fleet.replace(role, unit).await?;
        fleet.until_used(unit).await?;
        return Ok(took);
    }
    watch.turn_over();
    let took = fleet.replace(role, unit).await?;
    watch.turn_over();
    Ok(took)
}

/// Returns the newest generation of the views that a read-api serves.
async fn newest_generation(fleet: &Fleet) -> anyhow::Result<i64> {
    generations(fleet).await?.into_iter().max().context("a fleet without a read-api")
}

/// Waits until every read-api serves views of a later generation.
async fn until_rendered(fleet: &Fleet, earlier: i64) -> anyhow::Result<()> {
    let begun = Instant::now();
    while generations(fleet).await?.into_iter().any(|generation| generation <= earlier) {
        ensure!(begun.elapsed() < PATIENCE, "the views are not rendered anew within {PATIENCE:?}");
        sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

async fn generations(fleet: &Fleet) -> anyhow::Result<Vec<i64>> {
    let mut generations = Vec::new();
    for unit in fleet.of(Role::ReadApi) {
        let client = Client::new(format!("http://{}", unit.address), fleet.door().key)?;
        let answer = client.send(&Request::get("/api/v1/decklists/?page_size=1"), 0).await?;
        generations.push(generation(&answer).with_context(|| format!("{}: {}", unit.name, answer.short()))?);
    }
    Ok(generations)
}
