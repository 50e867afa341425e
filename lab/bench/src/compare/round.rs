//! `bench round`: all tables of a round report their results at the same moment, on SQLite and on PostgreSQL: time until
//! all are acknowledged, time until the standings show all of them, and processor time of a result.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::Value;
use test_servers::Postgres;
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use super::Size;
use crate::figures::{Samples, at, count, millis};
use crate::http::{Connection, Request};
use crate::live::{Live, serve_event};
use crate::pace::AT_ONCE;
use crate::process::Tree;
use crate::report::{Table, say};
use crate::subject::{Running, Subject};

/// All clients have the same key, so that one caller has a request for each table.
const LIMITS: [&str; 2] = ["--max-requests-per-caller", "0"];
/// Time in which the standings must show all results.
const PATIENCE: Duration = Duration::from_secs(30);
/// What the figures depend on.
const NOTE: &str =
    "Results of one event are written one after the other; about 200 a second are enough for the largest.";

/// A service with an event.
struct Side {
    name: &'static str,
    /// The processes whose time is measured.
    trees: Vec<Tree>,
    running: Running,
    subject: Subject,
    event: i64,
    /// Milliseconds until half, 99 of 100 and all results are acknowledged, and until all are visible; and of the processor.
    figures: [Samples; 5],
}

/// A result that was reported.
struct Reported {
    acknowledged: Instant,
    token: String,
}

/// Runs the benchmark.
pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let sizes = size.pick(vec![64], vec![64, 256, 1_000, 2_000], vec![64, 256, 1_000, 2_000]);
    let columns =
        "players | results | store | acknowledged, p50 ms | p99 ms | all, ms | all visible, ms | CPU ms a result";
    let mut table = Table::new("A whole round is reported at once", columns);
    let postgres = Postgres::private()?;
    for players in sizes {
        for Side { name, figures, .. } in measure(&postgres, players, size).await? {
            let cells = [count(players), count(players / 2), name.to_owned()];
            table.row(cells.into_iter().chain(figures.each_ref().map(Samples::told)).collect());
        }
    }
    table.note(
        "From the moment that all clients send, each on its own connection. Acknowledged: the result is on disk. Visible: \
         the whole answer of a read of the standings that shows all results, with the token of the last answer. CPU: of the \
         service and, where it works on one, of the PostgreSQL server, until both are idle. The clients share the processors.",
    );
    table.note(NOTE);
    Ok(vec![table])
}

/// Measures both stores in turn.
async fn measure(postgres: &Postgres, players: usize, size: &Size) -> anyhow::Result<Vec<Side>> {
    let mut sides = vec![
        Side::of("SQLite", Subject::on_sqlite()?, players).await?,
        Side::of("PostgreSQL", Subject::on_postgres(postgres).await?, players).await?,
    ];
    sides[1].trees.push(Tree::listening_on(postgres.port())?);
    for place in size.turns(sides.len()) {
        sides[place].report().await?;
    }
    Ok(sides)
}

impl Side {
    async fn of(name: &'static str, subject: Subject, players: usize) -> anyhow::Result<Self> {
        let (running, event) = serve_event(&subject, players, &LIMITS).await?;
        Ok(Self { name, trees: vec![running.tree], running, subject, event, figures: Default::default() })
    }

    fn cpu(&self) -> Duration {
        self.trees.iter().map(|tree| tree.cpu()).sum()
    }

    /// Pairs a round, reports all its results at once, and completes it.
    async fn report(&mut self) -> anyhow::Result<()> {
        let (key, port) = (&self.subject.key, self.running.port);
        let mut organizer = Connection::open(port).await?;
        let live = Live::pair(&mut organizer, key, self.event).await?;
        live.start(&mut organizer, key).await?;
        self.running.settles().await;
        let requests = (0..live.tables()).map(|number| live.result(number, key, &[AT_ONCE])).collect();
        let clients = Connection::open_many(port, live.tables()).await?;
        let wanted = live.tables() * usize::try_from(live.number)?;
        let before = self.cpu();
        let (begun, mut reported) = at_once(clients, requests).await?;
        reported.sort_by_key(|result| result.acknowledged);
        let token = &reported.last().context("no results")?.token;
        let read = Request::get(&live.standings(), key, &[("Consistency-Token", token), ("Prefer", "wait=5")]);
        let visible = loop {
            let answer = organizer.ask(&read).await?.expect(200)?;
            let read = begun.elapsed();
            if wins(&answer.json()?) == wanted {
                break read;
            }
            ensure!(read < PATIENCE, "{}: the standings do not show all results", self.name);
        };
        // Documents that may lag by a stated bound are part of the cost.
        self.running.settles().await;
        let used = self.cpu().saturating_sub(before);
        let mut times: Vec<_> = reported.iter().map(|it| it.acknowledged.saturating_duration_since(begun)).collect();
        let [half, most, all] = [500, 990, 1_000].map(|part| millis(at(&mut times, part)));
        let visible = millis(visible);
        say(format_args!("{} tables, {}: all {all:.0} ms, visible {visible:.0} ms", live.tables(), self.name));
        let cpu = millis(used) / f64::from(u32::try_from(live.tables())?);
        self.figures.iter_mut().zip([half, most, all, visible, cpu]).for_each(|(figure, value)| figure.add(value));
        live.complete(&mut organizer, key).await?;
        self.running.settles().await;
        Ok(())
    }
}

/// Sends each request on its own connection, all at once. Returns when that was, and the answers.
async fn at_once(clients: Vec<Connection>, requests: Vec<Request>) -> anyhow::Result<(Instant, Vec<Reported>)> {
    let gate = Arc::new(Barrier::new(clients.len() + 1));
    let mut reporting = JoinSet::new();
    for (mut connection, request) in clients.into_iter().zip(requests) {
        let gate = Arc::clone(&gate);
        reporting.spawn(async move {
            gate.wait().await;
            let answer = connection.ask(&request).await?.expect(200)?;
            anyhow::Ok(Reported { acknowledged: Instant::now(), token: answer.header("consistency-token").to_owned() })
        });
    }
    gate.wait().await;
    let begun = Instant::now();
    Ok((begun, reporting.join_all().await.into_iter().collect::<anyhow::Result<_>>()?))
}

/// Returns the wins of all players together. Each result has one winner.
fn wins(standings: &Value) -> usize {
    let rows = standings["standings"].as_array().into_iter().flatten();
    rows.filter_map(|row| usize::try_from(row["wins"].as_i64()?).ok()).sum()
}
