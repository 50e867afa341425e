//! `bench export`: finished tournaments of 100 players with their lists, as NDJSON and JSON, with and without the text
//! of lists, and the records of the export of changes, from PostgreSQL and SQLite; compared with `COPY` of the same
//! documents by the same server: as lines, and in PostgreSQL's binary format, which costs it the least.

use std::path::{Path, PathBuf};
use std::process::Output;

use anyhow::{Context, ensure};
use clap::Args;
use e2e::generate::{Plan, generate};
use test_servers::Postgres;
use tokio::process::Command;
use tokio::task::block_in_place;

use super::Size;
use super::idle::mebibytes;
use crate::figures::{Samples, count, scaled};
use crate::peers::postgres::{Copy, Documents, copy, keep_records};
use crate::report::{Table, say};
use crate::subject::{Running, Subject};

/// Players and rounds of each tournament.
const PLAYERS: usize = 100;
const ROUNDS: i32 = 3;
/// All tournaments of any date.
const ALL: &str = "/api/export-decklists/?num_days=36500";

/// The export of changes.
const RECORDS: &str = "/api/v1/export/tournaments/";

/// The sizes of the export.
#[derive(Debug, Clone, Args)]
pub(crate) struct Export {
    /// Numbers of tournaments [default: 300, 1,000 and, at full size, 3,000 and 10,000]
    #[arg(long, value_delimiter = ',', value_name = "N")]
    tournaments: Vec<usize>,
}

/// Figures of one read of the export.
#[derive(Debug, Clone, Copy)]
struct Streamed {
    first: f64,
    whole: f64,
    bytes: usize,
    grew: f64,
}

/// An export that is compared with `COPY` of the same documents.
struct Case {
    name: &'static str,
    path: String,
    documents: Documents,
}

/// A service with its export.
struct Side {
    name: &'static str,
    running: Running,
    subject: Subject,
}

/// Runs the benchmark.
pub(crate) async fn run(export: &Export, size: &Size) -> anyhow::Result<Vec<Table>> {
    let sizes = size.pick(vec![50], vec![300, 1_000], vec![300, 1_000, 3_000, 10_000]);
    let sizes = if export.tournaments.is_empty() { sizes } else { export.tournaments.clone() };
    let mut tables = Vec::new();
    for tournaments in sizes {
        tables.push(compare(tournaments, size).await?);
    }
    Ok(tables)
}

async fn compare(tournaments: usize, size: &Size) -> anyhow::Result<Table> {
    let postgres = Postgres::private()?;
    let files = tempfile::tempdir().context("a folder for files")?;
    let names = make(files.path(), tournaments);
    let mut sides = Vec::new();
    for (name, subject) in [("PostgreSQL", Subject::on_postgres(&postgres).await?), ("SQLite", Subject::on_sqlite()?)] {
        subject.import(&names)?;
        let running = subject.serve_until(&format!("/api/v1/magic-events/{tournaments}/")).await?;
        running.settles().await;
        sides.push(Side { name, running, subject });
    }
    drop(files);
    let columns = "what | MB | PostgreSQL, s | COPY as lines, s | COPY binary, s | rate × COPY as lines | × COPY binary | SQLite, \
        s | first byte, ms | memory grew, MiB";
    let mut table = Table::new(format!("Export of {} tournaments of {PLAYERS}", count(tournaments)), columns);
    for Case { name, path, documents } in cases() {
        if documents == Documents::Records {
            sides[0].keep_records(&postgres, &path).await?;
        }
        let (mut found, mut copied) = ([Vec::new(), Vec::new()], [Samples::default(), Samples::default()]);
        for _ in 0..size.runs {
            for (side, found) in sides.iter().zip(&mut found) {
                found.push(side.stream(&path).await?);
            }
            for (how, copied) in [Copy::Lines, Copy::Binary].into_iter().zip(&mut copied) {
                let took = block_in_place(|| copy(&postgres, sides[0].subject.views()?, how, documents))?;
                copied.add(took.as_secs_f64());
            }
        }
        let whole = found.each_ref().map(|runs| runs.iter().map(|run| run.whole).collect::<Samples>());
        let first: Samples = found[0].iter().map(|run| run.first * 1_000.0).collect();
        let grew: Samples = found[0].iter().chain(&found[1]).map(|run| run.grew).collect();
        say(format_args!("{tournaments} tournaments, {name}: {} s, COPY {} s", whole[0].told(), copied[0].told()));
        table.row(vec![
            name.into(),
            scaled(found[0].first().map_or(0, |run| run.bytes), 1e6),
            whole[0].told(),
            copied[0].told(),
            copied[1].told(),
            copied[0].by(&whole[0]).told(),
            copied[1].by(&whole[0]).told(),
            whole[1].told(),
            first.told(),
            grew.told(),
        ]);
    }
    table.note("COPY by psql, the service by curl, both with discarded output. Memory: growth of the peak over the resident memory before, of both services.");
    Ok(table)
}

