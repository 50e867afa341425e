//! The load on a fleet during a drill: some clients write, with keys and retries, others read. Afterwards the data is
//! checked.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use e2e::client::{Client, Request};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::Fleet;
use crate::check::check;
use crate::compare::Comparison;
use crate::contested::Contested;
use crate::place::Place;
use crate::tally::Tally;
use crate::times::Times;
use crate::verify::{rebuild, verify};
use crate::writers::Writer;

/// Lists that all clients write.
const CONTESTED: usize = 8;
/// Number of clients that write for each one that only reads.
const WRITERS_PER_READER: usize = 4;
/// Time in which clients must make progress.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time in which everything must work again after any fault.
pub(crate) const RECOVERY: Duration = Duration::from_secs(10);

/// Clients at work on a fleet.
pub(crate) struct Load<'a> {
    fleet: &'a Fleet,
    pub(crate) tally: Arc<Tally>,
    contested: Arc<Contested>,
    idle: Vec<Writer>,
    writing: JoinSet<Writer>,
    reading: JoinSet<Times>,
    reads: Arc<Reads>,
    /// Lists created by other clients.
    pub(crate) others: BTreeSet<i64>,
    clients: usize,
    seed: u64,
}

/// The state of the clients that only read.
#[derive(Debug, Default)]
pub(crate) struct Reads {
    /// Attempts that were not answered, or were answered with `Retry-After`, 503 or 507.
    pub(crate) failed: AtomicU64,
}

impl<'a> Load<'a> {
    /// Creates the clients, which do not start yet.
    pub(crate) async fn new(fleet: &'a Fleet, seed: u64, clients: usize, careless: bool) -> anyhow::Result<Self> {
        let (door, mut rng) = (fleet.door(), StdRng::seed_from_u64(seed));
        let contested = Arc::new(Contested::create(&door.client()?, &mut rng, CONTESTED).await?);
        let tally = Arc::new(Tally { careless, ..Tally::default() });
        let idle = (0..clients).map(|number| Writer::new(&door, seed, number)).collect::<anyhow::Result<_>>()?;
        fleet.wait_for_views().await.map_err(anyhow::Error::msg)?;
        let (writing, reading, reads, others) = (JoinSet::new(), JoinSet::new(), Arc::default(), BTreeSet::new());
        Ok(Self { fleet, tally, contested, idle, writing, reading, reads, others, clients, seed })
    }

    /// Starts all clients.
    pub(crate) fn start(&mut self) -> anyhow::Result<()> {
        self.tally.stop.store(false, Ordering::Relaxed);
        for writer in self.idle.drain(..) {
            let (tally, contested) = (Arc::clone(&self.tally), Arc::clone(&self.contested));
            self.writing.spawn(async move { writer.run(&tally, &contested).await });
        }
        for number in 0..self.clients.div_ceil(WRITERS_PER_READER) {
            let (tally, reads) = (Arc::clone(&self.tally), Arc::clone(&self.reads));
            let lists = self.contested.ids().into_iter().collect();
            let rng = StdRng::seed_from_u64(self.seed.wrapping_mul(7_919).wrapping_add(number as u64));
            let reader = Reader { client: self.fleet.door().client()?, rng, lists };
            self.reading.spawn(async move { reader.run(&tally, &reads).await });
        }
        Ok(())
    }

    /// Waits until `writes` more writes were answered.
    pub(crate) async fn written(&self, writes: u64) -> anyhow::Result<()> {
        let mut acknowledged = self.tally.acknowledged.subscribe();
        let goal = *acknowledged.borrow_and_update() + writes;
        let reached = timeout(PATIENCE, acknowledged.wait_for(|count| *count >= goal)).await;
        reached.context("the clients make no progress")??;
        Ok(())
    }

    /// Waits until a write and a read with its token work again through the gateway. Returns how long that took.
    pub(crate) async fn recovered(&self, since: Instant) -> Duration {
        let worked = self.fleet.probe().await;
        let took = since.elapsed();
        self.tally.faults.note_all(worked.err());
        if took > RECOVERY {
            self.tally.faults.note(format!("a write and a read worked again only after {took:.1?}"));
        }
        took
    }

