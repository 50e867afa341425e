//! `bench share`: what one organization's burst does to another, and what more clients than the service can carry do to
//! all. Lists are posted, on SQLite and on PostgreSQL.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use test_servers::Postgres;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::Size;
use super::crowd::ORGANIZATIONS;
use super::idle::mebibytes;
use super::write::{body, post};
use crate::figures::{Samples, at, count, millis, number};
use crate::http::{Answer, Connection, Request};
use crate::pace::{AT_ONCE, Pace, Times, Write, Writes, paced};
use crate::report::{Table, say};
use crate::subject::{Running, Subject};

/// The clients of the burst for each client of the other organization.
const TIMES: usize = 10;
/// Lists per second of an organization that writes at a steady rate.
const STEADY: u32 = 200;
/// Its pairs of connections.
const STEADY_PAIRS: usize = 32;
/// Time from the start of the burst until the other organization is measured.
const LEAD: Duration = Duration::from_secs(1);
/// What a fair share is.
const FAIR: &str =
    "A fair share of two is half of all: B is slowed beyond its share if it has less than half, and less than alone.";

/// The numbers of clients.
#[derive(Debug, Clone, Args)]
pub(crate) struct Share {
    /// Clients of organization B, at most 51; A has ten times as many, and a caller may have 512 requests at once
    #[arg(long, default_value_t = 8, value_name = "N")]
    clients: usize,
    /// Clients of all organizations for the overload [default: 4,000; at full size 8,000; at quick size 1,000]
    #[arg(long, value_name = "N")]
    overload: Option<usize>,
}

/// A service with the keys of its organizations.
struct Side {
    name: &'static str,
    running: Running,
    keys: Vec<String>,
    _subject: Subject,
}

/// Runs the benchmark.
pub(crate) async fn run(share: &Share, size: &Size) -> anyhow::Result<Vec<Table>> {
    let postgres = Postgres::private()?;
    let sides = [
        Side::of("SQLite", Subject::on_sqlite()?).await?,
        Side::of("PostgreSQL", Subject::on_postgres(&postgres).await?).await?,
    ];
    let clients = share.overload.unwrap_or_else(|| size.pick(1_000, 4_000, 8_000));
    Ok(vec![
        steady(&sides, share.clients, size).await?,
        burst(&sides, share.clients, size).await?,
        overload(&sides, clients, size).await?,
    ])
}

impl Side {
    async fn of(name: &'static str, subject: Subject) -> anyhow::Result<Self> {
        let mut keys = vec![subject.key.clone()];
        while keys.len() < ORGANIZATIONS {
            keys.push(subject.tenant(&format!("Store {}", keys.len() + 1))?.1);
        }
        Ok(Self { name, running: subject.serve().await?, keys, _subject: subject })
    }