/// Returns the exports that are compared.
fn cases() -> Vec<Case> {
    let former = |name, format, with_text| Case {
        name,
        path: format!("{ALL}&format={format}&decklist_as_text={with_text}"),
        documents: if with_text { Documents::ExportsWithText } else { Documents::Exports },
    };
    let records =
        |name, include| Case { name, path: format!("{RECORDS}?include={include}"), documents: Documents::Records };
    vec![
        former("NDJSON with lists", "ndjson", true),
        former("JSON with lists", "json", true),
        former("NDJSON", "ndjson", false),
        records("records with all parts", "standings,rounds,matches,cards,decklists"),
        records("records with standings and matches", "standings,matches"),
    ]
}

/// Reads an export.
async fn curl(running: &Running, key: &str, path: &str, more: &[&str]) -> anyhow::Result<Output> {
    let mut command = Command::new("curl");
    command.args(["--silent", "--show-error", "--fail", "--header", &format!("X-API-Key: {key}")]).args(more);
    let done = command.arg(format!("http://127.0.0.1:{}{path}", running.port)).output().await;
    done.context("curl cannot be started; ./scripts/bench-peers installs it")
}

/// Makes files of this many tournaments.
fn make(folder: &Path, tournaments: usize) -> Vec<PathBuf> {
    let plan = |number: usize| Plan::new(&format!("bench-{number:05}"), PLAYERS, ROUNDS, number as u64);
    (0..tournaments).map(|number| generate(&plan(number)).write_into(folder)).collect()
}

impl Side {
    /// Stores the records of an answer in the service's database, so that `COPY` can read the same documents.
    async fn keep_records(&self, postgres: &Postgres, path: &str) -> anyhow::Result<()> {
        let folder = tempfile::tempdir().context("a folder for an answer")?;
        let file = folder.path().join("records");
        let more = ["--output", file.to_str().context("a path")?];
        let done = curl(&self.running, &self.subject.key, path, &more).await?;
        ensure!(done.status.success(), "{}: {path} broke off", self.name);
        block_in_place(|| keep_records(postgres, self.subject.views()?, &file))
    }

    /// Reads the whole export with `curl`.
    async fn stream(&self, path: &str) -> anyhow::Result<Streamed> {
        let tree = self.running.tree;
        tree.forget_peak()?;
        let before = tree.resident();
        let figures = "%{time_starttransfer} %{time_total} %{size_download}";
        let more = ["--output", "/dev/null", "--write-out", figures];
        let done = curl(&self.running, &self.subject.key, path, &more).await?;
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        let words: Vec<f64> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [first, whole, bytes] = words[..] else {
            anyhow::bail!("{}: {path}: {}", self.name, String::from_utf8_lossy(&done.stderr));
        };
        ensure!(done.status.success() && bytes > 0.0, "{}: the export broke off", self.name);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "curl counts bytes")]
        let bytes = bytes as usize;
        Ok(Streamed { first, whole, bytes, grew: mebibytes(tree.peak().saturating_sub(before)) })
    }
}
