//! The drill `live`: clients follow an event by its stream, as apps and browsers do, while the event is run. Meanwhile
//! processes are killed and connections are cut. After each such moment, every client must end with exactly the
//! documents that a fresh reader sees, without having read everything again.

mod clients;
mod event;
mod follower;

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

use self::clients::{Members, everything, follow_page, page};
pub(crate) use self::event::Organizer;
use self::follower::{Follower, Kind, Mirror, Shared};
use crate::fleet::{Shape, Target};
use crate::installed::Installed;
use crate::run::{Faults, Run};
use crate::server::delay;
use crate::times::Times;

/// Time in which every client must be right again. Careless clients hardly ever are.
const PATIENCE: Duration = Duration::from_secs(30);
const PATIENCE_WITH_CARELESS: Duration = Duration::from_secs(2);
/// Moments after which another event is played.
const MOMENTS_PER_EVENT: usize = 40;

#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Moments at which a process is killed or connections are cut
    #[arg(long, default_value_t = 1_000)]
    moments: usize,
    /// Several processes on PostgreSQL behind nginx, with three read-api, instead of one on SQLite
    #[arg(long)]
    several: bool,
}

const TARGETS: [Target; 6] =
    [Target::ReadApi, Target::ReadApi, Target::ReadApi, Target::Projector, Target::WriteApi, Target::Nats];

#[derive(Default)]
struct Figures {
    kills: usize,
    cuts: usize,
    changes: usize,
    recoveries: Times,
}

/// Runs the drill. Careless clients forget the id of their last event, and connect without one.
pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let &Settings { moments, several } = settings;
    let shape = Shape { read_apis: 3, ..Shape::default() };
    let mut installed = Installed::start(several.then_some(shape), Vec::new()).await?;
    let (mut rng, mut figures, door) = (run.rng(), Figures::default(), installed.place().door());
    // The role that sees least.
    let issue = ["keys", "issue", "--organization", "1", "--name", "screen", "--role", "READ_ONLY"];
    let read_only = installed.place().ask(&issue)?;
    let mut organizer = Organizer::new(&door, rng.random())?;
    organizer.create_players().await?;
    let patience = if run.careless { PATIENCE_WITH_CARELESS } else { PATIENCE };
    run.steps(moments);
    let mut left = moments;
    while left > 0 {
        let event = organizer.announce().await?;
        let mut followers = Vec::new();
        for kind in Kind::ALL {
            let key = if kind == Kind::ReadOnly { &read_only } else { &door.key };
            let written = (event, &*organizer.teller.token);
            followers.push(Running::start(kind, (&door.address, key), written, rng.random(), run.careless)?);
        }
        for _ in 0..left.min(MOMENTS_PER_EVENT) {
            moment((&mut installed, &mut organizer, &followers), &mut rng, &mut figures, &run.faults).await?;
            let begun = Instant::now();
            let all = followers.iter().map(|follower| converged(follower, &organizer.teller.token, patience));
            run.faults.note_all(join_all(all).await.into_iter().filter_map(Result::err));
            figures.recoveries.add(begun.elapsed());
            run.step();
        }
        left = left.saturating_sub(MOMENTS_PER_EVENT);
        for follower in followers {
            figures.cuts += follower.shared.cuts.load(Ordering::Relaxed);
            follower.end().await?;
        }
    }
    let (Figures { kills, cuts, changes, recoveries }, seed) = (figures, run.seed);
    let mut lines = vec![
        format!(
            "{moments} moments, seed {seed}: processes killed {kills} times, connections of clients cut {cuts} times."
        ),
        format!("Changes of events: {changes}, of which {} were refused in the state of the event.", organizer.refused),
        format!("Until all clients had the documents of a fresh reader: {}.", recoveries.summary()),
    ];
    lines.extend(installed.end(&run.faults).await?);
    Ok(lines)
}

/// Changes the event, and meanwhile kills a process or cuts connections.
async fn moment(
    (installed, organizer, followers): (&mut Installed, &mut Organizer, &[Running]),
    rng: &mut StdRng,
    figures: &mut Figures,
    faults: &Faults,
) -> anyhow::Result<()> {
    let (kills, changes) = (rng.random(), rng.random_range(1..=5));
    figures.changes += changes;
    let disturbance = async {
        sleep(delay(rng)).await;
        if kills {
            figures.kills += installed.kill(&TARGETS, rng, faults).await?;
        } else {
            followers.iter().for_each(|follower| follower.cut.send_replace(()));
        }
        anyhow::Ok(())
    };
    let (changed, disturbed) = tokio::join!(organizer.change(changes), disturbance);
    changed.and(disturbed)
}

async fn converged(follower: &Running, token: &str, patience: Duration) -> Result<(), String> {
    let begun = Instant::now();
    loop {
        let fresh = follower.fresh(token).await;
        let difference = match &fresh {
            Some(fresh) => follower.shared.mirror.lock().unwrap().difference_to(fresh),
            None => Some("a fresh reader is not answered".to_owned()),
        };
        match difference {
            None => return Ok(()),
            Some(difference) if begun.elapsed() > patience => {
                let Shared { kind, event, .. } = &*follower.shared;
                return Err(format!("{kind:?} of event {event}: after {patience:?}, {difference}"));
            }
            Some(_) => sleep(Duration::from_millis(10)).await,
        }
    }
}

struct Running {
    shared: Arc<Shared>,
    cut: watch::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    /// Starts a client with this address and key, that knows an event and the last write.
    fn start(
        kind: Kind,
        (address, key): (&str, &str),
        (event, token): (i64, &str),
        seed: u64,
        is_careless: bool,
    ) -> anyhow::Result<Self> {
        let shared = Arc::new(Shared::new(kind, (address, key), (event, token))?);
        let cut = watch::Sender::new(());
        let follower = Follower::new(Arc::clone(&shared), cut.subscribe(), seed, is_careless);
        let task = tokio::spawn(async move {
            match kind {
                Kind::Staff | Kind::ReadOnly => Members::new(follower).follow().await,
                Kind::EventPage | Kind::RoundPage => follow_page(follower).await,
            }
        });
        Ok(Self { shared, cut, task })
    }

    /// Returns the documents that a fresh reader sees who knows the last write; `None` while it is not answered.
    async fn fresh(&self, token: &str) -> Option<Mirror> {
        match self.shared.kind {
            Kind::Staff | Kind::ReadOnly => everything(&self.shared, token).await,
            Kind::EventPage | Kind::RoundPage => page(&self.shared, token).await.map(|(mirror, _)| mirror),
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
