//! The drill `rolling`: the processes of an installation are replaced by those of another version, one role after the
//! other, while clients write and read. No request may fail, no answer may be wrong, and every write must be readable
//! within a second while a projector runs. And the drill `rebuild`, in which the same clients must notice nothing.

mod answers;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use e2e::client::{Client, Request};
use rand::RngExt;
use storage::{Access, open_events};
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::answers::Crawl;
use crate::fill::{fill, fill_half};
use crate::fleet::{Fleet, Role, Shape, Unit};
use crate::place::{Place, Version};
use crate::read_back::{generation, settled};
use crate::run::{Run, seconds};
use crate::upgrade::clients::{Clients, Watch};

const PATIENCE: Duration = Duration::from_secs(1_800);

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

pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let mut sorted = settings.order.clone();
    sorted.sort_unstable();
    ensure!(sorted == Role::value_variants(), "the order must have each of the three roles once");
    let (old, new) = match &settings.old {
        Some(program) => (Version { program: program.clone(), options: Vec::new() }, Version::current(Vec::new())?),
        None => (Version::current(Vec::new())?, Version::with_other_settings()?),
    };
    // Two of each role but the projector, so that another answers while one is replaced.
    let mut fleet = Fleet::start_as(old, Shape { write_apis: 2, ..Shape::default() }).await?;
    let lists = fill_half(&fleet, settings.events, run.seed).await?;
    let crawl = Arc::new(Crawl::prepare(&fleet).await?);
    let earlier = generations(&fleet).await?.into_iter().max().context("a fleet without a read-api")?;
    let watch = Arc::new(Watch::new(true));
    watch.begin("all old".into());
    let (clients, reader) = (Clients::start(&fleet.door(), lists[0], &watch)?, crawl.start(&watch));

    let mut lines = upgraded(&mut fleet, new, settings, run, &watch).await?;
    let begun = Instant::now();
    while generations(&fleet).await?.into_iter().any(|generation| generation <= earlier) {
        ensure!(begun.elapsed() < PATIENCE, "the views are not rendered anew within {PATIENCE:?}");
        sleep(Duration::from_millis(100)).await;
    }
    lines.push(format!("The new views were served {:.1?} after the last replacement.", begun.elapsed()));
    watch.rendered.get_or_init(|| ());
    sleep(settings.time).await;
    lines.extend(clients.end(&watch).await?);
    let (changed, line) = crawl.judge(reader.await?, &watch).await;
    lines.extend([line, format!("The new version answers {changed} of them differently.")]);
    run.faults.note_all(watch.faults());
    settled(&fleet).await?;
    lines.extend(fleet.conclude(&run.faults)?);
    Ok(lines)
}

/// Replaces all processes. Returns the first lines of the report.
async fn upgraded(
    fleet: &mut Fleet,
    new: Version,
    settings: &Settings,
    run: &Run,
    watch: &Watch,
) -> anyhow::Result<Vec<String>> {
    let Settings { old, order, events, time } = settings;
    let (mut rng, seed) = (run.rng(), run.seed);
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
            let took = replaced(fleet, unit, watch).await?;
            lines.push(format!("{} was stopped, started and ready after {took:.1?}.", unit.name));
        }
        watch.begin(format!("new {}", names[..=step].join(", ")));
        pause().await;
    }
    Ok(lines)
}

/// Replaces one process, and waits until it is used.
async fn replaced(fleet: &Fleet, unit: &Unit, watch: &Watch) -> anyhow::Result<Duration> {
    if unit.role != Role::Projector {
        let took = fleet.replace(unit).await?;
        fleet.until_used(unit).await?;
        return Ok(took);
    }
    watch.turn_over();
    let took = fleet.replace(unit).await?;
    watch.turn_over();
    Ok(took)
}

/// Returns the generation of the views that each read-api serves.
async fn generations(fleet: &Fleet) -> anyhow::Result<Vec<i64>> {
    let mut generations = Vec::new();
    for door in fleet.readers() {
        let answer = door.client()?.send(&Request::get("/api/v1/decklists/?page_size=1"), 0).await?;
        generations.push(generation(&answer).with_context(|| format!("{}: {}", door.address, answer.short()))?);
    }
    Ok(generations)
}

/// How long clients go on after the rebuild: the switch may come at its very end.
const AFTER: Duration = Duration::from_secs(1);
const READERS: usize = 3;

#[derive(Debug, Args)]
pub(crate) struct Rebuild {
    /// Events in the log
    #[arg(long, default_value_t = 1_000_000)]
    events: usize,
}

/// Rebuilds all views from a long log while clients write and read. No request may fail, and readers must see no change: no
/// answer of an incomplete generation, and none that is older than one they have seen.
pub(crate) async fn rebuild(&Rebuild { events }: &Rebuild, run: &Run) -> anyhow::Result<Vec<String>> {
    let fleet = Fleet::start(Shape::default()).await?;
    let (door, faults, begun) = (fleet.door(), &run.faults, Instant::now());
    let lists = fill(&fleet, events).await?;
    let shown = begun.elapsed();
    let (crawl, watch) = (Arc::new(Crawl::prepare(&fleet).await?), Arc::new(Watch::new(true)));
    let (clients, crawling) = (Clients::start(&door, lists[0], &watch)?, crawl.start(&watch));
    let mut looking = JoinSet::new();
    for _ in 0..READERS {
        looking.spawn(look(door.client()?, Arc::clone(&watch)));
    }
    let log = open_events(&fleet.log(), Access::Write).await?;
    let head = log.head().await?.0;
    log.close().await;
    let rebuilding = Instant::now();
    let documents = tokio::task::block_in_place(|| fleet.rebuild(faults))?;
    let took = rebuilding.elapsed();
    watch.rendered.get_or_init(|| ());
    sleep(AFTER).await;
    let clients = clients.end(&watch).await?;
    let (changed, line) = crawl.judge(crawling.await?, &watch).await;
    faults.note_all(watch.faults());
    let switched = looking.join_all().await.into_iter().filter(|switched| *switched).count();
    if switched < READERS || changed > 0 {
        faults.note(format!("{switched} of {READERS} readers saw the new generation; it changed {changed}"));
    }
    #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
    let rate = head as f64 / took.as_secs_f64();
    let mut lines = vec![
        format!("{head} events of {} lists and some tournaments, shown after {shown:.1?}.", lists.len()),
        format!("Rebuilt in {took:.1?}: {rate:.0} events/s."),
        documents,
        line,
    ];
    lines.extend(clients);
    Ok(lines)
}

/// Looks at the generation that is served, which must never become an older one. Returns whether it became a newer one.
async fn look(client: Client, watch: Arc<Watch>) -> bool {
    let (mut seen, mut switched) = (None, false);
    while watch.stopped.get().is_none() {
        match client.send(&Request::get("/api/v1/decklists/?page_size=50"), 0).await {
            Ok(answer) if answer.status == 200 => {
                let shown = generation(&answer);
                if shown < seen {
                    watch.note("a reader went back to an older generation", format!("from {seen:?} to {shown:?}"));
                }
                switched |= seen.is_some() && shown > seen;
                seen = shown;
            }
            Ok(answer) => watch.note("a page is refused", answer.short()),
            Err(error) => watch.note("a page is not answered", format!("{error:?}")),
        }
        sleep(Duration::from_millis(5)).await;
    }
    switched
}
