//! The installation of a drill that runs on one process or on several, and clients who come in while processes are killed.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::rngs::StdRng;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::fleet::{Fleet, Shape, Target};
use crate::place::{Options, Place, Version};
use crate::run::{Faults, Run};
use crate::server::{Server, delay};
use crate::site::Site;

/// The processes and servers that are killed where there are two write-api: most often one of these.
pub(crate) const MOSTLY_WRITE_API: [Target; 8] = {
    use Target::{Nats, Postgres, Projector, ReadApi, WriteApi};
    [WriteApi, WriteApi, WriteApi, WriteApi, Projector, ReadApi, Nats, Postgres]
};

/// Times of the sender are divided by this, so that three days of retries pass in two minutes, and what a killed process had
/// taken is free again after seconds.
const TIME_DIVISOR: (&str, &str) = ("CROSSTABLE_WEBHOOK_TIME_DIVISOR", "2000");

pub(crate) enum Installed {
    /// One process on SQLite.
    One { site: Site, server: Option<Server> },
    /// Several processes on PostgreSQL.
    Several(Fleet),
}

impl Installed {
    /// Starts one process with these options, or several of this shape.
    pub(crate) async fn start(several: Option<Shape>, options: Options) -> anyhow::Result<Self> {
        if let Some(shape) = several {
            return Ok(Self::Several(Fleet::start_as(Version::current(options)?, shape).await?));
        }
        let site = Site::new(options)?;
        let server = Some(site.serve().await?);
        Ok(Self::One { site, server })
    }

    /// The same with two write-api, and a sender in a hurry.
    pub(crate) async fn with_two_write_apis(is_several: bool, mut options: Options) -> anyhow::Result<Self> {
        options.push((TIME_DIVISOR.0, TIME_DIVISOR.1.to_owned()));
        let shape = Shape { write_apis: 2, read_apis: 1, ..Shape::default() };
        Self::start(is_several.then_some(shape), options).await
    }

    pub(crate) fn place(&self) -> &dyn Place {
        match self {
            Self::One { site, .. } => site,
            Self::Several(fleet) => fleet,
        }
    }

    /// Kills a process, which is started again at once: a single one sometimes again while it starts, of several one of these.
    /// Notes alarming lines of its log. Returns the number of kills.
    pub(crate) async fn kill(
        &mut self,
        targets: &[Target],
        rng: &mut StdRng,
        faults: &Faults,
    ) -> anyhow::Result<usize> {
        match self {
            Self::One { site, server } => site.restart(server, rng, delay, faults).await,
            Self::Several(fleet) => {
                let target = targets[rng.random_range(0..targets.len())];
                fleet.kill(target, rng).await?;
                Ok(1)
            }
        }
    }

    /// Ends a single process. Returns a line of the report about several.
    pub(crate) async fn end(&mut self, faults: &Faults) -> anyhow::Result<Option<String>> {
        match self {
            Self::One { server, .. } => {
                if let Some(server) = server.take() {
                    faults.note_all(server.kill().await?);
                }
                Ok(None)
            }
            Self::Several(fleet) => Ok(Some(fleet.note_ends(faults))),
        }
    }
}

/// Kills processes while these clients come in. Waits before each kill until they keep up, but not for long. Returns the clients'
/// results.
pub(crate) async fn arrive<T: Send + 'static>(
    installed: &mut Installed,
    clients: Vec<impl Future<Output = anyhow::Result<T>> + Send + 'static>,
    kills: usize,
    run: &Run,
) -> anyhow::Result<Vec<T>> {
    let (mut rng, number_of_clients) = (run.rng(), clients.len());
    let ((killed, kills_so_far), done_so_far) = (watch::channel(0), Arc::new(AtomicUsize::new(0)));
    let mut coming = JoinSet::new();
    for (number, client) in clients.into_iter().enumerate() {
        let (mut kills_so_far, after) = (kills_so_far.clone(), kills * number / number_of_clients);
        let done_so_far = Arc::clone(&done_so_far);
        coming.spawn(async move {
            kills_so_far.wait_for(|kills| *kills >= after).await?;
            let result = client.await;
            done_so_far.fetch_add(1, Ordering::Relaxed);
            result
        });
    }
    run.steps(kills);
    for kill in 0..kills {
        let (waiting, expected) = (Instant::now(), number_of_clients * kill / kills);
        // Some may be waiting for an answer of the process that was killed.
        while done_so_far.load(Ordering::Relaxed) + 16 < expected && waiting.elapsed() < Duration::from_secs(10) {
            sleep(Duration::from_millis(5)).await;
        }
        sleep(Duration::from_secs_f64(0.005 * 200_f64.powf(rng.random()))).await;
        installed.kill(&MOSTLY_WRITE_API, &mut rng, &run.faults).await?;
        killed.send_modify(|count| *count += 1);
        run.step();
    }
    coming.join_all().await.into_iter().collect()
}
