//! `bench list`: the newest 20 of many events in short, and filtered, on SQLite.

use std::time::{Duration, Instant};

use e2e::generate::{Plan, generate};

use super::Size;
use crate::figures::{at, count, millis, number};
use crate::http::{Connection, Request};
use crate::process::Watch;
use crate::report::Table;
use crate::subject::Subject;

/// Players and rounds of each event.
const PLAYERS: usize = 8;
const ROUNDS: i32 = 3;
/// The lists that are read.
const LISTS: [(&str, &str); 3] = [
    ("newest 20 in short", "/api/v1/magic-events/?newest_first=true&page_size=20&summary=true"),
    (
        "the same of one status",
        "/api/v1/magic-events/?newest_first=true&page_size=20&summary=true&status=EVENT_FINISHED",
    ),
    ("newest 20 whole", "/api/v1/magic-events/?newest_first=true&page_size=20"),
];

/// Runs the benchmark.
pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let watch = Watch::begin();
    let events = size.pick(500, 5_000, 5_000);
    let subject = Subject::on_sqlite()?;
    let plan = |number: usize| Plan::new(&format!("bench-{number:05}"), PLAYERS, ROUNDS, number as u64);
    let files: Vec<_> = (0..events).map(|number| generate(&plan(number)).write_into(subject.folder())).collect();
    subject.import(&files)?;
    let running = subject.serve_until(&format!("/api/v1/magic-events/{events}/"), |_| true).await?;
    running.settles().await;
    let mut table = Table::new(format!("Lists of {} events", count(events)), &["list", "kB", "p50, ms", "p99, ms"]);
    for (name, path) in LISTS {
        let (mut connection, request) = (Connection::open(running.port).await?, Request::get(path, &subject.key, &[]));
        let bytes = connection.ask_for_list(&request).await?;
        let (mut times, begun) = (Vec::<Duration>::new(), Instant::now());
        while begun.elapsed() < size.time() {
            let asked = Instant::now();
            connection.ask_for_list(&request).await?;
            times.push(asked.elapsed());
        }
        let [median, slowest] = [500, 990].map(|part| number(millis(at(&mut times, part))));
        #[allow(clippy::cast_precision_loss, reason = "printed with three digits")]
        let kilobytes = number(bytes as f64 / 1_000.0);
        table.row(vec![name.into(), kilobytes, median, slowest]);
    }
    table.note("One client on one connection, which asks without pause.");
    table.note(watch.told());
    Ok(vec![table])
}
