//! The drills `two-relays` and `two-projectors`: two processes share the work of one and must not disturb each other.

use indicatif::ProgressBar;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::fleet::{Fleet, Target};
use crate::load::Load;
use crate::report::Report;
use crate::stream::check_order;
use crate::times::Times;

/// The size of the drill.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Least number of writes answered before the drill ends.
    pub writes: u64,
    /// How often one of the two is killed meanwhile.
    pub kills: usize,
    /// Clients that write; a quarter as many read.
    pub clients: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

/// Lets two write-apis relay to one stream. Each event must be in it once, in order, without a gap.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn two_relays(fleet: &Fleet, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let nats = fleet.listen().await?;
    let (mut lines, load) = run(fleet, settings, Target::WriteApi, bar).await?;
    let (figures, tally) = load.end().await?;
    let count = check_order(fleet, &nats, &tally.faults, true).await?;
    lines.push(format!("Events in the stream: {count}, each once, in order, without a gap."));
    lines.extend(figures);
    Ok(Report::new(lines, &tally.faults))
}

/// Runs two projectors on one shard. They may take turns, or one may stop; the views must be as with one.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn two_projectors(fleet: &Fleet, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let (mut lines, load) = run(fleet, settings, Target::Projector, bar).await?;
    let (figures, tally) = load.end().await?;
    lines.extend(figures);
    Ok(Report::new(lines, &tally.faults))
}

async fn run<'a>(
    fleet: &'a Fleet,
    settings: Settings,
    target: Target,
    bar: &ProgressBar,
) -> anyhow::Result<(Vec<String>, Load<'a>)> {
    let Settings { writes, kills, clients, seed } = settings;
    let mut rng = StdRng::seed_from_u64(seed);
    let mut load = Load::new(fleet, seed, clients, false).await?;
    load.start()?;
    let (mut recoveries, share) = (Times::default(), writes / (kills as u64 + 1));
    for _ in 0..kills {
        load.written(rng.random_range(1..=share.max(1))).await?;
        let dead = fleet.kill(target, &mut rng).await?;
        recoveries.add(load.recovered(dead).await);
        bar.inc(1);
    }
    while *load.tally.acknowledged.borrow() < writes {
        load.written(1).await?;
    }
    let lines = vec![
        format!("Two of {target:?} under {clients} writing clients, {kills} times SIGKILL of either, seed {seed}."),
        format!("From a death until a write and a read with its token work: {}.", recoveries.summary()),
        format!("Writes: {}.", load.tally.take_times().summary()),
    ];
    Ok((lines, load))
}
