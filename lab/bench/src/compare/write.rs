//! `bench write`: decklists posted by 1, 8, 64 and 256 clients, each as soon as it has the previous answer; on SQLite
//! and on PostgreSQL, compared with `pgbench` inserts of the same row on the same server. Everything is flushed before
//! the answer, and the service answers only when the list can be read.

use std::time::{Duration, Instant};

use anyhow::ensure;
use serde_json::{Value, json};
use test_servers::Postgres;
use tokio::task::{JoinSet, block_in_place};

use super::Size;
use crate::figures::{Samples, at, count, millis, number};
use crate::http::{Connection, Request};
use crate::peers::postgres::{Inserted, Pgbench};
use crate::process::Tree;
use crate::report::{Table, say};
use crate::subject::{Running, Subject};

/// Numbers of clients.
const CLIENTS: [usize; 4] = [1, 8, 64, 256];

/// A server under comparison.
struct Side {
    name: &'static str,
    /// The processes whose time is measured.
    trees: Vec<Tree>,
    works: Works,
}

enum Works {
    /// The service and its key.
    Service(Box<Running>, String),
    Pgbench(Pgbench),
}

pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let postgres = Postgres::private()?;
    let (sqlite, on_postgres) = (Subject::on_sqlite()?, Subject::on_postgres(&postgres).await?);
    let server = Tree::listening_on(postgres.port())?;
    let service = |name, running: Running, subject: &Subject| Side {
        name,
        trees: vec![running.tree],
        works: Works::Service(Box::new(running), subject.key.clone()),
    };
    let mut sides = [
        service("SQLite", sqlite.serve().await?, &sqlite),
        service("PostgreSQL", on_postgres.serve().await?, &on_postgres),
        Side { name: "pgbench", trees: Vec::new(), works: Works::Pgbench(Pgbench::make(&postgres, &list()).await?) },
    ];
    sides[1..].iter_mut().for_each(|side| side.trees.push(server));
    let columns = "clients | SQLite, lists/s | p50 / p99 ms | CPU µs | PostgreSQL, lists/s | p50 / p99 ms | CPU µs | pgbench, \
        rows/s | p50 / p99 ms | CPU µs | PostgreSQL × pgbench";
    let mut table = Table::new("Decklists posted, durable", columns);
    for clients in CLIENTS {
        let (mut found, mut cpus) = (vec![Vec::new(); sides.len()], vec![Samples::default(); sides.len()]);
        for place in size.turns(sides.len()) {
            let (did, cpu) = sides[place].run(clients, size.time()).await?;
            say(format_args!("{clients} clients, {}: {:.0}/s", sides[place].name, did.rate));
            found[place].push(did);
            cpus[place].add(cpu);
        }
        let rates: Vec<Samples> = found.iter().map(|runs| runs.iter().map(|did| did.rate).collect()).collect();
        let mut cells = vec![count(clients)];
        for ((runs, rate), cpu) in found.iter().zip(&rates).zip(&cpus) {
            let median = |time: fn(&Inserted) -> Duration| {
                number(runs.iter().map(|did| millis(time(did))).collect::<Samples>().median())
            };
            cells.extend([rate.told(), format!("{} / {}", median(|did| did.half), median(|did| did.most))]);
            cells.push(number(cpu.median()));
        }
        cells.push(rates[1].by(&rates[2]).told());
        table.row(cells);
    }
    table.note("CPU: of the service and, where it works on one, of the PostgreSQL server, for one list or row; without the clients'.");
    Ok(vec![table])
}

impl Side {
    /// Returns the result of a run, and the microseconds of processor time per write.
    async fn run(&self, clients: usize, time: Duration) -> anyhow::Result<(Inserted, f64)> {
        let cpu = || self.trees.iter().map(|tree| tree.cpu()).sum::<Duration>();
        let (begun, before) = (Instant::now(), cpu());
        let did = match &self.works {
            Works::Service(running, key) => post(running.port, key, clients, time).await?,
            Works::Pgbench(pgbench) => block_in_place(|| pgbench.run(clients, time))?,
        };
        let used = cpu().saturating_sub(before).as_secs_f64() * 1e6;
        Ok((did, used / (did.rate * begun.elapsed().as_secs_f64())))
    }
}

/// Posts lists with `clients` clients.
async fn post(port: u16, key: &str, clients: usize, time: Duration) -> anyhow::Result<Inserted> {
    let request = Request::send("POST", "/api/v1/decklists/", key, &[], &body());
    let mut connections = Vec::new();
    for _ in 0..clients {
        let mut connection = Connection::open(port).await?;
        connection.ask(&request).await?.expect(201)?;
        connections.push(connection);
    }
    let (begun, mut running) = (Instant::now(), JoinSet::new());
    for mut connection in connections {
        let request = request.clone();
        running.spawn(async move { connection.repeat(&request, 201, begun + time).await });
    }
    let mut times = running.join_all().await.into_iter().collect::<anyhow::Result<Vec<_>>>()?.concat();
    let took = begun.elapsed();
    ensure!(!times.is_empty(), "nothing was written");
    let rate = times.len() as f64 / took.as_secs_f64();
    Ok(Inserted { rate, half: at(&mut times, 500), most: at(&mut times, 990) })
}

/// Returns the request body.
pub(crate) fn body() -> Value {
    json!({ "name": "Burn for the deadline", "archetype": "Burn", "plaintext_list": list() })
}

/// Returns a list of seventy-five cards.
fn list() -> String {
    let mut lines: Vec<String> = (0..15).map(|card| format!("4 Card number {card:03} of the deck")).collect();
    lines.push("\nSideboard".into());
    lines.extend((0..5).map(|card| format!("3 Card number {card:03} of the side")));
    lines.join("\n")
}
