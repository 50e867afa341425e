//! The moments at which the process is killed, and figures of the kills.

use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use rand::RngExt;
use rand::rngs::StdRng;
use tokio::time::timeout;

use crate::Site;
use crate::server::Server;
use crate::tally::Tally;
use crate::times::Times;

/// Time in which clients must make progress between two kills.
const PATIENCE: Duration = Duration::from_secs(60);

/// When the process is killed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Moment {
    /// This long after it was started, whether it serves by then or not.
    Started(Duration),
    /// This long after it began to serve.
    Serving(Duration),
    /// This long after it has answered this many writes.
    Written(u64, Duration),
}

/// Figures of the kills.
#[derive(Debug, Default)]
pub(crate) struct Met {
    pub(crate) in_start_up: usize,
    pub(crate) with_lost_answers: usize,
    pub(crate) most_lost_answers: u64,
    lost_answers: u64,
    pub(crate) starts: Times,
}

impl Met {
    /// Notes the answers lost in the last kill, once the clients have noticed it.
    pub(crate) fn note_lost_answers(&mut self, tally: &Tally) {
        let lost_answers = tally.in_doubt.load(Ordering::Relaxed);
        let lost = lost_answers - self.lost_answers;
        self.lost_answers = lost_answers;
        self.with_lost_answers += usize::from(lost > 0);
        self.most_lost_answers = self.most_lost_answers.max(lost);
    }
}

impl Moment {
    /// Draws a moment. Delays are spread evenly over their orders of magnitude, 0.2 ms to 150 ms: as many fall into a
    /// start or a transaction as into the idle time after it.
    pub(crate) fn draw(rng: &mut StdRng) -> Self {
        let delay = Duration::from_secs_f64(0.000_2 * 750_f64.powf(rng.random()));
        match rng.random_range(0..4) {
            0 => Self::Started(delay),
            1 => Self::Serving(delay),
            _ => Self::Written(rng.random_range(1..=200), delay / 20),
        }
    }
}

/// Starts a server, kills it at that moment, and notes whether it had begun to serve.
pub(crate) async fn kill_once(site: &Site, moment: Moment, tally: &Tally, met: &mut Met) -> anyhow::Result<()> {
    let mut server = site.start()?;
    met.note_lost_answers(tally);
    let delay = match moment {
        Moment::Started(delay) => delay,
        Moment::Serving(delay) => {
            met.starts.add(server.listening().await?);
            delay
        }
        Moment::Written(writes, delay) => {
            met.starts.add(server.listening().await?);
            await_writes(&server, writes, tally).await?;
            delay
        }
    };
    let listens = server.listens();
    let alarming = server.kill_after(delay).await?;
    tally.faults.note_all(alarming);
    met.in_start_up += usize::from(listens.borrow().is_none());
    Ok(())
}

async fn await_writes(server: &Server, writes: u64, tally: &Tally) -> anyhow::Result<()> {
    let mut acknowledged = tally.acknowledged.subscribe();
    let goal = *acknowledged.borrow_and_update() + writes;
    let reached = timeout(PATIENCE, acknowledged.wait_for(|count| *count >= goal)).await;
    reached.with_context(|| format!("the clients make no progress; the server said: {}", server.last_words()))??;
    Ok(())
}