    /// Does some work while the clients of organization A post as many lists as they can. Returns its result, and how many
    /// lists of A were posted a second meanwhile.
    async fn in_a_burst<T>(
        &self,
        clients: usize,
        work: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<(T, f64)> {
        let large = Burst::begin(self.running.port, &self.keys[0], clients).await?;
        sleep(LEAD).await;
        let (begun, before) = (Instant::now(), large.posted());
        let done = work.await?;
        let rate = portion(large.posted() - before, 1) / begun.elapsed().as_secs_f64();
        large.end().await?;
        self.running.settles().await;
        Ok((done, rate))
    }
}

/// Measures an organization that writes at a steady rate, alone and while another writes as much as it can.
async fn steady(sides: &[Side], clients: usize, size: &Size) -> anyhow::Result<Table> {
    let columns = "store | A, × B's rate | answered, p50 / p99 ms | visible after that, p50 / p99 ms";
    let title = format!("{STEADY} lists of B a second, and as many of A as {} clients can post", clients * TIMES);
    let mut table = Table::new(title, columns);
    let pace = Pace { rate: STEADY, pairs: STEADY_PAIRS, time: size.time() };
    for side in sides {
        let (mut alone, mut beside) = (Steady::default(), Steady::default());
        let port = side.running.port;
        let request = Request::send("POST", "/api/v1/decklists/", &side.keys[1], &[AT_ONCE], &body());
        let key: Arc<str> = side.keys[1].as_str().into();
        let writes: Writes = Arc::new(move |_| Write { request: request.clone(), key: Arc::clone(&key), path: None });
        for _ in 0..size.runs {
            alone.add(paced(port, &writes, pace).await?, 0.0);
            side.running.settles().await;
            let (times, of_a) = side.in_a_burst(clients * TIMES, paced(port, &writes, pace)).await?;
            beside.add(times, of_a);
        }
        table.row(alone.told(format!("{}, B alone", side.name)));
        table.row(beside.told(format!("{}, during A's burst", side.name)));
    }
    table.note("B's lists come at their rate, however late earlier ones are answered; every one is stored.");
    Ok(table)
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

/// Measures an organization alone, and during the burst of another.
async fn burst(sides: &[Side], clients: usize, size: &Size) -> anyhow::Result<Table> {
    let columns = "store | B alone, lists/s | p99 ms | B in A's burst, lists/s | p99 ms | A, lists/s | rate ÷ alone | p99 ÷ alone \
        | B's share of all, %";
    let title = format!("Lists of B, {clients} clients, during a burst of A, {} clients", clients * TIMES);
    let mut table = Table::new(title, columns);
    for side in sides {
        let [mut alone, mut late_alone, mut rate, mut late, mut of_a, mut part] = [(); 6].map(|()| Samples::default());
        let (port, time) = (side.running.port, size.time());
        for _ in 0..size.runs {
            let quiet = post(port, &side.keys[1], clients, time).await?;
            side.running.settles().await;
            let small = post(port, &side.keys[1], clients, time);
            let (small, large_rate) = side.in_a_burst(clients * TIMES, small).await?;
            say(format_args!(
                "{}: alone {:.0}/s, in a burst {:.0}/s of {:.0}/s",
                side.name,
                quiet.rate,
                small.rate,
                small.rate + large_rate
            ));
            alone.add(quiet.rate);
            late_alone.add(millis(quiet.most));
            rate.add(small.rate);
            late.add(millis(small.most));
            of_a.add(large_rate);
            part.add(100.0 * small.rate / (small.rate + large_rate));
        }
        let ratios = [rate.by(&alone), late.by(&late_alone)];
        let figures = [&alone, &late_alone, &rate, &late, &of_a, &ratios[0], &ratios[1], &part].map(Samples::told);
        table.row([side.name.to_owned()].into_iter().chain(figures).collect());
    }
    table.note(
        "Each client sends as soon as it has the previous answer. All clients share the processors with the service.",
    );
    table.note(FAIR);
    Ok(table)
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
        for mut connection in Connection::open_many(port, clients).await? {
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
    async fn end(mut self) -> anyhow::Result<()> {
        self.stop.store(true, Ordering::Relaxed);
        while let Some(done) = self.works.join_next().await {
            done??;
        }
        Ok(())
    }
}

/// A kind of answer to a client that posts a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// 201.
    Stored,
    /// 503 with `Retry-After`.
    Refused,
    /// 503 without `Retry-After`.
    Unsaid,
    /// 429: the limit of a caller.
    Limited,
}

/// Answers with their times.
type Answers = Vec<(Kind, Duration)>;

/// Measures the answers when there are more clients than the service can carry.
async fn overload(sides: &[Side], clients: usize, size: &Size) -> anyhow::Result<Table> {
    let columns = "store | stored, lists/s | p50 / p99 ms | 503 with Retry-After, % | p50 / p99 ms | 503 without, % | 429, % | \
        peak memory, MiB";
    let title = format!("Lists of {} clients in {ORGANIZATIONS} organizations", count(clients));
    let mut table = Table::new(title, columns);
    for side in sides {
        let [mut rate, mut refused, mut unsaid, mut limited, mut peak] = [(); 5].map(|()| Samples::default());
        let mut times = [(); 2].map(|()| [(); 2].map(|()| Samples::default()));
        for _ in 0..size.runs {
            side.running.tree.forget_peak()?;
            let (found, took) = crowded(side, clients, size.time()).await?;
            let of = |kind| found.iter().filter(|(it, _)| *it == kind).map(|(_, took)| *took).collect::<Vec<_>>();
            let percent = |kind| portion(of(kind).len(), found.len()) * 100.0;
            rate.add(portion(of(Kind::Stored).len(), 1) / took.as_secs_f64());
            refused.add(percent(Kind::Refused));
            unsaid.add(percent(Kind::Unsaid));
            limited.add(percent(Kind::Limited));
            peak.add(mebibytes(side.running.tree.peak()));
            for (mut answers, samples) in [Kind::Stored, Kind::Refused].map(of).into_iter().zip(&mut times) {
                let parts = [500, 990].map(|part| millis(at(&mut answers, part)));
                // Without an answer of this kind, there is no time.
                samples.iter_mut().zip(parts).filter(|_| !answers.is_empty()).for_each(|(it, time)| it.add(time));
            }
            say(format_args!("{}: {} answers, {:.1} % refused", side.name, found.len(), percent(Kind::Refused)));
            side.running.settles().await;
        }
        let [stored, refusals] = times.map(|parts| parts.map(|it| number(it.median())).join(" / "));
        let cells = [side.name.to_owned(), rate.told(), stored, refused.told(), refusals];
        table.row(cells.into_iter().chain([unsaid.told(), limited.told(), peak.told()]).collect());
    }
    table.note("Each client sends as soon as it has the previous answer; after a refusal it waits as long as `Retry-After` says.");
    Ok(table)
}

#[allow(clippy::cast_precision_loss, reason = "a few millions at most")]
fn portion(part: usize, all: usize) -> f64 {
    part as f64 / all.max(1) as f64
}

/// Posts lists with all clients. Returns the answers, and the time until the last one.
async fn crowded(side: &Side, clients: usize, time: Duration) -> anyhow::Result<(Answers, Duration)> {
    let requests = side.keys.iter().map(|key| Request::send("POST", "/api/v1/decklists/", key, &[], &body()));
    let requests: Vec<_> = requests.collect();
    let connections = Connection::open_many(side.running.port, clients).await?;
    let (begun, mut posting) = (Instant::now(), JoinSet::new());
    for (connection, request) in connections.into_iter().zip(requests.iter().cycle()) {
        posting.spawn(insist(connection, request.clone(), begun, time));
    }
    let mut all = Answers::default();
    while let Some(done) = posting.join_next().await {
        all.extend(done??);
    }
    Ok((all, begun.elapsed()))
}

/// Posts a list again and again, until the time is over.
async fn insist(
    mut connection: Connection,
    request: Request,
    begun: Instant,
    time: Duration,
) -> anyhow::Result<Answers> {
    let mut answers = Answers::default();
    while begun.elapsed() < time {
        let sent = Instant::now();
        let answer = connection.ask(&request).await?;
        let took = sent.elapsed();
        let pause = pause(&answer);
        let kind = match (answer.status, pause) {
            (201, _) => Kind::Stored,
            (503, Some(_)) => Kind::Refused,
            (503, None) => Kind::Unsaid,
            (429, _) => Kind::Limited,
            (status, _) => bail!("a list is answered with {status}: {}", answer.text()),
        };
        answers.push((kind, took));
        sleep(pause.unwrap_or_default()).await;
    }
    Ok(answers)
}

fn pause(answer: &Answer) -> Option<Duration> {
    answer.header("retry-after").parse().ok().map(Duration::from_secs)
}
