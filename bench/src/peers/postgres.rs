//! PostgreSQL by itself: `pgbench` inserting the row that a decklist is, and `COPY` of the documents of the export. Both work
//! on the server that the service works on.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use test_servers::process::{Folder, find, output};
use test_servers::{Postgres, TestDatabase};

use super::filled;
use crate::figures::at;

const TABLES: &str = include_str!("../../peers/postgres/tables.psql");
const INSERT: &str = include_str!("../../peers/postgres/insert.pgbench");
const AS_TEXT: &str = include_str!("../../peers/postgres/export.copy");
const BINARY: &str = include_str!("../../peers/postgres/export_binary.copy");
const INSTALL: &str = "./scripts/bench-peers installs it";
/// Seconds, at least: with many clients the first goes by before all are connected.
const SHORTEST: u64 = 3;
/// Threads of pgbench.
const THREADS: usize = 2;

/// `pgbench` with its table.
#[derive(Debug)]
pub(crate) struct Pgbench {
    program: PathBuf,
    postgres: Postgres,
    database: TestDatabase,
    folder: Folder,
}

/// How it went.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inserted {
    pub(crate) rate: f64,
    pub(crate) half: Duration,
    pub(crate) most: Duration,
}

impl Pgbench {
    /// Makes the table.
    pub(crate) async fn make(postgres: &Postgres, list: &str) -> anyhow::Result<Self> {
        let (database, folder) = (postgres.database().await?, Folder::new()?);
        psql(postgres, database.name(), TABLES)?;
        std::fs::write(folder.path().join("insert"), filled(INSERT, &[("list", &list.replace('\'', "''"))]))?;
        let program = find("pgbench", &[], INSTALL)?;
        Ok(Self { program, postgres: postgres.clone(), database, folder })
    }

    /// Inserts from so many clients for so long. Blocks.
    pub(crate) fn run(&self, clients: usize, time: Duration) -> anyhow::Result<Inserted> {
        let (log, script) = (self.folder.path().join("times"), self.folder.path().join("insert"));
        let mut command = Command::new(&self.program);
        command.args(["-h", "127.0.0.1", "-U", "postgres", "-n", "-M", "prepared", "--log"]);
        command.args(["-p", &self.postgres.port().to_string(), "-c", &clients.to_string()]);
        command.args(["-j", &THREADS.min(clients).to_string(), "-T", &time.as_secs().max(SHORTEST).to_string()]);
        command.arg("--log-prefix").arg(&log).arg("-f").arg(script).arg(self.database.name());
        let said = output(&mut command)?;
        let rate = said.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        let mut times = self.times()?;
        let rate = rate.with_context(|| format!("pgbench says: {said}"))?;
        Ok(Inserted { rate, half: at(&mut times, 500), most: at(&mut times, 990) })
    }

    /// Times of all transactions, from the files that it has written; these go.
    fn times(&self) -> anyhow::Result<Vec<Duration>> {
        let mut times = Vec::new();
        for entry in std::fs::read_dir(self.folder.path())? {
            let path = entry?.path();
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("times.")) {
                let text = std::fs::read_to_string(&path)?;
                let micros = text.lines().filter_map(|line| line.split(' ').nth(2)?.parse().ok());
                times.extend(micros.map(Duration::from_micros));
                std::fs::remove_file(path)?;
            }
        }
        Ok(times)
    }
}

/// How the documents of the export are copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copy {
    /// A document a line, as NDJSON is.
    Lines,
    /// As PostgreSQL sends bytes with the least work.
    Binary,
}

/// Copies all documents to nowhere. Tells how long that took. Blocks.
pub(crate) fn copy(postgres: &Postgres, views: &TestDatabase, how: Copy, with_text: bool) -> anyhow::Result<Duration> {
    let column = if with_text { "body_with_text" } else { "body" };
    let text = if how == Copy::Lines { AS_TEXT } else { BINARY };
    let begun = Instant::now();
    psql(postgres, views.name(), &filled(text, &[("column", column)]))?;
    Ok(begun.elapsed())
}

/// Runs a statement; what it gives goes nowhere.
fn psql(postgres: &Postgres, database: &str, statement: &str) -> anyhow::Result<()> {
    let mut command = Command::new(find("psql", &[], INSTALL)?);
    command.args(["-X", "-q", "-h", "127.0.0.1", "-U", "postgres", "-p", &postgres.port().to_string()]);
    command.args(["-v", "ON_ERROR_STOP=1", "-d", database, "-c", statement]);
    let done = command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).output().context("psql")?;
    if !done.status.success() {
        bail!("psql failed: {}", String::from_utf8_lossy(&done.stderr));
    }
    Ok(())
}
