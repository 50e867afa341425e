//! The service under test: the program as people start it, in its own folder or on PostgreSQL.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use service_kit::secret::Secret;
use storage::{Access, Database, EventStore, open_events};
use test_servers::process::{Folder, Server, Signal, free_port};
use test_servers::{Postgres, TestDatabase};
use tokio::time::sleep;

use crate::http::{Connection, Request};
use crate::process::Tree;

/// Time limit for the start, and for the views of all events.
const START: Duration = Duration::from_secs(7_200);
/// Interval between two checks whether it answers.
const LOOK: Duration = Duration::from_millis(1);

/// A service with its data. [`Subject::serve`] starts it.
#[derive(Debug)]
pub(crate) struct Subject {
    program: PathBuf,
    databases: Option<(TestDatabase, TestDatabase)>,
    folder: Folder,
    /// Key of an administrator.
    pub(crate) key: String,
    /// Password of the administrator `ada`.
    password: String,
}

/// A running service, which stops when dropped.
#[derive(Debug)]
pub(crate) struct Running {
    _server: Server,
    /// The port where it listens.
    pub(crate) port: u16,
    pub(crate) tree: Tree,
    /// Time from the start to the first answer.
    pub(crate) started_in: Duration,
}

impl Subject {
    /// Creates an empty service on SQLite, with one organization and a key.
    pub(crate) fn on_sqlite() -> anyhow::Result<Self> {
        Self::make(None)
    }

    /// Creates an empty service on PostgreSQL, with one organization and a key.
    pub(crate) async fn on_postgres(postgres: &Postgres) -> anyhow::Result<Self> {
        Self::make(Some((postgres.database().await?, postgres.database().await?)))
    }

    fn make(databases: Option<(TestDatabase, TestDatabase)>) -> anyhow::Result<Self> {
        let (program, folder, password) = (e2e::program::program()?, Folder::new()?, Secret::generate());
        let password = password.expose()[..20].to_owned();
        let mut subject = Self { program, databases, folder, key: String::new(), password };
        if subject.databases.is_some() {
            std::fs::write(subject.secret(), Secret::generate().expose()).context("a secret")?;
            subject.tell(&["migrate"])?;
        }
        let password = subject.folder.path().join("password");
        std::fs::write(&password, &subject.password).context("a password")?;
        let init = ["init", "--organization", "Bench", "--username", "ada", "--password-stdin"];
        let init = [&init[..], &["--public-url", "https://crosstable.example"]].concat();
        let key = subject.run(&subject.words(&init), &init, File::open(password)?.into())?;
        subject.key = key.trim().to_owned();
        Ok(subject)
    }

    /// Returns the size of the program in bytes.
    pub(crate) fn program_size(&self) -> anyhow::Result<u64> {
        Ok(std::fs::metadata(&self.program)?.len())
    }

    /// Returns a folder for files, which is deleted with the service.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Opens the log for writing, while the service does not run.
    pub(crate) async fn log(&self) -> anyhow::Result<Arc<dyn EventStore>> {
        let database = match &self.databases {
            Some((events, _)) => Database::Postgres(events.url()),
            None => Database::Sqlite(self.folder.path().join("data/events.sqlite")),
        };
        Ok(open_events(&database, Access::Write).await?)
    }

    /// Returns the database of the views on PostgreSQL.
    pub(crate) fn views(&self) -> anyhow::Result<&TestDatabase> {
        self.databases.as_ref().map(|(_, views)| views).context("its views are in a file")
    }

    /// Runs a command of the program on the data. Returns its output.
    pub(crate) fn tell(&self, arguments: &[&str]) -> anyhow::Result<String> {
        self.run(&self.words(arguments), arguments, Stdio::null())
    }

    fn run(&self, words: &[String], arguments: &[&str], input: Stdio) -> anyhow::Result<String> {
        let done = Command::new(&words[0]).args(&words[1..]).stdin(input).output();
        let done = done.with_context(|| format!("{} cannot be started", self.program.display()))?;
        if !done.status.success() {
            bail!("`crosstable {}` failed: {}", arguments.join(" "), String::from_utf8_lossy(&done.stderr));
        }
        Ok(String::from_utf8(done.stdout)?)
    }

    /// Makes another organization. Returns its id and a key of an administrator.
    pub(crate) fn tenant(&self, name: &str) -> anyhow::Result<(i64, String)> {
        let id = self.tell(&["organizations", "create", "--name", name])?;
        let id = id.trim();
        let key = self.tell(&["keys", "issue", "--organization", id, "--name", "Bench", "--role", "ADMIN"])?;
        Ok((id.parse().context("the id of an organization")?, key.trim().to_owned()))
    }

