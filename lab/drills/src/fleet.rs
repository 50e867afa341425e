//! An installation of several processes for drills: its own PostgreSQL and NATS, and any number of each service behind
//! the gateway. Every process is restarted when it ends, as by a supervisor.

mod unit;

use std::ffi::OsString;
use std::fmt;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::ValueEnum;
use e2e::client::{Client, Request};
use e2e::program::foreign_options;
use rand::RngExt;
use rand::rngs::StdRng;
use service_kit::nats::NatsOptions;
use service_kit::secret::Secret;
use storage::Database;
use test_servers::process::Folder;
use test_servers::{Nats, Nginx, Postgres, TestDatabase, nats};

pub(crate) use self::unit::Unit;
use crate::place::{Door, NO_LIMIT_OF_WRITES, PUBLIC_URL, Place};
use crate::read_back::probe;
use crate::report::Faults;
use crate::version::Version;

/// The PostgreSQL role of read-only processes.
const READER: &str = "crosstable_reader";
/// Prefix of the NATS subjects of write-apis and projectors.
pub(crate) const PREFIX: &str = "drill";
/// Prefix of the NATS subjects of read-apis that receive notices by way of the drill.
pub(crate) const FAR_PREFIX: &str = "drill-far";

/// Time in which the gateway must use a process again that was replaced.
const USED: Duration = Duration::from_secs(30);

/// How many processes a fleet has of each kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    /// Number of write-apis.
    pub(crate) write_apis: usize,
    /// Number of projectors, all on one shard.
    pub(crate) projectors: usize,
    /// Number of read-apis.
    pub(crate) read_apis: usize,
    /// Whether notices reach readers only if the drill passes them on.
    pub(crate) far_readers: bool,
}

impl Default for Shape {
    fn default() -> Self {
        Self { write_apis: 1, projectors: 1, read_apis: 2, far_readers: false }
    }
}

/// A process or server that a drill can kill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// A write-api
    WriteApi,
    /// A projector
    Projector,
    /// A read-api
    ReadApi,
    /// nats-server
    Nats,
    /// PostgreSQL, with all of its processes
    Postgres,
    /// PostgreSQL, stopped gracefully as for an update
    PostgresRestart,
}

/// The role of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Role {
    /// Answers reads from the views
    ReadApi,
    /// Renders views from the log
    Projector,
    /// Takes commands
    WriteApi,
}

impl Role {
    /// All roles, in the order in which they are upgraded.
    pub(crate) const ALL: [Self; 3] = [Self::ReadApi, Self::Projector, Self::WriteApi];
}

/// The name for the option `--roles`.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// The installation. Fields are in the order in which they are dropped.
#[derive(Debug)]
pub(crate) struct Fleet {
    pub(crate) write_apis: Vec<Unit>,
    pub(crate) projectors: Vec<Unit>,
    pub(crate) read_apis: Vec<Unit>,
    gateway: Option<Nginx>,
    events: TestDatabase,
    views: TestDatabase,
    pub(crate) nats: Nats,
    pub(crate) postgres: Postgres,
    folder: Folder,
    version: Version,
    key: String,
}

impl Fleet {
    /// Starts all processes of this version of the program, and waits until they answer. Fails if the program is not built,
    /// or a server is not installed.
    pub(crate) async fn start_as(version: Version, shape: Shape) -> anyhow::Result<Self> {
        let postgres = Postgres::private()?;
        let databases = (postgres.database().await?, postgres.database().await?);
        Self::start_on(postgres, databases, version, shape).await
    }

    /// The same on two databases of this server, for the log and for the views.
    pub(crate) async fn start_on(
        postgres: Postgres,
        (events, views): (TestDatabase, TestDatabase),
        version: Version,
        shape: Shape,
    ) -> anyhow::Result<Self> {
        let nats = Nats::private(nats::Version::Debian)?;
        postgres.role(READER)?;
        let folder = Folder::new()?;
        std::fs::write(folder.path().join("secret"), Secret::generate().expose()).context("a secret")?;
        let none = Vec::new;
        let mut fleet = Self {
            write_apis: none(),
            projectors: none(),
            read_apis: none(),
            gateway: None,
            events,
            views,
            nats,
            postgres,
            folder,
            version,
            key: String::new(),
        };
        fleet.migrate()?;
        fleet.key = fleet.organization("Drill")?.1;
        fleet.write_apis = fleet.units(Role::WriteApi, shape.write_apis, PREFIX)?;
        fleet.projectors = fleet.units(Role::Projector, shape.projectors, PREFIX)?;
        let readers_prefix = if shape.far_readers { FAR_PREFIX } else { PREFIX };
        fleet.read_apis = fleet.units(Role::ReadApi, shape.read_apis, readers_prefix)?;
        let addresses = |units: &[Unit]| units.iter().map(|unit| unit.address).collect::<Vec<_>>();
        fleet.gateway = Some(Nginx::gateway(&addresses(&fleet.read_apis), &addresses(&fleet.write_apis))?);
        fleet.settled().await.map_err(anyhow::Error::msg)?;
        Ok(fleet)
    }

