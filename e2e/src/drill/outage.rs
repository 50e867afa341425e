//! The drills `outage` and `postgres-restart`: a part of the fleet is killed at seeded moments while clients write and read,
//! or PostgreSQL is stopped and started as for an update. Nothing acknowledged may be lost or doubled, and everything must work
//! again within ten seconds.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::fleet::{Fleet, Target, in_background};
use super::load::Load;
use super::report::Report;
use super::times::Times;

/// How large the drill is.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// What is killed.
    pub target: Target,
    /// Moments at which it is.
    pub moments: usize,
    /// Clients that write meanwhile; a quarter as many read.
    pub clients: usize,
    /// What everything random follows from.
    pub seed: u64,
    /// Whether clients repeat their requests without a key: then the drill must find what comes of it.
    pub careless: bool,
}

/// When it is killed.
#[derive(Debug, Clone, Copy)]
enum Moment {
    /// So long after it was started again, whether it serves by then or not.
    Again(Duration),
    /// So long after everything worked again.
    Working(Duration),
    /// So long after so many writes were answered.
    Written(u64, Duration),
}

impl Moment {
    /// Delays are spread evenly over their orders of magnitude, 0.2 ms to 150 ms.
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
/// When it cannot be carried out; broken promises stand in the report.
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
/// When it cannot be carried out; broken promises stand in the report.
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
        format!("{times} restarts of PostgreSQL in good order under {clients} writing clients, seed {seed}."),
        format!("PostgreSQL stopped within: {}.", stops.summary()),
        format!("From the order to stop until a write and a read with its token work: {}.", recoveries.summary()),
    ];
    lines.extend(figures);
    Ok(Report::new(lines, &tally.faults))
}
