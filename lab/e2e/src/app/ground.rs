//! The environment of an app under test, kept over a restart: a folder and, in the shape of several processes, the
//! databases and the NATS server that they share.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use projector::publish_events;
use service_kit::nats::{NatsOptions, connect};
use service_kit::secret::Secret;
use storage::{Access, Database, EventStore, SpoolSettings, ViewStore, grant_reading, open_events, open_views};
use tempfile::TempDir;
use test_servers::{Nats, Postgres, TestDatabase, nats};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::dumps;
use super::options::PUBLIC_URL;

/// Environment variable with the shape in which apps are started: `one` process on SQLite, or `three` on PostgreSQL and
/// NATS behind nginx.
pub(crate) const SHAPE: &str = "CROSSTABLE_TEST_SHAPE";

/// The file of the list of erasures.
pub(crate) const ERASURES: &str = "erasures.jsonl";

/// The PostgreSQL role of read-only processes.
const READER: &str = "crosstable_reader";

/// Folder, databases and servers of an app.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) folder: TempDir,
    pub(crate) shared: Option<SharedGround>,
}

/// Databases and NATS server that several processes share.
#[derive(Debug)]
pub(crate) struct SharedGround {
    events: TestDatabase,
    views: TestDatabase,
    nats: Nats,
    secret: PathBuf,
    erasures: PathBuf,
}

impl Ground {
    /// Sets up the environment for the shape in [`SHAPE`].
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        dumps::lay_out(&folder.path().join(dumps::FOLDER));
        let shape = std::env::var(SHAPE).unwrap_or_else(|_| "one".into());
        let shared = match shape.as_str() {
            "one" => None,
            "three" => Some(SharedGround::new(folder.path()).await),
            other => panic!("{SHAPE} is `one` or `three`, not `{other}`"),
        };
        Self { folder, shared }
    }

    /// Opens the log.
    pub(crate) async fn events(&self) -> Arc<dyn EventStore> {
        let database = match &self.shared {
            None => Database::Sqlite(self.folder.path().join("events.sqlite")),
            Some(shared) => Database::Postgres(shared.events.url()),
        };
        open_events(&database, Access::Write).await.expect("the log")
    }

    /// Begins to publish what a test appends to the log, as a write-api does with its own events, until the guard is dropped.
    pub(crate) async fn publish_events(&self, events: &Arc<dyn EventStore>) -> Option<DropGuard> {
        let shared = self.shared.as_ref()?;
        let nats = connect(&NatsOptions::new([shared.nats.url()])).await.expect("a connection to NATS");
        let stop = CancellationToken::new();
        tokio::spawn(publish_events(Arc::clone(events), nats, stop.clone()));
        Some(stop.drop_guard())
    }

    /// The options by which a command of the program finds the log.
    pub(crate) fn place(&self) -> Vec<String> {
        match &self.shared {
            None => vec!["--data-dir".into(), self.folder.path().display().to_string()],
            Some(shared) => {
                let options = [("--database-url", shared.events.url()), ("--views-database-url", shared.views.url())];
                let erasures = ("--erasures", shared.erasures.display().to_string());
                options.into_iter().chain([erasures]).flat_map(|(name, value)| [name.into(), value]).collect()
            }
        }
    }

    /// The environment in which commands of the program find the data.
    pub(crate) fn environment(&self) -> Vec<(&'static str, String)> {
        let public_url = ("CROSSTABLE_PUBLIC_URL", PUBLIC_URL.to_owned());
        match &self.shared {
            None => vec![("CROSSTABLE_DATA_DIR", self.folder.path().display().to_string()), public_url],
            Some(SharedGround { events, views, .. }) => vec![
                ("CROSSTABLE_DATABASE_URL", events.url()),
                ("CROSSTABLE_VIEWS_DATABASE_URL", views.url()),
                public_url,
            ],
        }
    }

    /// Opens the views for writing.
    pub(crate) async fn views(&self) -> Arc<dyn ViewStore> {
        let database = match &self.shared {
            None => Database::Sqlite(self.folder.path().join("views.sqlite")),
            Some(shared) => Database::Postgres(shared.views.url()),
        };
        open_views(&database, Access::Write, SpoolSettings::default()).await.expect("the views")
    }

    /// Returns the raw bytes of everything that the app keeps: its files and, with databases, their files and rows and
    /// the folder of NATS.
    pub(crate) fn raw(&self) -> Vec<(String, Vec<u8>)> {
        let mut found = files_in(self.folder.path());
        if let Some(shared) = &self.shared {
            found.extend(shared.events.raw().expect("the files of the log"));
            found.extend(shared.views.raw().expect("the files of the views"));
            found.extend(files_in(shared.nats.folder()));
        }
        found
    }

    /// Deletes the views.
    pub(crate) async fn without_views(mut self) -> Self {
        match &mut self.shared {
            None => {
                assert!(self.folder.path().join("views.sqlite").exists(), "the views are where they are deleted");
                for ending in ["", "-wal", "-shm"] {
                    let _ = std::fs::remove_file(self.folder.path().join(format!("views.sqlite{ending}")));
                }
            }
            Some(shared) => shared.views = views_database().await,
        }
        self
    }
}

impl SharedGround {
    async fn new(folder: &Path) -> Self {
        let postgres = Postgres::shared().expect("a server");
        postgres.role(READER).expect("a role");
        let events = postgres.database().await.expect("a database");
        let opened = open_events(&Database::Postgres(events.url()), Access::Write).await.expect("the log");
        opened.close().await;
        grant_reading(&events.url(), READER).await.expect("rights");
        let secret = folder.join("secret");
        std::fs::write(&secret, Secret::generate().expose()).expect("a secret");
        let nats = Nats::private(nats::Version::Debian).expect("a server");
        let erasures = folder.join(ERASURES);
        Self { events, views: views_database().await, nats, secret, erasures }
    }

    /// Returns the arguments for a process with this role, with no more database rights than it needs.
    pub(crate) fn arguments(&self, role: &str) -> Vec<String> {
        let events = if role == "write-api" { self.events.url() } else { self.events.url_as(READER) };
        let views = if role == "projector" { self.views.url() } else { self.views.url_as(READER) };
        let mut arguments = vec!["--views-database-url".into(), views];
        if role != "read-api" {
            arguments.extend(["--database-url".into(), events]);
        }
        if role == "write-api" {
            arguments.extend(["--erasures".into(), self.erasures.display().to_string()]);
        }
        arguments.extend(["--nats-url".into(), self.nats.url()]);
        arguments.extend(["--secret-file".into(), self.secret.display().to_string()]);
        arguments
    }
}

/// Returns the contents of all files in a folder and its subfolders. Another process reads them: if this process closed a
/// file of SQLite, the system would release the locks that SQLite holds on it in this process.
fn files_in(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_in(&path));
        } else if path.is_file() {
            // A file may be deleted meanwhile.
            let read = Command::new("cat").arg(&path).stderr(Stdio::null()).output().expect("a process");
            found.push((path.display().to_string(), read.stdout));
        }
    }
    found
}

/// Creates a database for views with read rights for the reader role.
async fn views_database() -> TestDatabase {
    let database = Postgres::shared().expect("a server").database().await.expect("a database");
    let opened = open_views(&Database::Postgres(database.url()), Access::Write, SpoolSettings::default())
        .await
        .expect("the views");
    opened.close().await;
    grant_reading(&database.url(), READER).await.expect("rights");
    database
}
