//! The drills `outage` and `postgres-restart`: a part of the fleet is killed at seeded moments while clients write and
//! read, or PostgreSQL is stopped and started as for an update. No acknowledged write may be lost or doubled, and
//! everything must work again within ten seconds.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::fleet::{Fleet, Target, in_background};
use crate::load::Load;
use crate::report::Report;
use crate::times::Times;

/// The size of the drill.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The part to kill.
    pub target: Target,
    /// Number of moments at which it is killed.
    pub moments: usize,
    /// Clients that write meanwhile; a quarter as many read.
    pub clients: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// Whether clients retry without a key. The drill must then find faults.
    pub careless: bool,
}

/// A moment at which it is killed.
#[derive(Debug, Clone, Copy)]
enum Moment {
    /// This long after it was restarted, whether it serves by then or not.
    Again(Duration),
    /// This long after everything worked again.
    Working(Duration),
    /// This long after this many writes were answered.
    Written(u64, Duration),
}

impl Moment {
    /// Draws a moment. Delays are spread evenly over their orders of magnitude, 0.2 ms to 150 ms.
    fn draw(rng: &mut StdRng) -> Self {
        let delay = Duration::from_secs_f64(0.000_2 * 750_f64.powf(rng.random()));
        match rng.random_range(0..4) {
            0 => Self::Again(delay),
            1 => Self::Working(delay),
            _ => Self::Written(rng.random_range(1..=100), delay / 20),
        }
    }
}

/// Runs the drill `outage`.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(fleet: &Fleet, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let Settings { target, moments, clients, seed, careless } = settings;
    let mut rng = StdRng::seed_from_u64(seed);
    let mut load = Load::new(fleet, seed, clients, careless).await?;
    load.start()?;
    load.written(1).await?;
    let (mut recoveries, mut starts, mut again, mut dead) = (Times::default(), Times::default(), 0, None);
    for _ in 0..moments {
        let moment = Moment::draw(&mut rng);
        if let (Some(since), Moment::Working(_) | Moment::Written(..)) = (dead, moment) {
            recoveries.add(load.recovered(since).await);
        }
        let delay = match moment {
            Moment::Again(delay) => {
                again += usize::from(dead.is_some());
                delay
            }
            Moment::Working(delay) => delay,
            Moment::Written(writes, delay) => {
                load.written(writes).await?;
                delay
            }
        };
        tokio::time::sleep(delay).await;
        let since = fleet.kill(target, &mut rng).await?;
        starts.add(since.elapsed());
        dead = Some(since);
        bar.set_message(format!("{} faults", load.tally.faults.count()));
        bar.inc(1);
    }
    if let Some(since) = dead {
        recoveries.add(load.recovered(since).await);
    }
    for unit in fleet.units_of_all() {
        fleet.ready(unit).await?;
    }
    let (figures, tally) = load.end().await?;
    let mut lines = vec![
        format!("{moments} times SIGKILL of {target:?} under {clients} writing clients, seed {seed}."),
        format!("Killed again within 150 ms of its last death: {again} times."),
        format!("From a death until it was started again: {}.", starts.summary()),
        format!("From a death until a write and a read with its token work: {}.", recoveries.summary()),
    ];
    lines.extend(figures);
    Ok(Report::new(lines, &tally.faults))
}

/// Runs the drill `postgres-restart`.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn restart_postgres(fleet: &Fleet, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let Settings { moments: times, clients, seed, careless, .. } = settings;
    let mut rng = StdRng::seed_from_u64(seed);
    let mut load = Load::new(fleet, seed, clients, careless).await?;
    load.start()?;
    let (mut recoveries, mut stops) = (Times::default(), Times::default());
    for _ in 0..times {
        load.written(rng.random_range(1..=100)).await?;
        let (postgres, begun) = (fleet.postgres.clone(), Instant::now());
        let stopped = in_background(move || {
            postgres.stop()?;
            let stopped = begun.elapsed();
            postgres.start().map(|()| stopped)
        });
        stops.add(stopped.await?);
        recoveries.add(load.recovered(begun).await);
        bar.inc(1);
    }
    let (figures, tally) = load.end().await?;
    let mut lines = vec![
        format!("{times} graceful restarts of PostgreSQL under {clients} writing clients, seed {seed}."),
        format!("PostgreSQL stopped within: {}.", stops.summary()),
        format!("From the order to stop until a write and a read with its token work: {}.", recoveries.summary()),
    ];
    lines.extend(figures);
    Ok(Report::new(lines, &tally.faults))
}
