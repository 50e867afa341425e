//! The moments at which processes are killed, and figures of the kills of one process.

use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use rand::RngExt;
use rand::rngs::StdRng;

use crate::server::Server;
use crate::site::Site;
use crate::tally::Tally;
use crate::times::Times;

/// When the process is killed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Moment {
    /// This long after it was started, whether it serves by then or not.
    Started(Duration),
    /// This long after everything worked.
    Working(Duration),
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

/// Draws a delay. Delays are spread evenly over their orders of magnitude, 0.2 ms to 150 ms: as many fall into a start or a
/// transaction as into the idle time after it.
pub(crate) fn delay(rng: &mut StdRng) -> Duration {
    Duration::from_secs_f64(0.000_2 * 750_f64.powf(rng.random()))
}

impl Moment {
    /// Draws a moment, after at most this many writes.
    pub(crate) fn draw(rng: &mut StdRng, most_writes: u64) -> Self {
        let delay = delay(rng);
        match rng.random_range(0..4) {
            0 => Self::Started(delay),
            1 => Self::Working(delay),
            _ => Self::Written(rng.random_range(1..=most_writes), delay / 20),
        }
    }
}

/// Kills a running server and starts it again at once; at times it is killed again, this delay after its start. Returns the
/// alarming lines of the log, and the number of kills.
pub(crate) async fn restart(
    site: &Site,
    server: &mut Option<Server>,
    rng: &mut StdRng,
    delay: fn(&mut StdRng) -> Duration,
) -> anyhow::Result<(Vec<String>, usize)> {
    let (mut alarming, mut kills) = (server.take().context("no server")?.kill().await?, 1);
    while rng.random_ratio(1, 4) {
        alarming.extend(site.start()?.kill_after(delay(rng)).await?);
        kills += 1;
    }
    let mut started = site.start()?;
    started.listening().await?;
    *server = Some(started);
    Ok((alarming, kills))
}

/// Starts a server, kills it at that moment, and notes whether it had begun to serve.
pub(crate) async fn kill_once(site: &Site, moment: Moment, tally: &Tally, met: &mut Met) -> anyhow::Result<()> {
    let mut server = site.start()?;
    met.note_lost_answers(tally);
    let delay = match moment {
        Moment::Started(delay) => delay,
        Moment::Working(delay) => {
            met.starts.add(server.listening().await?);
            delay
        }
        Moment::Written(writes, delay) => {
            met.starts.add(server.listening().await?);
            tally.written(writes).await.with_context(|| format!("the server said: {}", server.last_words()))?;
            delay
        }
    };
    let listens = server.listens();
    let alarming = server.kill_after(delay).await?;
    tally.faults.note_all(alarming);
    met.in_start_up += usize::from(listens.borrow().is_none());
    Ok(())
}
