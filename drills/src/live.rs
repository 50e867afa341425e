//! The drill `live`: clients follow an event by its stream, as apps and browsers do, while the event is run. Meanwhile
//! processes are killed and connections are cut. After each such moment, every client must end with exactly the
//! documents that a fresh reader sees, without having read everything again.

mod event;
mod follower;
mod members;
mod mirror;
mod pages;
mod running;

use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use futures::future::join_all;
use indicatif::ProgressBar;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;

pub(crate) use self::event::Organizer;
use self::follower::{Follower, Kind};
use self::running::Running;
use crate::place::Place;
use crate::report::{Faults, Report};
use crate::server::Server;
use crate::times::Times;
use crate::{Fleet, Site, Target};

/// Time in which every client must be right again. Careless clients hardly ever are.
const PATIENCE: Duration = Duration::from_secs(30);
const PATIENCE_WITH_CARELESS: Duration = Duration::from_secs(2);
/// Pause between two comparisons.
const LOOK: Duration = Duration::from_millis(10);
/// Moments after which another event is played.
const MOMENTS_PER_EVENT: usize = 40;
/// Most changes of the event around a moment.
const MOST_CHANGES: usize = 5;

/// The options of the drill.
#[derive(Debug, Clone, Copy, Args)]
pub struct Options {
    /// Moments at which a process is killed or connections are cut
    #[arg(long, default_value_t = 1_000)]
    pub moments: usize,
    /// Several processes on PostgreSQL behind nginx, with three read-api, instead of one on SQLite
    #[arg(long)]
    pub several: bool,
}

impl Options {
    /// The settings that these options stand for.
    pub fn settings(self, seed: u64, careless: bool) -> Settings {
        Settings { moments: self.moments, seed, careless }
    }
}

/// The size of the drill.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Moments at which a process is killed or connections are cut.
    pub moments: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// Whether clients forget the id of their last event, and connect without one.
    pub careless: bool,
}

/// The installation under drill.
enum Installed<'a> {
    One { site: &'a Site, server: Option<Server> },
    Several(&'a Fleet),
}

/// Figures of the drill.
#[derive(Default)]
struct Figures {
    kills: usize,
    cuts: usize,
    changes: usize,
    recoveries: Times,
}

/// Runs the drill on one process.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(site: &Site, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let read_only = reading_key(site)?;
    let server = Some(site.serve().await?);
    drill(site, Installed::One { site, server }, &read_only, settings, bar).await
}

/// Runs the drill on several processes.
///
/// # Errors
/// As [`run`].
pub async fn run_on_services(fleet: &Fleet, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let read_only = reading_key(fleet)?;
    let report = drill(fleet, Installed::Several(fleet), &read_only, settings, bar).await?;
    let faults = Faults::default();
    faults.note_all(report.faults);
    faults.note_all(fleet.panics());
    let by_themselves = format!("Processes that ended by themselves: {}.", fleet.ended_by_themselves());
    Ok(Report::new(report.lines.into_iter().chain([by_themselves]).collect(), &faults))
}

/// Issues a key of the role that sees least.
fn reading_key(place: &impl Place) -> anyhow::Result<String> {
    place.ask(&["keys", "issue", "--organization", "1", "--name", "screen", "--role", "READ_ONLY"])
}

async fn drill(
    place: &impl Place,
    mut running: Installed<'_>,
    read_only: &str,
    settings: Settings,
    bar: &ProgressBar,
) -> anyhow::Result<Report> {
    let Settings { moments, seed, careless } = settings;
    let (mut rng, faults, mut figures) = (StdRng::seed_from_u64(seed), Faults::default(), Figures::default());
    let door = place.door();
    let mut organizer = Organizer::new(&door, rng.random())?;
    organizer.create_players().await?;
    let patience = if careless { PATIENCE_WITH_CARELESS } else { PATIENCE };
    let mut left = moments;
    while left > 0 {
        let event = organizer.announce().await?;
        let mut followers = Vec::new();
        for kind in Kind::ALL {
            let key = if kind == Kind::ReadOnly { read_only } else { &door.key };
            let follower =
                Follower::new(kind, (&door.address, key), (event, organizer.token()), rng.random(), careless)?;
            followers.push(Running::start(follower));
        }
        for _ in 0..left.min(MOMENTS_PER_EVENT) {
            let parts = (&mut running, &mut organizer, &followers[..]);
            faults.note_all(moment(parts, &mut rng, &mut figures).await?);
            let begun = Instant::now();
            let all = followers.iter().map(|follower| converged(follower, organizer.token(), patience));
            faults.note_all(join_all(all).await.into_iter().filter_map(Result::err));
            figures.recoveries.add(begun.elapsed());
            bar.inc(1);
        }
        left = left.saturating_sub(MOMENTS_PER_EVENT);
        figures.cuts += followers.iter().map(Running::cuts).sum::<usize>();
        for follower in followers {
            follower.end().await?;
        }
    }
    if let Installed::One { server: Some(server), .. } = running {
        faults.note_all(server.kill().await?);
    }
    Ok(Report::new(figures.lines(settings, &organizer), &faults))
}

