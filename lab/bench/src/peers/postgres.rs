//! PostgreSQL without the service: `pgbench` inserts the row of a decklist, and `COPY` reads the documents of the
//! export. Both use the same server as the service.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use test_servers::process::{Folder, find, output};
use test_servers::{Postgres, TestDatabase};

use super::{INSTALL, filled};
use crate::figures::at;

const TABLES: &str = include_str!("../../peers/postgres/tables.psql");
const INSERT: &str = include_str!("../../peers/postgres/insert.pgbench");
const AS_TEXT: &str = include_str!("../../peers/postgres/export.copy");
const BINARY: &str = include_str!("../../peers/postgres/export_binary.copy");
/// Minimum seconds: with many clients, connecting takes the first second.
const SHORTEST: u64 = 3;
/// Number of threads of `pgbench`.
const THREADS: usize = 2;

/// `pgbench` with its table.
#[derive(Debug)]
pub(crate) struct Pgbench {
    program: PathBuf,
    postgres: Postgres,
    database: TestDatabase,
    folder: Folder,
}

/// Results of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Inserted {
    pub(crate) rate: f64,
    pub(crate) half: Duration,
    pub(crate) most: Duration,
}

impl Pgbench {
    /// Creates the table.
    pub(crate) async fn make(postgres: &Postgres, list: &str) -> anyhow::Result<Self> {
        let (database, folder) = (postgres.database().await?, Folder::new()?);
        psql(postgres, database.name(), TABLES)?;
        std::fs::write(folder.path().join("insert"), filled(INSERT, &[("list", &list.replace('\'', "''"))]))?;
        let program = find("pgbench", &[], INSTALL)?;
        Ok(Self { program, postgres: postgres.clone(), database, folder })
    }

    /// Inserts with `clients` clients for `time`. Blocks.
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

    /// Reads the times of all transactions from the log files, and deletes the files.
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

/// The format of the copied documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copy {
    /// One document per line, as in NDJSON.
    Lines,
    /// PostgreSQL's binary format, which costs it the least work.
    Binary,
}

/// Copies all documents and discards them. Returns the time that this took. Blocks.
pub(crate) fn copy(postgres: &Postgres, views: &TestDatabase, how: Copy) -> anyhow::Result<Duration> {
    let text = if how == Copy::Lines { AS_TEXT } else { BINARY };
    let begun = Instant::now();
    psql(postgres, views.name(), text)?;
    Ok(begun.elapsed())
}

/// Runs a statement and discards its output.
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
