//! `bench share`: what one organization's burst does to another that writes at a steady rate. Lists are posted, on SQLite and
//! on PostgreSQL.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use test_servers::Postgres;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::Size;
use super::write::body;
use crate::figures::{Samples, at, millis};
use crate::http::{Connection, Request};
use crate::pace::{AT_ONCE, Pace, Times, Write, Writes, paced};
use crate::report::Table;
use crate::subject::Subject;

/// Lists per second of an organization that writes at a steady rate.
const STEADY: u32 = 200;
/// Its pairs of connections.
const STEADY_PAIRS: usize = 32;
/// Time from the start of the burst until the other organization is measured.
const LEAD: Duration = Duration::from_secs(1);

/// Clients of organization A, at most 512: a caller may have that many requests at once.
const CLIENTS: usize = 80;

/// Runs the benchmark: an organization writes at a steady rate, alone and while another one writes as much as it can.
pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let postgres = Postgres::private()?;
    let columns = "store | A, × B's rate | answered, p50 / p99 ms | visible after that, p50 / p99 ms";
    let title = format!("{STEADY} lists of B a second, and as many of A as {CLIENTS} clients can post");
    let mut table = Table::new(title, columns);
    for (name, subject) in [("SQLite", Subject::on_sqlite()?), ("PostgreSQL", Subject::on_postgres(&postgres).await?)] {
        let (key, (_, other)) = (subject.key.clone(), subject.tenant("Store 2")?);
        let running = subject.serve().await?;
        let (mut alone, mut beside) = (Steady::default(), Steady::default());
        let request = Request::send("POST", "/api/v1/decklists/", &other, &[AT_ONCE], &body());
        let other: Arc<str> = other.into();
        let writes: Writes = Arc::new(move |_| Write { request: request.clone(), key: Arc::clone(&other), path: None });
        let pace = Pace { rate: STEADY, pairs: STEADY_PAIRS, time: size.time() };
        for _ in 0..size.runs {
            alone.add(paced(running.port, &writes, pace).await?, 0.0);
            running.settles().await;
            let burst = Burst::begin(running.port, &key, CLIENTS).await?;
            sleep(LEAD).await;
            let (begun, before) = (Instant::now(), burst.posted());
            let times = paced(running.port, &writes, pace).await?;
            beside.add(times, (burst.posted() - before) as f64 / begun.elapsed().as_secs_f64());
            burst.end().await?;
            running.settles().await;
        }
        table.row(alone.told(format!("{name}, B alone")));
        table.row(beside.told(format!("{name}, during A's burst")));
    }
    table.note("B's lists come at their rate, however late earlier ones are answered; every one is stored.");
    Ok(vec![table])
}

/// Samples of an organization that writes at a steady rate.
#[derive(Default)]
struct Steady {
    /// The other organization's rate, divided by this one's.
    other: Samples,
    answered: [Samples; 2],
    visible: [Samples; 2],
}

impl Steady {
    fn add(&mut self, mut times: Times, other: f64) {
        self.other.add(other / f64::from(STEADY));
        for (place, part) in [500, 990].into_iter().enumerate() {
            self.answered[place].add(millis(at(&mut times.answered, part)));
            self.visible[place].add(millis(at(&mut times.visible, part)));
        }
    }

    fn told(&self, what: String) -> Vec<String> {
        let pair = |[half, most]: &[Samples; 2]| format!("{} / {}", half.told(), most.told());
        vec![what, self.other.told(), pair(&self.answered), pair(&self.visible)]
    }
}

/// Clients that post lists until they are stopped.
struct Burst {
    stop: Arc<AtomicBool>,
    posted: Arc<AtomicUsize>,
    works: JoinSet<anyhow::Result<()>>,
}

impl Burst {
    async fn begin(port: u16, key: &str, clients: usize) -> anyhow::Result<Self> {
        let (stop, posted, mut works) = (Arc::<AtomicBool>::default(), Arc::<AtomicUsize>::default(), JoinSet::new());
        let request = Request::send("POST", "/api/v1/decklists/", key, &[], &body());
        for _ in 0..clients {
            let mut connection = Connection::open(port).await?;
            let (stop, posted, request) = (Arc::clone(&stop), Arc::clone(&posted), request.clone());
            works.spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    connection.ask(&request).await?.expect(201)?;
                    posted.fetch_add(1, Ordering::Relaxed);
                }
                Ok(())
            });
        }
        Ok(Self { stop, posted, works })
    }

    /// Returns the number of lists so far.
    fn posted(&self) -> usize {
        self.posted.load(Ordering::Relaxed)
    }

    /// Waits for the last answers.
    async fn end(self) -> anyhow::Result<()> {
        self.stop.store(true, Ordering::Relaxed);
        self.works.join_all().await.into_iter().collect()
    }
}
