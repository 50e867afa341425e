//! PostgreSQL servers: one that the tests of a run share, and private ones that tests may crash.

use std::ffi::OsString;
use std::fs::{DirEntry, File};
use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::process::{Folder, Server, Signal, Unprivileged, find, free_port, output};
use crate::run::Shared;
use crate::{Error, Result, Seat, at};

/// The advice if PostgreSQL is missing.
const INSTALL: &str = "install PostgreSQL 15 or newer; on Debian: apt-get install postgresql";
/// Time limit for a server to become ready.
const START: Duration = Duration::from_secs(60);
/// The superuser of test servers.
const USER: &str = "postgres";

/// A PostgreSQL server.
#[derive(Debug, Clone)]
pub struct Postgres(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    programs: PathBuf,
    seat: Seat,
    port: u16,
    private: Option<Private>,
}

/// The parts of a server that only one test uses.
#[derive(Debug)]
struct Private {
    cluster: Cluster,
    server: Mutex<Option<Server>>,
    /// The folder that is deleted with this value, if it belongs to it.
    _folder: Option<Folder>,
}

/// The location of a cluster, and the user that runs it.
#[derive(Debug, Clone)]
pub(crate) struct Cluster {
    programs: PathBuf,
    /// The folder with `data` and the socket. It belongs to the user that runs the server.
    place: PathBuf,
    user: Option<Unprivileged>,
    seat: Seat,
    port: u16,
    durable: bool,
}

impl Postgres {
    /// Returns the server that all tests of a run share. The first test starts it, and it stops when the run is over.
    /// It does not sync to disk, because no test may crash it.
    pub fn shared() -> Result<Self> {
        static SHARED: OnceLock<Result<(Postgres, File)>> = OnceLock::new();
        let shared = SHARED.get_or_init(|| {
            let programs = programs()?;
            let (place, lock) = Shared::enter("postgres")?;
            let port = place.once(|folder, mut keeper| {
                let cluster = Cluster::make(&programs, folder, false, Seat::HERE)?;
                cluster.started(|command, log| {
                    Server::start_kept("postgres", command, log, Signal::Quit, keeper.pipe()?)
                })?;
                Ok(cluster.port)
            })?;
            Ok((Self(Arc::new(Inner { programs, seat: Seat::HERE, port, private: None })), lock))
        });
        shared.as_ref().map(|(postgres, _)| postgres.clone()).map_err(Clone::clone)
    }

    /// Starts a private server, which syncs to disk as in production.
    pub fn private() -> Result<Self> {
        Self::private_at(Seat::HERE)
    }

    /// The same at another address, open to all clients in that network.
    pub fn private_at(seat: Seat) -> Result<Self> {
        let folder = Folder::new()?;
        let place = folder.path().to_owned();
        Self::private_of(&place, Some(folder), seat)
    }

    /// The same with all files in the given folder, which may be on a separate disk.
    pub fn private_in(folder: &Path) -> Result<Self> {
        Self::private_of(folder, None, Seat::HERE)
    }

    fn private_of(place: &Path, folder: Option<Folder>, seat: Seat) -> Result<Self> {
        let programs = programs()?;
        let cluster = Cluster::make(&programs, place, true, seat.clone())?;
        let port = cluster.port;
        let server = Mutex::new(Some(cluster.start()?));
        Ok(Self(Arc::new(Inner { programs, seat, port, private: Some(Private { cluster, server, _folder: folder }) })))
    }

    /// Kills the server. Unwritten data is lost, and connections of clients break.
    pub fn crash(&self) -> Result<()> {
        let processes = self.server()?.0.cluster.processes();
        self.end(Signal::Kill)?;
        // Without this, the processes that serve clients would finish their work before they notice.
        for process in &processes {
            let _ = output(Command::new("sh").args(["-c", "kill -s KILL \"$1\"", "sh", process]));
        }
        wait_for(|| processes.iter().all(|process| !is_alive(process)))
    }

    /// Stops the server cleanly. Its clients are disconnected.
    pub fn stop(&self) -> Result<()> {
        self.end(Signal::Int)
    }

    /// Starts the server again on the same port and folder. A running server is left unchanged.
    pub fn start(&self) -> Result<()> {
        let (private, mut server) = self.server()?;
        if !server.as_mut().is_some_and(Server::is_running) {
            *server = Some(private.cluster.start()?);
        }
        Ok(())
    }

    fn end(&self, signal: Signal) -> Result<()> {
        let (_, mut server) = self.server()?;
        if let Some(mut server) = server.take() {
            server.end(signal);
        }
        // A process that was forked just before still holds the port until it notices.
        wait_for(|| TcpStream::connect(self.0.seat.port(self.0.port)).is_err())
    }

