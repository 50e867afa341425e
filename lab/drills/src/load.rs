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
use crate::fleet::Fleet;
use crate::log;
use crate::place::Place;
use crate::read_back::{self, PROBE, probe, settled};
use crate::run::{Faults, Run};
use crate::shots::Shots;
use crate::tally::Tally;
use crate::times::Times;
use crate::writers::Writer;

/// Time in which everything must work again after any fault.
pub(crate) const RECOVERY: Duration = Duration::from_secs(10);

pub(crate) struct Load<P> {
    pub(crate) place: P,
    pub(crate) tally: Arc<Tally>,
    /// From the end of each fault until a write and a read with its token worked.
    pub(crate) recoveries: Times,
    contested: Arc<Contested>,
    /// The clients that write, while they are stopped.
    pub(crate) idle: Vec<Writer>,
    writing: JoinSet<Writer>,
    reading: JoinSet<()>,
    pub(crate) readers: usize,
    run: Run,
}

impl Load<Fleet> {
    /// Starts this many clients that write, and a quarter as many that read.
    pub(crate) async fn on(fleet: Fleet, clients: usize, run: &Run) -> anyhow::Result<Self> {
        let mut load = Self::new(fleet, clients, run).await?;
        load.readers = clients.div_ceil(4);
        settled(&load.place).await?;
        load.start()?;
        Ok(load)
    }
}

impl<P: Place> Load<P> {
    /// Creates clients that write, which do not start yet.
    pub(crate) async fn new(place: P, clients: usize, run: &Run) -> anyhow::Result<Self> {
        let (door, mut rng) = (place.door(), run.rng());
        let contested = Arc::new(Contested::create(&door.client()?, &mut rng, 8).await?);
        let tally = Tally { careless: run.careless, faults: run.faults.clone(), ..Tally::default() };
        let idle = (0..clients).map(|number| Writer::new(&door, run.rng_of(number), number));
        Ok(Self {
            place,
            tally: Arc::new(tally),
            recoveries: Times::default(),
            contested,
            idle: idle.collect::<anyhow::Result<_>>()?,
            writing: JoinSet::new(),
            reading: JoinSet::new(),
            readers: 0,
            run: run.clone(),
        })
    }

    pub(crate) fn start(&mut self) -> anyhow::Result<()> {
        self.tally.stop.store(false, Ordering::Relaxed);
        for writer in self.idle.drain(..) {
            self.writing.spawn(writer.run(Arc::clone(&self.tally), Arc::clone(&self.contested)));
        }
        for number in 0..self.readers {
            let rng = StdRng::seed_from_u64(self.run.seed.wrapping_mul(7_919).wrapping_add(number as u64));
            let client = self.place.door().client()?;
            self.reading.spawn(read(client, rng, Arc::clone(&self.contested), Arc::clone(&self.tally)));
        }
        Ok(())
    }

    /// Waits until a write and a read with its token work again, and notes the time since `since`.
    pub(crate) async fn recovered(&mut self, since: Instant) -> anyhow::Result<()> {
        let worked = probe(&self.place.door().client()?, &[]).await;
        let took = since.elapsed();
        self.run.faults.check(worked);
        if took > RECOVERY {
            self.run.faults.note(format!("a write and a read worked again only after {took:.1?}"));
        }
        self.recoveries.add(took);
        Ok(())
    }

    /// Stops all clients after their current requests.
    pub(crate) async fn stop(&mut self) {
        self.tally.stop.store(true, Ordering::Relaxed);
        self.idle.extend(std::mem::take(&mut self.writing).join_all().await);
        std::mem::take(&mut self.reading).join_all().await;
    }

    /// Waits until the views hold everything, and compares the answers that the stopped clients got with the log, and the
    /// log with the answers of the service.
    pub(crate) async fn compare(&self) -> anyhow::Result<Comparison> {
        let faults = &self.run.faults;
        faults.check(settled(&self.place).await);
        let truth = Arc::new(log::read(&self.place).await?);
        let mut others: BTreeSet<_> = self.contested.lists.iter().copied().collect();
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
        self.stop().await;
        let mut lines = self.lines(&self.compare().await?);
        let (reads, failed) = (self.tally.reads.lock().unwrap().clone(), self.failed_reads());
        lines.push(format!("Reads meanwhile: {}, {}; attempts that failed: {failed}.", reads.count(), reads.summary()));
        lines.extend(self.place.conclude(&self.run.faults)?);
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

    pub(crate) fn failed_reads(&self) -> u64 {
        self.tally.failed_reads.load(Ordering::Relaxed)
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

/// Reads existing lists until it is stopped.
async fn read(client: Client, mut rng: StdRng, contested: Arc<Contested>, tally: Arc<Tally>) {
    while !tally.stop.load(Ordering::Relaxed) {
        let list = contested.lists[rng.random_range(0..contested.lists.len())];
        let path = match rng.random_range(0..4) {
            0 => "/api/v1/decklists/?page_size=20".to_owned(),
            1 => format!("/api/v1/decklists/{list}/revisions/"),
            _ => format!("/api/v1/decklists/{list}/"),
        };
        let asked = client.ask(&Request::get(&path), false).await;
        tally.failed_reads.fetch_add((asked.in_doubt + asked.put_off).into(), Ordering::Relaxed);
        tally.reads.lock().unwrap().add(asked.took);
        match asked.answer {
            Some(answer) if answer.status == 200 => {}
            Some(answer) => tally.faults.note(format!("{path} is answered {}", answer.short())),
            None => tally.faults.note(format!("{path} was not answered within a minute")),
        }
    }
}