    /// Stops all clients after their current requests. Returns how long reads took.
    pub(crate) async fn stop(&mut self) -> anyhow::Result<Times> {
        self.tally.stop.store(true, Ordering::Relaxed);
        while let Some(writer) = self.writing.join_next().await {
            self.idle.push(writer?);
        }
        let mut times = Times::default();
        while let Some(read) = self.reading.join_next().await {
            times.merge(read?);
        }
        Ok(times)
    }

    /// Stops all clients, and compares their answers with the log, the log with the served answers, and the views with
    /// a fresh rebuild. Returns the lines of the report.
    pub(crate) async fn end(mut self) -> anyhow::Result<(Vec<String>, Arc<Tally>)> {
        let times = self.stop().await?;
        let (fleet, tally) = (self.fleet, Arc::clone(&self.tally));
        tally.faults.note_all(fleet.wait_for_views().await.err());
        let mut others = std::mem::take(&mut self.others);
        others.extend(self.contested.ids());
        others.extend(fleet.probed());
        let client = fleet.door().client()?;
        let comparison = check(fleet, &client, &self.idle, &self.contested, &others, &tally).await?;
        verify(fleet, &tally.faults)?;
        let documents = rebuild(fleet, &tally.faults)?;
        tally.faults.note_all(fleet.panics());
        let mut lines = self.lines(&comparison, &times);
        lines.push(format!("Views against a fresh rebuild: {documents}"));
        lines.push(format!("Processes that ended without being killed: {}.", fleet.ended_by_themselves()));
        Ok((lines, tally))
    }

    fn lines(&self, comparison: &Comparison, times: &Times) -> Vec<String> {
        let Comparison { found, carried_out, not_carried_out, not_doubled, .. } = comparison;
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let (tally, contested) = (&self.tally, &self.contested);
        vec![
            format!(
                "Writes answered: {}. Attempts whose answer was lost: {}; answered 503 or 507: {}.",
                *tally.acknowledged.borrow(),
                count(&tally.in_doubt),
                count(&tally.put_off)
            ),
            format!(
                "Revisions acknowledged: {found}, each found once; {not_doubled} were asked for again after they were stored."
            ),
            format!("Given up in doubt: {carried_out} had been carried out whole, {not_carried_out} not at all."),
            format!("Read back with the token of the write: {}.", count(&tally.read_back)),
            format!(
                "Lists with many writers: {} lines acknowledged, each there once; {} changes refused as overtaken.",
                contested.added(),
                count(&contested.refused)
            ),
            format!(
                "Reads meanwhile: {}, {}; attempts that failed: {}.",
                times.count(),
                times.summary(),
                count(&self.reads.failed)
            ),
        ]
    }

    /// Number of failed reads so far.
    pub(crate) fn failed_reads(&self) -> u64 {
        self.reads.failed.load(Ordering::Relaxed)
    }
}

/// A client that reads existing lists.
struct Reader {
    client: Client,
    rng: StdRng,
    lists: Vec<i64>,
}

impl Reader {
    /// Reads until it is stopped. Returns how long reads took, retries included.
    async fn run(mut self, tally: &Tally, reads: &Reads) -> Times {
        let mut times = Times::default();
        while !tally.stop.load(Ordering::Relaxed) {
            let list = self.lists[self.rng.random_range(0..self.lists.len())];
            let path = match self.rng.random_range(0..4) {
                0 => "/api/v1/decklists/?page_size=20".to_owned(),
                1 => format!("/api/v1/decklists/{list}/revisions/"),
                _ => format!("/api/v1/decklists/{list}/"),
            };
            let asked = self.client.ask(&Request::get(&path), false).await;
            reads.failed.fetch_add((asked.in_doubt + asked.put_off).into(), Ordering::Relaxed);
            times.add(asked.took);
            match asked.answer {
                Some(answer) if answer.status == 200 => {}
                Some(answer) => tally.faults.note(format!("{path} is answered {}", answer.short())),
                None => tally.faults.note(format!("{path} was not answered within a minute")),
            }
        }
        times
    }
}