/// Changes the event, and meanwhile kills a process or cuts connections. Returns alarming lines of the log.
async fn moment(
    (installed, organizer, followers): (&mut Installed<'_>, &mut Organizer, &[Running]),
    rng: &mut StdRng,
    figures: &mut Figures,
) -> anyhow::Result<Vec<String>> {
    let (kills, changes) = (rng.random(), rng.random_range(1..=MOST_CHANGES));
    figures.changes += changes;
    let disturbance = async {
        sleep(delay(rng)).await;
        if kills {
            return installed.kill(rng, &mut figures.kills).await;
        }
        followers.iter().for_each(Running::cut);
        Ok(Vec::new())
    };
    let (changed, alarming) = tokio::join!(organizer.change(changes), disturbance);
    changed?;
    alarming
}

/// Draws a delay. As in other drills, delays are spread evenly over the orders of magnitude, 0.2 ms to 150 ms.
fn delay(rng: &mut StdRng) -> Duration {
    Duration::from_secs_f64(0.000_2 * 750_f64.powf(rng.random()))
}

impl Installed<'_> {
    /// Kills a process, which is started again at once, and sometimes again while it starts. Returns alarming lines of
    /// its log.
    async fn kill(&mut self, rng: &mut StdRng, kills: &mut usize) -> anyhow::Result<Vec<String>> {
        match self {
            Self::One { site, server } => {
                let mut alarming = server.take().context("no server")?.kill().await?;
                *kills += 1;
                while rng.random_ratio(1, 4) {
                    alarming.extend(site.start()?.kill_after(delay(rng)).await?);
                    *kills += 1;
                }
                let mut started = site.start()?;
                started.listening().await?;
                *server = Some(started);
                Ok(alarming)
            }
            Self::Several(fleet) => {
                use Target::{Nats, Projector, ReadApi, WriteApi};
                let target = [ReadApi, ReadApi, ReadApi, Projector, WriteApi, Nats][rng.random_range(0..6)];
                fleet.kill(target, rng).await?;
                *kills += 1;
                Ok(Vec::new())
            }
        }
    }
}

/// Waits until a client has the documents of a fresh reader.
async fn converged(follower: &Running, token: &str, patience: Duration) -> Result<(), String> {
    let begun = Instant::now();
    loop {
        let fresh = follower.fresh(token).await;
        let difference = match &fresh {
            Some(fresh) => follower.difference_to(fresh),
            None => Some("a fresh reader is not answered".to_owned()),
        };
        match difference {
            None => return Ok(()),
            Some(difference) if begun.elapsed() > patience => {
                return Err(format!("{}: after {patience:?}, {difference}", follower.name()));
            }
            Some(_) => sleep(LOOK).await,
        }
    }
}

impl Figures {
    fn lines(&self, settings: Settings, organizer: &Organizer) -> Vec<String> {
        let Settings { moments, seed, .. } = settings;
        let Self { kills, cuts, changes, recoveries } = self;
        let told = organizer.counts();
        vec![
            format!(
                "{moments} moments, seed {seed}: processes killed {kills} times, connections of clients cut {cuts} times."
            ),
            format!("Changes of events: {changes}, of which {} were refused in the state of the event.", told.refused),
            format!("Until all clients had the documents of a fresh reader: {}.", recoveries.summary()),
        ]
    }
}