    fn units(&self, role: Role, count: usize, prefix: &str) -> anyhow::Result<Vec<Unit>> {
        (1..=count)
            .map(|number| Unit::start(format!("{role} {number}"), self.serve(role, prefix), self.folder.path()))
            .collect()
    }

    /// The command line of a process with this role, with no more database rights than it needs.
    fn serve(&self, role: Role, prefix: &str) -> Vec<OsString> {
        let mut command: Vec<OsString> = vec!["env".into()];
        command.extend(foreign_options().into_iter().flat_map(|name| ["-u".into(), name]));
        command.push(format!("{}={}", NO_LIMIT_OF_WRITES.0, NO_LIMIT_OF_WRITES.1).into());
        command.extend(self.version.options.iter().map(|(name, value)| format!("{name}={value}").into()));
        command.push(self.version.program.clone().into());
        let events = if role == Role::WriteApi { self.events.url() } else { self.events.url_as(READER) };
        let views = if role == Role::Projector { self.views.url() } else { self.views.url_as(READER) };
        let (nats, name) = (self.nats.url(), role.to_string());
        let mut arguments = vec!["serve", "--roles", &name, "--log-format", "json", "--public-url", PUBLIC_URL];
        arguments.extend(["--views-database-url", &views, "--nats-url", &nats, "--nats-prefix", prefix]);
        if role != Role::ReadApi {
            arguments.extend(["--database-url", &events]);
        }
        command.extend(arguments.into_iter().map(OsString::from));
        command.extend(["--secret-file".into(), self.folder.path().join("secret").into()]);
        command
    }

    /// Creates or upgrades the schemas of both databases.
    fn migrate(&self) -> anyhow::Result<()> {
        self.ask(&["migrate", "--log-readers", READER, "--views-readers", READER]).map(drop)
    }

    /// Sets the version for commands and for processes that are started from now on, and migrates the databases to it.
    pub(crate) fn upgrade(&mut self, version: Version) -> anyhow::Result<()> {
        self.version = version;
        tokio::task::block_in_place(|| self.migrate())
    }

