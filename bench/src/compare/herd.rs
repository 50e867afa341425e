//! `bench herd`: 5,000 connected clients request the pairings of a new round at the moment when it is created; compared
//! with nginx, which has had the same bytes as a file and a compressed file all along.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::Size;
use crate::figures::{Samples, at, count, millis};
use crate::http::{Connection, Request};
use crate::live::{Live, announce};
use crate::peers::nginx::Nginx;
use crate::process::Watch;
use crate::report::{Table, say};
use crate::subject::Subject;

/// Browsers and apps request compressed answers.
const PACKED: (&str, &str) = ("Accept-Encoding", "gzip");
/// Number of connections to open at once, so that no backlog overflows.
const AT_ONCE: usize = 100;

/// The size of the herd.
#[derive(Debug, Clone, Args)]
pub(crate) struct Herd {
    /// Clients
    #[arg(long, default_value_t = 5_000, value_name = "N")]
    clients: usize,
    /// Players of the event
    #[arg(long, default_value_t = 2_000, value_name = "N")]
    players: usize,
}

impl Default for Herd {
    fn default() -> Self {
        Self { clients: 5_000, players: 2_000 }
    }
}

/// Times of one run.
struct Stampede {
    half: f64,
    most: f64,
    last: f64,
    bytes: usize,
}

/// Runs the benchmark.
pub(crate) async fn run(herd: &Herd, size: &Size) -> anyhow::Result<Vec<Table>> {
    let watch = Watch::begin();
    let (clients, players) = (size.pick(herd.clients.min(500), herd.clients, herd.clients), herd.players);
    let subject = Subject::on_sqlite()?;
    let event = announce(&*subject.log().await?, players).await?;
    let running = subject.serve_until(&format!("/api/v1/magic-events/{event}/"), |_| true).await?;
    let mut organizer = Connection::open(running.port).await?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for run in 0..size.runs {
        let waiting = connect(running.port, clients).await?;
        let live = Live::pair(&mut organizer, &subject.key, event).await?;
        let request = Request::get(&live.matches(), &subject.key, &[PACKED]);
        let found = stampede(waiting, &request).await?;
        say(format_args!("run {run}: p50 {:.0} ms, p99 {:.0} ms", found.half, found.most));
        ours.push(found);
        let answer = organizer.ask(&Request::get(&live.matches(), &subject.key, &[])).await?.expect(200)?;
        let nginx = Nginx::start(&subject.key, &[("matches.json".into(), answer)])?;
        let waiting = connect(nginx.port, clients).await?;
        let found = stampede(waiting, &Request::get("/matches.json", &subject.key, &[PACKED])).await?;
        say(format_args!("  nginx: p50 {:.0} ms, p99 {:.0} ms", found.half, found.most));
        theirs.push(found);
        live.start(&mut organizer, &subject.key).await?;
        live.complete(&mut organizer, &subject.key).await?;
        running.settles().await;
    }
    let columns = ["who", "bytes, packed", "p50 ms", "p99 ms", "all, ms"];
    let title = format!("{} clients ask for the pairings of {} players at once", count(clients), count(players));
    let mut table = Table::new(title, &columns);
    for (who, found) in [("Crosstable, the round is new", &ours), ("nginx, the file was there", &theirs)] {
        let figure = |of: fn(&Stampede) -> f64| found.iter().map(of).collect::<Samples>().told();
        let bytes = found.first().map_or(0, |found| found.bytes);
        table.row(vec![who.into(), count(bytes), figure(|it| it.half), figure(|it| it.most), figure(|it| it.last)]);
    }
    table.note("From the moment that all ask until each has its whole answer. The clients share the processors.");
    table.note(watch.told());
    Ok(vec![table])
}

/// Connects clients.
pub(super) async fn connect(port: u16, clients: usize) -> anyhow::Result<Vec<Connection>> {
    let mut waiting = Vec::new();
    while waiting.len() < clients {
        let mut opening = JoinSet::new();
        (0..AT_ONCE.min(clients - waiting.len())).for_each(|_| {
            opening.spawn(Connection::open(port));
        });
        while let Some(opened) = opening.join_next().await {
            let opened = opened?.with_context(|| format!("client {}; see `ulimit -n`", waiting.len()))?;
            waiting.push(opened);
        }
    }
    Ok(waiting)
}

/// Sends all requests at once.
async fn stampede(waiting: Vec<Connection>, request: &Request) -> anyhow::Result<Stampede> {
    let gate = Arc::new(Barrier::new(waiting.len() + 1));
    let mut running = JoinSet::new();
    for mut connection in waiting {
        let (gate, request) = (Arc::clone(&gate), request.clone());
        running.spawn(async move {
            gate.wait().await;
            let (status, bytes) = connection.ask_and_forget(&request).await?;
            ensure!(status == 200, "answered {status}");
            anyhow::Ok((Instant::now(), bytes))
        });
    }
    gate.wait().await;
    let (begun, mut times, mut bytes) = (Instant::now(), Vec::<Duration>::new(), 0);
    while let Some(done) = running.join_next().await {
        let (ended, length) = done??;
        times.push(ended.saturating_duration_since(begun));
        bytes = length;
    }
    let [half, most, last] = [500, 990, 1_000].map(|part| millis(at(&mut times, part)));
    Ok(Stampede { half, most, last, bytes })
}
