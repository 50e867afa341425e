//! `bench export`: finished tournaments of 100 players with their lists, as NDJSON, from PostgreSQL and SQLite; compared with
//! `COPY` of the same documents by the same server: as lines, and in PostgreSQL's binary format, which costs it the least.

use anyhow::{Context, ensure};
use e2e::generate::{Plan, generate};
use test_servers::Postgres;
use tokio::process::Command;
use tokio::task::block_in_place;

use super::Size;
use super::idle::mebibytes;
use crate::figures::{Samples, count, scaled};
use crate::peers::postgres::{Copy, copy};
use crate::report::{Table, say};
use crate::subject::{Running, Subject};

/// Players and rounds of each tournament.
const PLAYERS: usize = 100;
const ROUNDS: i32 = 3;
/// All tournaments of any date, with the texts of their lists.
const ALL: &str = "/api/export-decklists/?num_days=36500&format=ndjson&decklist_as_text=true";

/// Figures of one read of the export.
#[derive(Debug, Clone, Copy)]
struct Streamed {
    first: f64,
    whole: f64,
    bytes: usize,
    grew: f64,
}

/// A service with its export.
struct Side {
    name: &'static str,
    running: Running,
    subject: Subject,
}

pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let sizes = size.pick(vec![50], vec![300, 1_000], vec![300, 1_000, 3_000, 10_000]);
    let columns = "tournaments | MB | PostgreSQL, s | COPY as lines, s | COPY binary, s | rate × COPY as lines | × COPY binary | \
        SQLite, s | first byte, ms | memory grew, MiB";
    let mut table = Table::new(format!("Export of tournaments of {PLAYERS}"), columns);
    for tournaments in sizes {
        table.row(compare(tournaments, size).await?);
    }
    table.note("COPY by psql, the service by curl, both with discarded output. Memory: growth of the peak over the resident memory before, of both services.");
    Ok(vec![table])
}

/// Returns the row of this many tournaments.
async fn compare(tournaments: usize, size: &Size) -> anyhow::Result<Vec<String>> {
    let postgres = Postgres::private()?;
    let files = tempfile::tempdir().context("a folder for files")?;
    let plan = |number: usize| Plan::new(&format!("bench-{number:05}"), PLAYERS, ROUNDS, number as u64);
    let names: Vec<_> = (0..tournaments).map(|number| generate(&plan(number)).write_into(files.path())).collect();
    let mut sides = Vec::new();
    for (name, subject) in [("PostgreSQL", Subject::on_postgres(&postgres).await?), ("SQLite", Subject::on_sqlite()?)] {
        subject.import(&names)?;
        let running = subject.serve_until(&format!("/api/v1/magic-events/{tournaments}/")).await?;
        running.settles().await;
        sides.push(Side { name, running, subject });
    }
    drop(files);
    let (mut found, mut copied) = ([Vec::new(), Vec::new()], [Samples::default(), Samples::default()]);
    for _ in 0..size.runs {
        for (side, found) in sides.iter().zip(&mut found) {
            found.push(side.stream().await?);
        }
        for (how, copied) in [Copy::Lines, Copy::Binary].into_iter().zip(&mut copied) {
            let took = block_in_place(|| copy(&postgres, sides[0].subject.views()?, how))?;
            copied.add(took.as_secs_f64());
        }
    }
    let whole = found.each_ref().map(|runs| runs.iter().map(|run| run.whole).collect::<Samples>());
    let first: Samples = found[0].iter().map(|run| run.first * 1_000.0).collect();
    let grew: Samples = found[0].iter().chain(&found[1]).map(|run| run.grew).collect();
    say(format_args!("{tournaments} tournaments: {} s, COPY {} s", whole[0].told(), copied[0].told()));
    Ok(vec![
        count(tournaments),
        scaled(found[0].first().map_or(0, |run| run.bytes), 1e6),
        whole[0].told(),
        copied[0].told(),
        copied[1].told(),
        copied[0].by(&whole[0]).told(),
        copied[1].by(&whole[0]).told(),
        whole[1].told(),
        first.told(),
        grew.told(),
    ])
}

impl Side {
    /// Reads the whole export with `curl`.
    async fn stream(&self) -> anyhow::Result<Streamed> {
        let tree = self.running.tree;
        tree.forget_peak()?;
        let before = tree.resident();
        let mut curl = Command::new("curl");
        curl.args(["--silent", "--show-error", "--fail", "--output", "/dev/null"]);
        curl.args(["--write-out", "%{time_starttransfer} %{time_total} %{size_download}"]);
        curl.args(["--header", &format!("X-API-Key: {}", self.subject.key)]);
        let done = curl.arg(format!("http://127.0.0.1:{}{ALL}", self.running.port)).output().await;
        let done = done.context("curl cannot be started; ./scripts/bench-peers installs it")?;
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        let words: Vec<f64> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [first, whole, bytes] = words[..] else {
            anyhow::bail!("{}: {}", self.name, String::from_utf8_lossy(&done.stderr));
        };
        ensure!(done.status.success() && bytes > 0.0, "{}: the export broke off", self.name);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "curl counts bytes")]
        let bytes = bytes as usize;
        Ok(Streamed { first, whole, bytes, grew: mebibytes(tree.peak().saturating_sub(before)) })
    }
}