    fn server(&self) -> Result<(&Private, MutexGuard<'_, Option<Server>>)> {
        let shared = || Error("other tests use this server too: use `Postgres::private()`".into());
        let private = self.0.private.as_ref().ok_or_else(shared)?;
        Ok((private, private.server.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Returns the URL of the first database, for the superuser.
    pub fn url(&self) -> String {
        self.url_of(USER)
    }

    /// Returns the port.
    pub fn port(&self) -> u16 {
        self.0.port
    }

    fn url_of(&self, database: &str) -> String {
        format!("postgres://{USER}@{}/{database}", self.0.seat.port(self.0.port))
    }

    /// Creates an empty database.
    pub async fn database(&self) -> Result<TestDatabase> {
        let postgres = self.clone();
        let made = tokio::task::spawn_blocking(move || postgres.make_database()).await;
        made.map_err(|error| Error::while_doing("making a database", error))?
    }

    /// Creates an empty database with its files in this folder. All other files of the server stay where they are.
    pub async fn database_in(&self, folder: &Path) -> Result<TestDatabase> {
        let place = folder.join("tablespace");
        std::fs::create_dir(&place).map_err(at(&place))?;
        if let Some(user) = self.server()?.0.cluster.user {
            user.own(&place)?;
        }
        let database = self.database().await?;
        let space = format!("{}_space", database.name);
        let make = format!("CREATE TABLESPACE {space} LOCATION '{}'", place.display());
        self.run("psql", &["--quiet", "-c", &make])?;
        let set = format!("ALTER DATABASE {} SET TABLESPACE {space}", database.name);
        self.run("psql", &["--quiet", "-c", &set])?;
        Ok(database)
    }

    /// Creates a role that may log in, unless it exists.
    pub fn role(&self, name: &str) -> Result<()> {
        match self.run("createuser", &["--login", name]) {
            Err(error) if !error.0.contains("already exists") => Err(error),
            _ => Ok(()),
        }
    }

    fn make_database(self) -> Result<TestDatabase> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}_{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        // A database with this name was left by a killed process with the same number.
        self.run("dropdb", &["--if-exists", "--force", &name])?;
        self.run("createdb", &["--template=template0", &name])?;
        Ok(TestDatabase { postgres: self, name })
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Result<String> {
        let mut command = Command::new(self.0.programs.join(program));
        command.args([&format!("--host={}", self.0.seat.address), &format!("--port={}", self.0.port)]);
        command.args(["--username", USER, "--no-password"]);
        output(command.args(arguments).env("PGOPTIONS", "-c client_min_messages=error"))
    }
}

/// A database that is dropped with this value.
#[derive(Debug)]
pub struct TestDatabase {
    postgres: Postgres,
    name: String,
}

impl TestDatabase {
    /// Returns its URL for the superuser.
    pub fn url(&self) -> String {
        self.postgres.url_of(&self.name)
    }

    /// Returns its URL for another role.
    pub fn url_as(&self, role: &str) -> String {
        let inner = &self.postgres.0;
        format!("postgres://{role}@{}/{}", inner.seat.port(inner.port), self.name)
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the raw bytes of the files of all tables and indexes, after a checkpoint, and a dump of their rows.
    pub fn raw(&self) -> Result<Vec<(String, Vec<u8>)>> {
        let ask = |query: &str| self.postgres.run("psql", &["--quiet", "-At", "-d", &self.name, "-c", query]);
        ask("CHECKPOINT")?;
        let folder = PathBuf::from(ask("SHOW data_directory")?.trim());
        let paths = ask(include_str!("live_files.sql"))?;
        let dump = self.postgres.run("pg_dump", &["--data-only", "--inserts", &self.name])?;
        let mut found = vec![(format!("rows of {}", self.name), dump.into_bytes())];
        for path in paths.lines() {
            let file = folder.join(path);
            let bytes = std::fs::read(&file).map_err(at(&file))?;
            found.push((file.display().to_string(), bytes));
        }
        Ok(found)
    }

    /// Replaces its contents with those of another database, and ends the connections to it.
    pub fn set_to(&self, other: &Self) -> Result<()> {
        self.postgres.run("dropdb", &["--force", &self.name])?;
        self.postgres.run("createdb", &[&format!("--template={}", other.name), &self.name])?;
        Ok(())
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        // If the server has stopped, its databases are gone too.
        let _ = self.postgres.run("dropdb", &["--if-exists", "--force", &self.name]);
    }
}

/// Returns the folder with the programs of the newest installed PostgreSQL.
fn programs() -> Result<PathBuf> {
    let mut versions: Vec<(u32, PathBuf)> = match std::fs::read_dir("/usr/lib/postgresql") {
        Ok(folders) => {
            let version = |folder: DirEntry| Some((folder.file_name().to_str()?.parse().ok()?, folder.path()));
            folders.flatten().filter_map(version).collect()
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(at("/usr/lib/postgresql".as_ref())(error)),
    };
    versions.sort();
    let places: Vec<_> = versions.into_iter().rev().map(|(_, folder)| folder.join("bin")).collect();
    let server = find("initdb", &places, INSTALL)?;
    let server = server.canonicalize().map_err(at(&server))?;
    server.parent().map(Path::to_owned).ok_or_else(|| Error("initdb has no folder".into()))
}

fn wait_for(condition: impl Fn() -> bool) -> Result<()> {
    let begun = Instant::now();
    while !condition() {
        if begun.elapsed() > START {
            return Err(Error("a killed server is still running".into()));
        }
        std::thread::park_timeout(Duration::from_millis(5));
    }
    Ok(())
}

/// Returns the state and the parent of a process, the third and fourth field of its line.
fn state(process: &str) -> Option<(String, String)> {
    let line = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut words = line.rsplit(") ").next()?.split(' ').map(String::from);
    Some((words.next()?, words.next()?))
}

fn is_alive(process: &str) -> bool {
    state(process).is_some_and(|(state, _)| state != "Z" && state != "X")
}

impl Cluster {
    /// Creates an empty cluster in a folder.
    fn make(programs: &Path, folder: &Path, durable: bool, seat: Seat) -> Result<Self> {
        let (place, user) = (folder.join("pg"), Unprivileged::when_root()?);
        std::fs::create_dir(&place).map_err(at(&place))?;
        if let Some(user) = user {
            user.own(&place)?;
        }
        let cluster = Self { programs: programs.to_owned(), place, user, seat, port: free_port()?, durable };
        // A locale other than byte order, so that queries that need byte order must ask for it.
        let locale = ["--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US", "--locale=C"];
        let words = ["--username", USER, "--auth=trust", "--no-sync", "--no-instructions"].into_iter().chain(locale);
        let data = OsString::from(cluster.data());
        let words = words.map(OsString::from).chain(["-D".into(), data]);
        let command = cluster.command("initdb", words);
        let mut initdb = Command::new(&command[0]);
        output(initdb.args(&command[1..]))?;
        if cluster.seat != Seat::HERE {
            let file = cluster.data().join("pg_hba.conf");
            let opened = File::options().append(true).open(&file);
            opened.and_then(|mut file| file.write_all(b"host all all samenet trust\n")).map_err(at(&file))?;
        }
        Ok(cluster)
    }

    fn data(&self) -> PathBuf {
        self.place.join("data")
    }

    /// Returns the command line of one of PostgreSQL's programs, as the user that owns the cluster.
    fn command(&self, program: &str, words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
        let mut command = self.user.map(Unprivileged::prefix).unwrap_or_default();
        command.push(self.programs.join(program).into());
        command.extend(words);
        command
    }

    /// Returns the command line of the server.
    fn serve(&self) -> Vec<OsString> {
        let sockets = self.place.to_string_lossy();
        let sockets = if sockets.len() < 80 { &*sockets } else { "" };
        let durable = if self.durable { "on" } else { "off" };
        let settings = [
            format!("listen_addresses={}", self.seat.address),
            format!("unix_socket_directories={sockets}"),
            format!("fsync={durable}"),
            format!("full_page_writes={durable}"),
            "max_connections=300".to_owned(),
            "shared_buffers=64MB".to_owned(),
            "max_wal_size=2GB".to_owned(),
            // Keeps shared memory in the folder, so that it is deleted with it.
            "dynamic_shared_memory_type=mmap".to_owned(),
            "log_min_messages=warning".to_owned(),
            "timezone=UTC".to_owned(),
        ];
        let words = ["-D".into(), self.data().into(), "-p".into(), self.port.to_string().into()].into_iter();
        let settings = settings.into_iter().flat_map(|setting| ["-c".to_owned(), setting]).map(OsString::from);
        self.seat.enter.iter().cloned().chain(self.command("postgres", words.chain(settings))).collect()
    }

    /// Returns the ids of the server's child processes.
    fn processes(&self) -> Vec<String> {
        let lock = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        let Some(server) = lock.lines().next() else { return Vec::new() };
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let processes = processes.map(|entry| entry.file_name().to_string_lossy().into_owned());
        processes.filter(|process| state(process).is_some_and(|(_, parent)| parent == server)).collect()
    }

    fn start(&self) -> Result<Server> {
        self.started(|command, log| Server::start("postgres", command, log, Signal::Quit))
    }

    /// Starts the server and waits until it accepts connections. It retries, because a start right after a crash fails
    /// until the last process of the old server has ended.
    fn started(&self, mut start: impl FnMut(&[OsString], &Path) -> Result<Server>) -> Result<Server> {
        let log = self.place.with_extension("log");
        let mut tries = 0;
        loop {
            let mut server = start(&self.serve(), &log)?;
            let failed = match server.until(START, || self.is_ready()) {
                Ok(()) => return Ok(server),
                Err(error) => error,
            };
            tries += 1;
            if tries == 200 || !failed.0.contains("pre-existing shared memory block") {
                return Err(failed);
            }
        }
    }

    fn is_ready(&self) -> bool {
        let mut ask = Command::new(self.programs.join("pg_isready"));
        let host = format!("--host={}", self.seat.address);
        output(ask.args(["--quiet", &host, &format!("--port={}", self.port)])).is_ok()
    }
}

impl Drop for Private {
    /// Removes the shared memory that a crash leaves behind. The server wrote down its number.
    fn drop(&mut self) {
        let mut server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        drop(server.take());
        let lock = std::fs::read_to_string(self.cluster.data().join("postmaster.pid")).unwrap_or_default();
        if let Some(number) = lock.lines().nth(6).and_then(|line| line.split_whitespace().nth(1)) {
            let _ = output(Command::new("ipcrm").args(["-m", number]));
        }
    }
}
