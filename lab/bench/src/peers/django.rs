//! A plain Django REST Framework service on PostgreSQL, as APIs of this kind usually use: see `lab/bench/peers/django`.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, ensure};
use test_servers::process::{Folder, Server, Signal, free_port, output};
use test_servers::{Postgres, TestDatabase};

use crate::http::Answer;
use crate::machine::cores;
use crate::process::Tree;

/// The folder of the application.
const APPLICATION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/django");
const START: Duration = Duration::from_secs(60);
/// Threads per worker, so that a request that waits for the database does not block others.
const THREADS: usize = 4;

/// A running service with standings.
#[derive(Debug)]
pub(crate) struct Django {
    _server: Server,
    _database: TestDatabase,
    _folder: Folder,
    pub(crate) port: u16,
    pub(crate) tree: Tree,
}

/// Returns the number of requests that it handles at once. More connections would only wait and time out.
pub(crate) fn at_once() -> usize {
    cores() * THREADS
}

impl Django {
    /// Starts a service that has these standings in its tables, by number.
    pub(crate) async fn start(postgres: &Postgres, key: &str, standings: &[(i64, Answer)]) -> anyhow::Result<Self> {
        let (folder, port, database) = (Folder::new()?, free_port()?, postgres.database().await?);
        let programs = programs()?;
        let variables = [
            ("DATABASE_PORT", postgres.port().to_string()),
            ("DATABASE_NAME", database.name().to_owned()),
            ("PYTHONDONTWRITEBYTECODE", "1".to_owned()),
            ("PYTHONPATH", APPLICATION.to_owned()),
            ("DJANGO_SETTINGS_MODULE", "settings".to_owned()),
        ];
        let manage = |words: &[&str]| {
            let mut command = Command::new(programs.join("python"));
            output(command.args(["-m", "django"]).args(words).envs(variables.clone()))
        };
        manage(&["migrate", "--run-syncdb", "-v", "0"])?;
        let mut words = vec!["load".to_owned(), key.to_owned()];
        for (round, answer) in standings {
            let file = folder.path().join(format!("{round}.json"));
            std::fs::write(&file, &answer.body)?;
            words.push(format!("{round}={}", file.display()));
        }
        manage(&words.iter().map(AsRef::as_ref).collect::<Vec<_>>())?;
        let (workers, threads) = (cores().to_string(), THREADS.to_string());
        let mut command = vec!["env".into()];
        command.extend(variables.iter().map(|(name, value)| format!("{name}={value}").into()));
        command.push(programs.join("gunicorn").into());
        let listen = format!("127.0.0.1:{port}");
        let words = ["--workers", &workers, "--threads", &threads, "--worker-class", "gthread", "--keep-alive", "65"];
        command.extend(words.map(Into::into));
        command.extend(["--worker-tmp-dir", "/dev/shm", "--bind", &listen, "wsgi"].map(Into::into));
        let mut server = Server::start("gunicorn", &command, &folder.path().join("log"), Signal::Term)?;
        server.until(START, || Tree::listening_on(port).is_ok())?;
        Ok(Self { _server: server, _database: database, _folder: folder, port, tree: Tree::listening_on(port)? })
    }
}

/// Finds the Python programs that `scripts/bench-peers` installs in cargo's target folder.
fn programs() -> anyhow::Result<PathBuf> {
    let here = std::env::current_exe().context("the path of this program is unknown")?;
    let found = here.ancestors().map(|folder| folder.join("bench-peers/bin")).find(|folder| folder.is_dir());
    let found = found.context("Django is not installed; ./scripts/bench-peers installs it")?;
    ensure!(found.join("gunicorn").is_file(), "{} has no gunicorn; run ./scripts/bench-peers again", found.display());
    Ok(found)
}
