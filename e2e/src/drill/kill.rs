//! The drill `kill`: clients write, the process is killed again and again, and nothing that was acknowledged may be missing,
//! doubled or changed; and the views must be those that a fresh rendering gives.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use indicatif::ProgressBar;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::client::Client;
use super::compare::{Comparison, compare};
use super::contested::Contested;
use super::report::Report;
use super::server::Server;
use super::times::Times;
use super::verify::{rebuild, verify};
use super::writers::{History, Tally, Writer};
use super::{Site, log, read_back};

/// Lists that all clients write.
const CONTESTED: usize = 8;
/// Time in which clients must get on, between two kills.
const PATIENCE: Duration = Duration::from_secs(60);

/// How large the drill is.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Moments at which the process is killed.
    pub moments: usize,
    /// Clients that write meanwhile.
    pub clients: usize,
    /// Times at which everything is compared on the way, the end included.
    pub checkpoints: usize,
    /// What everything random follows from.
    pub seed: u64,
}

/// When the process is killed.
#[derive(Debug, Clone, Copy)]
enum Moment {
    /// So long after it was started, whether it serves by then or not.
    Started(Duration),
    /// So long after it began to serve.
    Serving(Duration),
    /// So long after it has answered so many writes.
    Written(u64, Duration),
}

/// What the kills met.
#[derive(Debug, Default)]
struct Met {
    in_start_up: usize,
    with_lost_answers: usize,
    most_lost_answers: u64,
    lost_answers: u64,
    starts: Times,
}

impl Met {
    /// Notes what the last kill has cost, once the clients have noticed it.
    fn note_lost_answers(&mut self, tally: &Tally) {
        let lost_answers = tally.in_doubt.load(Ordering::Relaxed);
        let lost = lost_answers - self.lost_answers;
        self.lost_answers = lost_answers;
        self.with_lost_answers += usize::from(lost > 0);
        self.most_lost_answers = self.most_lost_answers.max(lost);
    }
}

impl Moment {
    /// Delays are spread evenly over their orders of magnitude, 0.2 ms to 150 ms: as many fall into a start or a transaction
    /// as into the quiet after it.
    fn draw(rng: &mut StdRng) -> Self {
        let delay = Duration::from_secs_f64(0.000_2 * 750_f64.powf(rng.random()));
        match rng.random_range(0..4) {
            0 => Self::Started(delay),
            1 => Self::Serving(delay),
            _ => Self::Written(rng.random_range(1..=200), delay / 20),
        }
    }
}

/// Runs the drill.
///
/// # Errors
/// When it cannot be carried out; broken promises stand in the report.
pub async fn run(site: &Site, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let mut rng = StdRng::seed_from_u64(settings.seed);
    let tally = Arc::new(Tally::default());
    let client = Client::new(site.address(), site.key.clone())?;
    let server = site.serve().await?;
    let contested = Arc::new(Contested::create(&client, &mut rng, CONTESTED).await?);
    tally.faults.note_all(server.kill().await?);

    let writers = (0..settings.clients).map(|number| Writer::new(site, settings.seed, number));
    let mut writers = writers.collect::<anyhow::Result<Vec<_>>>()?;
    let (mut met, mut comparison, mut others) = (Met::default(), Comparison::default(), contested.ids());
    for checkpoint in 0..settings.checkpoints {
        let share = |part: usize| settings.moments * part / settings.checkpoints;
        bar.set_message(format!("{} faults", tally.faults.count()));
        tally.stop.store(false, Ordering::Relaxed);
        let mut running = JoinSet::new();
        for writer in writers.drain(..) {
            let (tally, contested) = (Arc::clone(&tally), Arc::clone(&contested));
            running.spawn(async move { writer.run(&tally, &contested).await });
        }
        for _ in share(checkpoint)..share(checkpoint + 1) {
            kill_once(site, Moment::draw(&mut rng), &tally, &mut met).await?;
            bar.inc(1);
        }
        let server = site.serve().await?;
        tally.stop.store(true, Ordering::Relaxed);
        while let Some(writer) = running.join_next().await {
            writers.push(writer?);
        }
        met.note_lost_answers(&tally);
        match read_back::wait_for_views(&client, &format!("checkpoint-{checkpoint}")).await {
            Ok(id) => others.extend([id]),
            Err(fault) => tally.faults.note(fault),
        }
        comparison = check(site, &client, &writers, &contested, &others, &tally).await?;
        tally.faults.note_all(server.kill().await?);
        verify(site, &tally.faults)?;
    }
    let documents = rebuild(site, &tally.faults)?;
    Ok(report(settings, &tally, &contested, &met, &comparison, &documents))
}

/// Starts a server, kills it at that moment, and notes what it was at.
async fn kill_once(site: &Site, moment: Moment, tally: &Tally, met: &mut Met) -> anyhow::Result<()> {
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
    reached.with_context(|| format!("the clients do not get on; the server said: {}", server.last_words()))??;
    Ok(())
}

/// Compares what clients were told with the log, and the log with what is answered. Nobody writes meanwhile.
async fn check(
    site: &Site,
    client: &Client,
    writers: &[Writer],
    contested: &Contested,
    others: &BTreeSet<i64>,
    tally: &Tally,
) -> anyhow::Result<Comparison> {
    let truth = Arc::new(log::read(site).await?);
    let histories: Vec<&History> = writers.iter().flat_map(|writer| &writer.histories).collect();
    let mut comparison = compare(&histories, &truth, others);
    tally.faults.note_all(std::mem::take(&mut comparison.faults));
    tally.faults.note_all(contested.faults(&truth));
    read_back::pages(client, &truth, &tally.faults).await;
    read_back::details(site, &truth, &tally.faults).await?;
    Ok(comparison)
}

fn report(
    settings: Settings,
    tally: &Tally,
    contested: &Contested,
    met: &Met,
    comparison: &Comparison,
    documents: &str,
) -> Report {
    let Settings { moments, clients, checkpoints, seed } = settings;
    let Comparison { found, carried_out, not_carried_out, not_doubled, .. } = comparison;
    let lines = vec![
        format!("{moments} kills under {clients} clients, seed {seed}, everything compared {checkpoints} times."),
        format!(
            "Kills: {} before the server served; {} cost answers, at most {} at once.",
            met.in_start_up, met.with_lost_answers, met.most_lost_answers
        ),
        format!("Start after a kill: {}.", met.starts.summary()),
        format!(
            "Writes answered: {}. Attempts whose answer was lost: {}.",
            *tally.acknowledged.borrow(),
            tally.in_doubt.load(Ordering::Relaxed)
        ),
        format!(
            "Revisions acknowledged: {found}, each found once; {not_doubled} of them were asked for again after they were stored."
        ),
        format!("Given up in doubt: {carried_out} had been carried out whole, {not_carried_out} not at all."),
        format!(
            "Lists with many writers: {} lines acknowledged, each there once; {} changes refused as overtaken.",
            contested.added(),
            contested.refused.load(Ordering::Relaxed)
        ),
        format!("Views against a fresh rebuild: {documents}"),
    ];
    Report::new(lines, &tally.faults)
}
