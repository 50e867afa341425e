//! The load of most drills: some clients write, with keys and retries, others read. Afterwards the clients' answers are
//! compared with the log, the log with everything that is served, and the views with a fresh rebuild.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use e2e::client::{Client, Request};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinSet;

use crate::compare::{Comparison, History, Truth, compare};
use crate::contested::Contested;
use crate::fleet::{Fleet, Shape};
use crate::log;
use crate::place::Place;
use crate::read_back::{self, PROBE, probe};
use crate::report::{Faults, Report};
use crate::shots::Shots;
use crate::tally::{Tally, joined};
use crate::times::Times;
use crate::usual::Usual;
use crate::writers::Writer;

/// Lists that all clients write.
const CONTESTED: usize = 8;
/// Number of clients that write for each one that only reads.
const WRITERS_PER_READER: usize = 4;
/// Time in which everything must work again after any fault.
pub(crate) const RECOVERY: Duration = Duration::from_secs(10);

/// Clients at work.
pub(crate) struct Load<P> {
    pub(crate) place: P,
    pub(crate) tally: Arc<Tally>,
    /// From the end of each fault until a write and a read with its token worked.
    pub(crate) recoveries: Times,
    contested: Arc<Contested>,
    idle: Vec<Writer>,
    writing: JoinSet<Writer>,
    reading: JoinSet<Times>,
    /// Attempts to read that were not answered, or were answered with `Retry-After`, 503 or 507.
    failed_reads: Arc<AtomicU64>,
    /// Clients that only read.
    pub(crate) readers: usize,
    seed: u64,
}

impl Load<Fleet> {
    /// Starts several processes, this many clients that write, and a quarter as many that read.
    pub(crate) async fn of_several(shape: Shape, clients: usize, usual: &Usual) -> anyhow::Result<Self> {
        Self::on(usual.fleet(shape).await?, clients, usual).await
    }

    /// The same on processes that run.
    pub(crate) async fn on(fleet: Fleet, clients: usize, usual: &Usual) -> anyhow::Result<Self> {
        let mut load = Self::new(fleet, clients, usual).await?;
        load.readers = clients.div_ceil(WRITERS_PER_READER);
        load.place.settled().await.map_err(anyhow::Error::msg)?;
        load.start()?;
        Ok(load)
    }
}

impl<P: Place> Load<P> {
    /// Creates clients that write, which do not start yet.
    pub(crate) async fn new(place: P, clients: usize, usual: &Usual) -> anyhow::Result<Self> {
        let (door, mut rng) = (place.door(), usual.rng());
        let contested = Arc::new(Contested::create(&door.client()?, &mut rng, CONTESTED).await?);
        let tally = Arc::new(Tally { careless: usual.careless, ..Tally::default() });
        let idle = (0..clients).map(|number| Writer::new(&door, usual.rng_of(number), number));
        Ok(Self {
            place,
            tally,
            recoveries: Times::default(),
            contested,
            idle: idle.collect::<anyhow::Result<_>>()?,
            writing: JoinSet::new(),
            reading: JoinSet::new(),
            failed_reads: Arc::default(),
            readers: 0,
            seed: usual.seed,
        })
    }

    /// Starts all clients.
    pub(crate) fn start(&mut self) -> anyhow::Result<()> {
        self.tally.stop.store(false, Ordering::Relaxed);
        for writer in self.idle.drain(..) {
            let (tally, contested) = (Arc::clone(&self.tally), Arc::clone(&self.contested));
            self.writing.spawn(async move { writer.run(&tally, &contested).await });
        }
        for number in 0..self.readers {
            let (tally, failed) = (Arc::clone(&self.tally), Arc::clone(&self.failed_reads));
            let rng = StdRng::seed_from_u64(self.seed.wrapping_mul(7_919).wrapping_add(number as u64));
            let reader = Reader { client: self.place.door().client()?, rng, lists: self.lists() };
            self.reading.spawn(async move { reader.run(&tally, &failed).await });
        }
        Ok(())
    }

    /// The clients that write, while they are stopped.
    pub(crate) fn writers(&mut self) -> &mut [Writer] {
        &mut self.idle
    }

    /// Ids of lists that exist as long as the load.
    pub(crate) fn lists(&self) -> Vec<i64> {
        self.contested.ids().into_iter().collect()
    }

    /// Waits until a write and a read with its token work again, and notes the time since `since`.
    pub(crate) async fn recovered(&mut self, since: Instant) -> anyhow::Result<()> {
        let worked = probe(&self.place.door().client()?, &[]).await;
        let took = since.elapsed();
        self.tally.faults.note_all(worked.err());
        if took > RECOVERY {
            self.tally.faults.note(format!("a write and a read worked again only after {took:.1?}"));
        }
        self.recoveries.add(took);
        Ok(())
    }