    /// Stops a process gracefully, starts it in the fleet's version, and waits until it is ready. Returns how long that
    /// took.
    pub(crate) async fn replace(&self, role: Role, unit: &Unit) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        unit.stop().await?;
        unit.resume_as(self.serve(role, PREFIX))?;
        self.ready(unit).await?;
        Ok(begun.elapsed())
    }

    /// Waits until the gateway sends requests to a process again. After a refused connection it avoids the process for
    /// some seconds.
    pub(crate) async fn until_used(&self, unit: &Unit) -> anyhow::Result<()> {
        let gateway = self.gateway.as_ref().context("a fleet without a gateway")?;
        let (begun, before) = (Instant::now(), gateway.requests().len());
        let answered = format!("\"upstream\":\"{}\",\"upstream_status\":\"2", unit.address);
        while !gateway.requests()[before..].contains(&answered) {
            ensure!(begun.elapsed() < USED, "the gateway does not use {} for {USED:?}", unit.name);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// The processes of a role.
    pub(crate) fn of(&self, role: Role) -> &[Unit] {
        match role {
            Role::ReadApi => &self.read_apis,
            Role::Projector => &self.projectors,
            Role::WriteApi => &self.write_apis,
        }
    }

    pub(crate) fn units_of_all(&self) -> impl Iterator<Item = &Unit> {
        self.write_apis.iter().chain(&self.projectors).chain(&self.read_apis)
    }

    /// Connects to the fleet's NATS.
    pub(crate) async fn listen(&self) -> anyhow::Result<service_kit::nats::Nats> {
        let options = NatsOptions { prefix: PREFIX.into(), ..NatsOptions::new([self.nats.url()]) };
        let nats = service_kit::nats::connect(&options).await?;
        let mut link = nats.link();
        link.wait_for(|link| link.connected).await.context("NATS does not answer")?;
        Ok(nats)
    }

    /// Stops all processes gracefully.
    pub(crate) async fn stop_all(&self) -> anyhow::Result<()> {
        for unit in self.units_of_all() {
            unit.stop().await?;
        }
        Ok(())
    }

    /// Starts all processes again.
    pub(crate) fn resume_all(&self) -> anyhow::Result<()> {
        self.units_of_all().try_for_each(Unit::resume)
    }

    /// Returns how many lines of all processes' logs contain `text`.
    pub(crate) fn has_said(&self, text: &str) -> usize {
        self.units_of_all().map(|unit| unit.has_said(text)).sum()
    }

    /// The database of the log.
    pub(crate) fn events(&self) -> &TestDatabase {
        &self.events
    }

    /// Kills a process of this kind with SIGKILL, or stops it, and restarts it at once. Returns the time of death, or of the order
    /// to stop.
    pub(crate) async fn kill(&self, target: Target, rng: &mut StdRng) -> anyhow::Result<Instant> {
        let mut one_of = |units: &[Unit]| rng.random_range(0..units.len());
        match target {
            Target::WriteApi => self.write_apis[one_of(&self.write_apis)].kill().await,
            Target::Projector => self.projectors[one_of(&self.projectors)].kill().await,
            Target::ReadApi => self.read_apis[one_of(&self.read_apis)].kill().await,
            Target::Nats => {
                let nats = self.nats.clone();
                in_background(move || {
                    nats.crash();
                    let dead = Instant::now();
                    nats.start()?;
                    Ok(dead)
                })
                .await
            }
            Target::Postgres => {
                let postgres = self.postgres.clone();
                in_background(move || {
                    postgres.crash()?;
                    let dead = Instant::now();
                    postgres.start()?;
                    Ok(dead)
                })
                .await
            }
            Target::PostgresRestart => {
                let (postgres, ordered) = (self.postgres.clone(), Instant::now());
                in_background(move || {
                    postgres.stop()?;
                    postgres.start()?;
                    Ok(ordered)
                })
                .await
            }
        }
    }

    /// Waits until a process is ready.
    pub(crate) async fn ready(&self, unit: &Unit) -> anyhow::Result<()> {
        let client = Client::new(format!("http://{}", unit.address), self.key.clone())?;
        let answer = client.answer(&Request::get("/readyz")).await;
        let status = answer.map(|answer| answer.status);
        ensure!(status == Some(200), "{} is not ready again: {status:?}", unit.name);
        Ok(())
    }

    /// The processes that ended without being killed, as in `read-api 1 2 times`.
    fn ended_by_themselves(&self) -> String {
        let ended = self.units_of_all().filter(|unit| unit.ended_by_itself() > 0);
        let ended: Vec<_> = ended.map(|unit| format!("{} {} times", unit.name, unit.ended_by_itself())).collect();
        if ended.is_empty() { "none".into() } else { ended.join(", ") }
    }

    /// Notes panics in the logs of all processes. Returns a line of the report.
    pub(crate) fn note_ends(&self, faults: &Faults) -> String {
        faults.note_all(self.units_of_all().flat_map(Unit::panics));
        format!("Processes that ended without being killed: {}.", self.ended_by_themselves())
    }
}

impl Place for Fleet {
    fn door(&self) -> Door {
        let address = self.gateway.as_ref().map(Nginx::url).unwrap_or_default();
        Door { address, key: self.key.clone() }
    }

    fn log(&self) -> Database {
        Database::Postgres(self.events.url())
    }

    fn run(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        let mut command = Command::new(&self.version.program);
        for name in foreign_options() {
            command.env_remove(name);
        }
        command.envs(self.version.options.iter().map(|(name, value)| (name, value)));
        command.args(arguments).args(["--public-url", PUBLIC_URL]);
        command.args(["--database-url", &self.events.url(), "--views-database-url", &self.views.url()]);
        let output = command.stdin(Stdio::null()).output();
        output.with_context(|| format!("{} cannot be started", self.version.program.display()))
    }

    async fn settled(&self) -> Result<(), String> {
        let client = |address: String| Client::new(address, self.key.clone()).map_err(|error| error.to_string());
        let readers = self.read_apis.iter().map(|unit| client(format!("http://{}", unit.address)));
        let readers = readers.collect::<Result<Vec<_>, _>>()?;
        probe(&client(self.door().address)?, &readers).await.map_err(|fault| {
            let words = self.units_of_all().map(Unit::last_words).filter(|words| !words.is_empty());
            words.fold(fault, |fault, words| format!("{fault}\n{words}"))
        })
    }

    fn conclude(&self, faults: &Faults) -> anyhow::Result<Vec<String>> {
        self.verify(faults)?;
        Ok(vec![self.rebuild(faults)?, self.note_ends(faults)])
    }
}

/// Runs blocking work.
pub(crate) async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
) -> anyhow::Result<T> {
    tokio::task::spawn_blocking(work).await?
}