    /// Imports files of tournaments.
    pub(crate) fn import(&self, files: &[PathBuf]) -> anyhow::Result<()> {
        let names: Vec<_> = files.iter().map(|file| file.to_string_lossy()).collect();
        let mut words = vec!["import", "--organization", "1"];
        words.extend(names.iter().map(AsRef::as_ref));
        self.tell(&words).map(drop)
    }

    /// Starts the service and waits until it answers.
    pub(crate) async fn serve(&self) -> anyhow::Result<Running> {
        self.serve_with(&[]).await
    }

    /// The same with further options.
    pub(crate) async fn serve_with(&self, options: &[&str]) -> anyhow::Result<Running> {
        let port = free_port()?;
        let listen = format!("127.0.0.1:{port}");
        let usual = ["serve", "--listen", &listen, "--public-url", "https://crosstable.example"];
        let words = self.words(&[&usual, options].concat());
        let words: Vec<_> = words.into_iter().map(Into::into).collect();
        let (begun, whoami) = (Instant::now(), Request::get("/api/v1/api-keys/whoami/", &self.key, &[]));
        let mut server = Server::start("crosstable", &words, &self.folder.path().join("log"), Signal::Term)?;
        loop {
            if let Ok(mut connection) = Connection::open(port).await
                && let Ok(answer) = connection.ask(&whoami).await
                && answer.status == 200
            {
                break;
            }
            ensure!(server.is_running() && begun.elapsed() < START, "it does not answer: {}", server.log_end());
            sleep(LOOK).await;
        }
        let started_in = begun.elapsed();
        Ok(Running { _server: server, port, tree: Tree::listening_on(port)?, started_in })
    }

    /// Starts the service and waits until this path is answered with 200.
    pub(crate) async fn serve_until(&self, path: &str) -> anyhow::Result<Running> {
        let running = self.serve().await?;
        self.until(&running, path).await?;
        Ok(running)
    }

    /// Waits until this path is answered with 200.
    pub(crate) async fn until(&self, running: &Running, path: &str) -> anyhow::Result<()> {
        let (request, begun) = (Request::get(path, &self.key, &[]), Instant::now());
        let mut connection = Connection::open(running.port).await?;
        loop {
            let answer = connection.ask(&request).await?;
            if answer.status == 200 {
                return Ok(());
            }
            ensure!(begun.elapsed() < START, "{path} is answered with {}", answer.status);
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Signs the administrator in. Returns the `Cookie` header of the session.
    pub(crate) async fn sign_in(&self, port: u16) -> anyhow::Result<String> {
        let form = format!("username=ada&password={}", self.password);
        let answer = Connection::open(port).await?.ask(&Request::form("/login/", &form)).await?.expect(303)?;
        let cookies = answer.headers().filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        let values: Vec<_> = cookies.filter_map(|(_, cookie)| cookie.split(';').next()).collect();
        Ok(values.join("; "))
    }

    /// Returns the file of the secret, for services without a data folder.
    fn secret(&self) -> PathBuf {
        self.folder.path().join("secret")
    }

    /// Returns the command line, without `CROSSTABLE_` variables from the environment.
    fn words(&self, arguments: &[&str]) -> Vec<String> {
        let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
        let foreign = names.filter(|name| name.starts_with("CROSSTABLE_")).flat_map(|name| ["-u".to_owned(), name]);
        let mut words: Vec<String> = ["env".to_owned()].into_iter().chain(foreign).collect();
        // A benchmark makes all its writes with one key, and reads all pages as one person.
        words.extend(["KEY", "PERSON"].map(|of| format!("CROSSTABLE_MAX_{of}_WRITES=0")));
        words.push(self.program.to_string_lossy().into_owned());
        words.extend(arguments.iter().map(ToString::to_string));
        words.extend(["--data-dir".to_owned(), self.folder.path().join("data").to_string_lossy().into_owned()]);
        if let Some((events, views)) = &self.databases {
            words.extend(["--database-url".to_owned(), events.url(), "--views-database-url".to_owned(), views.url()]);
            words.extend(["--secret-file".to_owned(), self.secret().to_string_lossy().into_owned()]);
        }
        words
    }
}

impl Running {
    /// Waits until all writes are projected: the service is idle.
    pub(crate) async fn settles(&self) {
        let mut before = self.tree.cpu();
        loop {
            sleep(Duration::from_millis(500)).await;
            let now = self.tree.cpu();
            if now.saturating_sub(before) < Duration::from_millis(30) {
                return;
            }
            before = now;
        }
    }
}
