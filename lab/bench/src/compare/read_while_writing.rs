//! `bench read-while-writing`: standings of the current round while 50 results per second change it, compared with the
//! same reads without changes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use super::Size;
use crate::figures::{Samples, count, number};
use crate::http::{Connection, Request};
use crate::live::{Live, Stage};
use crate::pace::AT_ONCE;
use crate::report::{Table, say};
use crate::wrk::{self, CONNECTIONS, Target};

/// Results per second.
const RATE: u32 = 50;

/// Runs the benchmark.
pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let columns = "players | bytes | quiet, requests/s | 50 results/s, requests/s | × quiet | p99 ms, quiet | p99 ms, changing | \
        results/s done";
    let mut table = Table::new("Standings of the round that is played, while it changes", columns);
    for players in size.pick(vec![8, 256], vec![8, 64, 256, 2_000], vec![8, 64, 256, 2_000]) {
        let Stage { subject, running, mut connection, live } = Stage::set(players, &[]).await?;
        let path = live.standings();
        let bytes = connection.ask(&Request::get(&path, &subject.key, &[])).await?.expect(200)?.body.len();
        let headers = vec![("X-API-Key".to_owned(), subject.key.clone())];
        let target = Target { port: running.port, path, headers, tree: running.tree, connections: CONNECTIONS };
        let mut told = 0;
        let (mut rates, mut late) = ([(); 2].map(|()| Samples::default()), [(); 2].map(|()| Samples::default()));
        let mut done = Samples::default();
        for run in 0..size.runs {
            for turn in 0..2 {
                let changes = (run + turn) % 2 == 1;
                let writer = changes.then(|| Writer::begin(running.port, &live, &subject.key, told, RATE));
                let load = wrk::run(&target, size.time()).await?;
                if let Some(writer) = writer {
                    let (results, rate) = writer.end().await?;
                    told += results;
                    done.add(rate);
                }
                running.settles().await;
                say(format_args!("{players} players, changing {changes}: {:.0}/s", load.rate));
                rates[usize::from(changes)].add(load.rate);
                late[usize::from(changes)].add(load.p99);
            }
        }
        let [quiet, changing] = &rates;
        let p99 = late.map(|late| number(late.median()));
        let [quiet_p99, changing_p99] = p99;
        let rate = changing.by(quiet).told();
        table.row(vec![
            count(players),
            count(bytes),
            quiet.told(),
            changing.told(),
            rate,
            quiet_p99,
            changing_p99,
            done.told(),
        ]);
    }
    table.note("The client that reports the results shares the processors with the readers.");
    Ok(vec![table])
}

/// Reports results at a steady rate until it is stopped.
pub(super) struct Writer {
    stop: Arc<AtomicBool>,
    works: JoinHandle<anyhow::Result<(usize, f64)>>,
}

impl Writer {
    /// Begins with result number `first`, at `rate` results per second.
    pub(super) fn begin(port: u16, live: &Live, key: &str, first: usize, rate: u32) -> Self {
        let (stop, live, key) = (Arc::new(AtomicBool::new(false)), live.clone(), key.to_owned());
        let told_to = Arc::clone(&stop);
        let works = tokio::spawn(async move {
            let (mut connection, begun) = (Connection::open(port).await?, Instant::now());
            let mut results: u32 = 0;
            while !told_to.load(Ordering::Relaxed) {
                sleep_until(begun + Duration::from_secs(1) * results / rate).await;
                let request = live.result(first + results as usize, &key, &[AT_ONCE]);
                connection.ask(&request).await?.expect(200)?;
                results += 1;
            }
            Ok((results as usize, f64::from(results) / begun.elapsed().as_secs_f64()))
        });
        Self { stop, works }
    }

    /// Returns the number of reported results, and their rate per second.
    pub(super) async fn end(self) -> anyhow::Result<(usize, f64)> {
        self.stop.store(true, Ordering::Relaxed);
        self.works.await?
    }
}