    /// Stops all clients after their current requests. Returns how long reads took.
    pub(crate) async fn stop(&mut self) -> anyhow::Result<Times> {
        self.tally.stop.store(true, Ordering::Relaxed);
        self.idle.extend(joined(std::mem::take(&mut self.writing)).await?);
        let mut times = Times::default();
        joined(std::mem::take(&mut self.reading)).await?.into_iter().for_each(|read| times.merge(read));
        Ok(times)
    }

    /// Waits until the views hold everything, and compares the answers that the stopped clients got with the log, and the
    /// log with the answers of the service.
    pub(crate) async fn compare(&self) -> anyhow::Result<Comparison> {
        let faults = &self.tally.faults;
        faults.note_all(self.place.settled().await.err());
        let truth = Arc::new(log::read(&self.place).await?);
        let mut others = self.contested.ids();
        others.extend(Shots::lists(&truth));
        others.extend(probes(&truth, faults));
        let histories: Vec<&History> = self.idle.iter().flat_map(|writer| &writer.histories).collect();
        let mut comparison = compare(&histories, &truth, &others);
        faults.note_all(std::mem::take(&mut comparison.faults));
        faults.note_all(self.contested.faults(&truth));
        read_back::pages(&self.place.door().client()?, &truth, faults).await;
        read_back::details(&self.place.door(), &truth, faults).await?;
        Ok(comparison)
    }

    /// Stops all clients, and checks everything. Returns the lines of the report.
    pub(crate) async fn end(&mut self) -> anyhow::Result<Vec<String>> {
        let times = self.stop().await?;
        let comparison = self.compare().await?;
        let concluded = self.place.conclude(&self.tally.faults)?;
        let mut lines = self.lines(&comparison);
        lines.push(format!(
            "Reads meanwhile: {}, {}; attempts that failed: {}.",
            times.count(),
            times.summary(),
            self.failed_reads()
        ));
        lines.extend(concluded);
        Ok(lines)
    }

    /// What the clients that write found.
    pub(crate) fn lines(&self, comparison: &Comparison) -> Vec<String> {
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
        ]
    }

    /// A line about the recoveries, which began `from` some moment.
    pub(crate) fn recovery_line(&self, from: &str) -> String {
        format!("From {from} until a write and a read with its token work: {}.", self.recoveries.summary())
    }

    /// Completes a report, which begins with these lines.
    pub(crate) fn report(&self, mut lines: Vec<String>, figures: Vec<String>) -> Report {
        lines.extend(figures);
        Report::new(lines, &self.tally.faults)
    }

    /// Number of failed reads so far.
    pub(crate) fn failed_reads(&self) -> u64 {
        self.failed_reads.load(Ordering::Relaxed)
    }
}

/// Ids of the lists that probes created. Each must be there once.
fn probes(truth: &Truth, faults: &Faults) -> BTreeSet<i64> {
    let mut times = BTreeMap::<&str, usize>::new();
    let of_probes: Vec<_> = truth.iter().filter(|(_, stored)| stored[0].body.name.starts_with(PROBE)).collect();
    of_probes.iter().for_each(|(_, stored)| *times.entry(&stored[0].body.name).or_default() += 1);
    let doubled = times.into_iter().filter(|(_, count)| *count > 1);
    faults.note_all(doubled.map(|(name, count)| format!("`{name}` is stored {count} times")));
    of_probes.into_iter().map(|(id, _)| *id).collect()
}

/// A client that reads existing lists.
struct Reader {
    client: Client,
    rng: StdRng,
    lists: Vec<i64>,
}

impl Reader {
    /// Reads until it is stopped. Returns how long reads took, retries included.
    async fn run(mut self, tally: &Tally, failed: &AtomicU64) -> Times {
        let mut times = Times::default();
        while !tally.stop.load(Ordering::Relaxed) {
            let list = self.lists[self.rng.random_range(0..self.lists.len())];
            let path = match self.rng.random_range(0..4) {
                0 => "/api/v1/decklists/?page_size=20".to_owned(),
                1 => format!("/api/v1/decklists/{list}/revisions/"),
                _ => format!("/api/v1/decklists/{list}/"),
            };
            let asked = self.client.ask(&Request::get(&path), false).await;
            failed.fetch_add((asked.in_doubt + asked.put_off).into(), Ordering::Relaxed);
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
