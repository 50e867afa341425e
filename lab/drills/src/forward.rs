//! Forwards notices from projector to readers, and drops, delays or doubles some.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use futures::StreamExt;
use rand::RngExt;
use rand::rngs::StdRng;
use service_kit::nats::Nats;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::Instant;

use crate::fleet::{FAR_PREFIX, Fleet, PREFIX};

/// Longest delay of a notice.
const LONGEST_DELAY: Duration = Duration::from_secs(3);
/// With [`Fault::DroppedAtTimes`]: longest phase in which notices pass. A phase in which they are dropped is half as
/// long.
const LONGEST_PHASE: Duration = Duration::from_secs(4);

/// The fault of notices on their way to readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fault {
    /// Every second notice is lost
    Dropped,
    /// Each notice is late, by up to three seconds, so that later ones overtake it
    Delayed,
    /// Each notice arrives twice, the second time up to three seconds later
    Doubled,
    /// For a third of the time all notices are lost
    DroppedAtTimes,
}

/// Counts of notices by what the drill did to them.
#[derive(Debug, Default)]
pub(crate) struct Done {
    pub(crate) came: AtomicU64,
    pub(crate) dropped: AtomicU64,
    pub(crate) late: AtomicU64,
}

/// Forwards notices until it is dropped.
pub(crate) struct Forward {
    pub(crate) done: Arc<Done>,
    task: JoinHandle<()>,
}

impl Drop for Forward {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Forward {
    pub(crate) async fn start(fleet: &Fleet, fault: Fault, rng: StdRng) -> anyhow::Result<Self> {
        let nats = fleet.listen().await?;
        let notices = nats.client().subscribe(format!("{PREFIX}.notices")).await.context("notices")?;
        // The subscription is in place once the server has answered.
        nats.client().flush().await.context("NATS does not answer")?;
        let done = Arc::new(Done::default());
        let mut notices = notices.map(|message| message.payload);
        let mut post = Post { nats, fault, rng, done: Arc::clone(&done), phase: None };
        let task = tokio::spawn(async move {
            let mut on_their_way = JoinSet::new();
            while let Some(notice) = notices.next().await {
                for delay in post.delays() {
                    let (nats, notice) = (post.nats.clone(), notice.clone());
                    if delay.is_zero() {
                        // Published in the order of arrival.
                        let _ = nats.client().publish(format!("{FAR_PREFIX}.notices"), notice).await;
                        continue;
                    }
                    on_their_way.spawn(async move {
                        tokio::time::sleep(delay).await;
                        // A notice that cannot be sent is dropped.
                        let _ = nats.client().publish(format!("{FAR_PREFIX}.notices"), notice).await;
                    });
                }
                while on_their_way.try_join_next().is_some() {}
            }
        });
        Ok(Self { done, task })
    }
}

struct Post {
    nats: Nats,
    fault: Fault,
    rng: StdRng,
    done: Arc<Done>,
    /// Whether all notices are dropped at the moment, and until when.
    phase: Option<(bool, Instant)>,
}

impl Post {
    /// Returns the delays after which the received notice is sent; none if it is dropped.
    fn delays(&mut self) -> Vec<Duration> {
        self.done.came.fetch_add(1, Ordering::Relaxed);
        let drops = match self.fault {
            Fault::Dropped => self.rng.random(),
            Fault::DroppedAtTimes => self.drops_all(),
            Fault::Delayed | Fault::Doubled => false,
        };
        if drops {
            self.done.dropped.fetch_add(1, Ordering::Relaxed);
            return Vec::new();
        }
        let late = LONGEST_DELAY.mul_f64(self.rng.random_range(0.01..1.0));
        match self.fault {
            Fault::Dropped | Fault::DroppedAtTimes => vec![Duration::ZERO],
            Fault::Delayed | Fault::Doubled => {
                self.done.late.fetch_add(1, Ordering::Relaxed);
                if self.fault == Fault::Doubled { vec![Duration::ZERO, late] } else { vec![late] }
            }
        }
    }

    fn drops_all(&mut self) -> bool {
        let now = Instant::now();
        let (drops, until) = self.phase.unwrap_or((true, now));
        if now < until {
            return drops;
        }
        let longest = if drops { LONGEST_PHASE } else { LONGEST_PHASE / 2 };
        self.phase = Some((!drops, now + longest.mul_f64(self.rng.random_range(0.5..1.0))));
        !drops
    }
}
