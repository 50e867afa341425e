//! The drill `live`: clients follow an event by its stream, as apps and browsers do, while the event is run. Meanwhile
//! processes are killed and connections are cut. After each such moment, every client must end with exactly the
//! documents that a fresh reader sees, without having read everything again.

mod event;
mod follower;
mod members;
mod mirror;
mod pages;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use futures::future::join_all;
use rand::RngExt;
use rand::rngs::StdRng;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

pub(crate) use self::event::Organizer;
use self::follower::{Follower, Kind, Shared};
use self::members::{Members, everything};
use self::mirror::Mirror;
use self::pages::{Page, page};
use crate::fleet::{Shape, Target};
use crate::installed::Installed;
use crate::moment::delay;
use crate::place::Place;
use crate::report::{Faults, Report, bar};
use crate::times::Times;
use crate::usual::Usual;

/// Time in which every client must be right again. Careless clients hardly ever are.
const PATIENCE: Duration = Duration::from_secs(30);
const PATIENCE_WITH_CARELESS: Duration = Duration::from_secs(2);
/// Pause between two comparisons.
const LOOK: Duration = Duration::from_millis(10);
/// Moments after which another event is played.
const MOMENTS_PER_EVENT: usize = 40;
/// Most changes of the event around a moment.
const MOST_CHANGES: usize = 5;

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Moments at which a process is killed or connections are cut
    #[arg(long, default_value_t = 1_000)]
    moments: usize,
    /// Several processes on PostgreSQL behind nginx, with three read-api, instead of one on SQLite
    #[arg(long)]
    several: bool,
}

/// The processes that are killed.
const TARGETS: [Target; 6] =
    [Target::ReadApi, Target::ReadApi, Target::ReadApi, Target::Projector, Target::WriteApi, Target::Nats];

/// Figures of the drill.
#[derive(Default)]
struct Figures {
    kills: usize,
    cuts: usize,
    changes: usize,
    recoveries: Times,
}

/// Runs the drill. Careless clients forget the id of their last event, and connect without one.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let faults = Faults::default();
    let mut installed = match settings.several {
        true => Installed::Several(usual.fleet(Shape { read_apis: 3, ..Shape::default() }).await?),
        false => Installed::one(usual.site()?).await?,
    };
    let mut lines = drill(&mut installed, settings.moments, usual, &faults).await?;
    lines.extend(installed.end(&faults).await?);
    Ok(Report::new(lines, &faults))
}

/// Issues a key of the role that sees least.
fn reading_key(place: &impl Place) -> anyhow::Result<String> {
    place.ask(&["keys", "issue", "--organization", "1", "--name", "screen", "--role", "READ_ONLY"])
}

async fn drill(running: &mut Installed, moments: usize, usual: &Usual, faults: &Faults) -> anyhow::Result<Vec<String>> {
    let (careless, bar) = (usual.careless, bar(moments));
    let (mut rng, mut figures) = (usual.rng(), Figures::default());
    let (door, read_only) = (running.door(), reading_key(running)?);
    let mut organizer = Organizer::new(&door, rng.random())?;
    organizer.create_players().await?;
    let patience = if careless { PATIENCE_WITH_CARELESS } else { PATIENCE };
    let mut left = moments;
    while left > 0 {
        let event = organizer.announce().await?;
        let mut followers = Vec::new();
        for kind in Kind::ALL {
            let key = if kind == Kind::ReadOnly { &read_only } else { &door.key };
            let follower =
                Follower::new(kind, (&door.address, key), (event, organizer.token()), rng.random(), careless)?;
            followers.push(Running::start(follower));
        }
        for _ in 0..left.min(MOMENTS_PER_EVENT) {
            let parts = (&mut *running, &mut organizer, &followers[..]);
            faults.note_all(moment(parts, &mut rng, &mut figures).await?);
            let begun = Instant::now();
            let all = followers.iter().map(|follower| converged(follower, organizer.token(), patience));
            faults.note_all(join_all(all).await.into_iter().filter_map(Result::err));
            figures.recoveries.add(begun.elapsed());
            bar.inc(1);
        }
        left = left.saturating_sub(MOMENTS_PER_EVENT);
        for follower in followers {
            figures.cuts += follower.shared.cuts.load(Ordering::Relaxed);
            follower.end().await?;
        }
    }
    let (Figures { kills, cuts, changes, recoveries }, seed) = (figures, usual.seed);
    Ok(vec![
        format!(
            "{moments} moments, seed {seed}: processes killed {kills} times, connections of clients cut {cuts} times."
        ),
        format!("Changes of events: {changes}, of which {} were refused in the state of the event.", organizer.refused),
        format!("Until all clients had the documents of a fresh reader: {}.", recoveries.summary()),
    ])
}

/// Changes the event, and meanwhile kills a process or cuts connections. Returns alarming lines of the log.
async fn moment(
    (installed, organizer, followers): (&mut Installed, &mut Organizer, &[Running]),
    rng: &mut StdRng,
    figures: &mut Figures,
) -> anyhow::Result<Vec<String>> {
    let (kills, changes) = (rng.random(), rng.random_range(1..=MOST_CHANGES));
    figures.changes += changes;
    let disturbance = async {
        sleep(delay(rng)).await;
        if kills {
            let (alarming, times) = installed.kill(&TARGETS, rng).await?;
            figures.kills += times;
            return Ok(alarming);
        }
        followers.iter().for_each(Running::cut);
        Ok(Vec::new())
    };
    let (changed, alarming) = tokio::join!(organizer.change(changes), disturbance);
    changed?;
    alarming
}

/// Waits until a client has the documents of a fresh reader.
async fn converged(follower: &Running, token: &str, patience: Duration) -> Result<(), String> {
    let begun = Instant::now();
    loop {
        let fresh = follower.fresh(token).await;
        let difference = match &fresh {
            Some(fresh) => follower.shared.mirror().difference_to(fresh),
            None => Some("a fresh reader is not answered".to_owned()),
        };
        match difference {
            None => return Ok(()),
            Some(difference) if begun.elapsed() > patience => {
                let Shared { kind, event, .. } = &*follower.shared;
                return Err(format!("{kind:?} of event {event}: after {patience:?}, {difference}"));
            }
            Some(_) => sleep(LOOK).await,
        }
    }
}

/// A client that follows.
struct Running {
    shared: Arc<Shared>,
    cut: watch::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    /// Starts a client; `cut` is the other end of its connection.
    fn start((follower, cut): (Follower, watch::Sender<()>)) -> Self {
        let shared = Arc::clone(&follower.shared);
        let kind = shared.kind;
        let task = tokio::spawn(async move {
            match kind {
                Kind::Staff | Kind::ReadOnly => Members::new(follower).follow().await,
                Kind::EventPage | Kind::RoundPage => Page::new(follower).follow().await,
            }
        });
        Self { shared, cut, task }
    }

    /// Cuts its connection.
    fn cut(&self) {
        self.cut.send_replace(());
    }

    /// Returns the documents that a fresh reader sees who knows the last write; `None` while it is not answered.
    async fn fresh(&self, token: &str) -> Option<Mirror> {
        match self.shared.kind {
            Kind::Staff | Kind::ReadOnly => everything(&self.shared, token).await,
            Kind::EventPage | Kind::RoundPage => page(&self.shared, token).await.map(|page| page.mirror),
        }
    }

    /// Ends it. Fails if it has failed.
    async fn end(self) -> anyhow::Result<()> {
        self.task.abort();
        match self.task.await {
            Err(error) if !error.is_cancelled() => Err(error).context("a client failed"),
            _ => Ok(()),
        }
    }
}
