//! An installation of several processes for drills: its own PostgreSQL and NATS, and any number of each service behind
//! the gateway. Every process is restarted when it ends, as by a supervisor.

mod unit;

use std::ffi::OsString;
use std::process::Command;
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

pub(crate) use self::unit::{Role, Unit};
use crate::place::{Door, NO_LIMITS_OF_WRITES, PUBLIC_URL, Place, Version};
use crate::read_back::settled;
use crate::run::Faults;

/// The PostgreSQL role of read-only processes.
const READER: &str = "crosstable_reader";
/// Prefix of the NATS subjects of write-apis and projectors.
pub(crate) const PREFIX: &str = "drill";
/// Prefix of the NATS subjects of read-apis that receive notices by way of the drill.
pub(crate) const FAR_PREFIX: &str = "drill-far";

/// Time in which the gateway must use a process again that was replaced.
const USED: Duration = Duration::from_secs(30);

#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) write_apis: usize,
    /// Number of projectors, all on one shard.
    pub(crate) projectors: usize,
    pub(crate) read_apis: usize,
    /// Whether notices reach readers only if the drill passes them on.
    pub(crate) far_readers: bool,
}

impl Default for Shape {
    fn default() -> Self {
        Self { write_apis: 1, projectors: 1, read_apis: 2, far_readers: false }
    }
}

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

/// The installation. Fields are in the order in which they are dropped.
#[derive(Debug)]
pub(crate) struct Fleet {
    pub(crate) units: Vec<Unit>,
    gateway: Option<Nginx>,
    pub(crate) events: TestDatabase,
    views: TestDatabase,
    pub(crate) nats: Nats,
    pub(crate) postgres: Postgres,
    folder: Folder,
    version: Version,
    key: String,
}

impl Fleet {
    /// Starts all processes, and waits until they answer. Fails if the program is not built, or a server is not installed.
    pub(crate) async fn start(shape: Shape) -> anyhow::Result<Self> {
        Self::start_as(Version::current(Vec::new())?, shape).await
    }

    /// The same of this version of the program.
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
        let (units, gateway, key) = (Vec::new(), None, String::new());
        let mut fleet = Self { units, gateway, events, views, nats, postgres, folder, version, key };
        fleet.migrate()?;
        fleet.key = fleet.organization("Drill")?.1;
        let readers_prefix = if shape.far_readers { FAR_PREFIX } else { PREFIX };
        for (role, count, prefix) in [
            (Role::WriteApi, shape.write_apis, PREFIX),
            (Role::Projector, shape.projectors, PREFIX),
            (Role::ReadApi, shape.read_apis, readers_prefix),
        ] {
            for number in 1..=count {
                let unit = Unit::start(role, number, fleet.serve(role, prefix), fleet.folder.path())?;
                fleet.units.push(unit);
            }
        }
        let addresses = |role| fleet.of(role).map(|unit| unit.address).collect::<Vec<_>>();
        let gateway = Nginx::gateway(&addresses(Role::ReadApi), &addresses(Role::WriteApi))?;
        fleet.gateway = Some(gateway);
        settled(&fleet).await?;
        Ok(fleet)
    }

    /// The command line of a process with this role, with no more database rights than it needs.
    fn serve(&self, role: Role, prefix: &str) -> Vec<OsString> {
        let mut command: Vec<OsString> = vec!["env".into()];
        command.extend(foreign_options().into_iter().flat_map(|name| ["-u".into(), name]));
        command.extend(NO_LIMITS_OF_WRITES.map(|(name, value)| format!("{name}={value}").into()));
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
    pub(crate) async fn replace(&self, unit: &Unit) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        unit.stop().await?;
        unit.resume(Some(self.serve(unit.role, PREFIX)))?;
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

    pub(crate) fn of(&self, role: Role) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |unit| unit.role == role)
    }

    pub(crate) async fn listen(&self) -> anyhow::Result<service_kit::nats::Nats> {
        let options = NatsOptions { prefix: PREFIX.into(), ..NatsOptions::new([self.nats.url()]) };
        let nats = service_kit::nats::connect(&options).await?;
        let mut link = nats.link();
        link.wait_for(|link| link.connected).await.context("NATS does not answer")?;
        Ok(nats)
    }

    /// Kills a process of this kind with SIGKILL, or stops it, and restarts it at once. Returns the time of death, or of the order
    /// to stop.
    pub(crate) async fn kill(&self, target: Target, rng: &mut StdRng) -> anyhow::Result<Instant> {
        let role = match target {
            Target::WriteApi => Role::WriteApi,
            Target::Projector => Role::Projector,
            Target::ReadApi => Role::ReadApi,
            Target::Nats => {
                let nats = self.nats.clone();
                let crash = move || {
                    nats.crash();
                    let dead = Instant::now();
                    nats.start()?;
                    Ok(dead)
                };
                return in_background(crash).await;
            }
            Target::Postgres | Target::PostgresRestart => {
                let (postgres, ordered) = (self.postgres.clone(), Instant::now());
                let restart = move || {
                    let since = if target == Target::Postgres {
                        postgres.crash()?;
                        Instant::now()
                    } else {
                        postgres.stop()?;
                        ordered
                    };
                    postgres.start()?;
                    Ok(since)
                };
                return in_background(restart).await;
            }
        };
        let units: Vec<_> = self.of(role).collect();
        units[rng.random_range(0..units.len())].kill().await
    }

    pub(crate) async fn ready(&self, unit: &Unit) -> anyhow::Result<()> {
        let client = Client::new(format!("http://{}", unit.address), self.key.clone())?;
        let answer = client.answer(&Request::get("/readyz")).await;
        let status = answer.map(|answer| answer.status);
        ensure!(status == Some(200), "{} is not ready again: {status:?}", unit.name);
        Ok(())
    }

    /// Notes panics in the logs of all processes. Returns a line of the report, as in `read-api 1 2 times`.
    pub(crate) fn note_ends(&self, faults: &Faults) -> String {
        let mut ended = Vec::new();
        for unit in &self.units {
            let panics = unit.said("panicked at");
            faults.note_all(panics.into_iter().map(|line| format!("{} says: {line}", unit.name)));
            let (times, _) = unit.ended_by_itself();
            ended.extend((times > 0).then(|| format!("{} {times} times", unit.name)));
        }
        let ended = if ended.is_empty() { "none".to_owned() } else { ended.join(", ") };
        format!("Processes that ended without being killed: {ended}.")
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

    fn readers(&self) -> Vec<Door> {
        let door = |unit: &Unit| Door { address: format!("http://{}", unit.address), key: self.key.clone() };
        self.of(Role::ReadApi).map(door).collect()
    }

    fn last_words(&self) -> String {
        let words = self.units.iter().map(|unit| unit.ended_by_itself().1);
        words.filter(|words| !words.is_empty()).collect::<Vec<_>>().join("\n")
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.version.program);
        self.version.prepare(&mut command);
        command.args(["--public-url", PUBLIC_URL]);
        command.args(["--database-url", &self.events.url(), "--views-database-url", &self.views.url()]);
        command
    }

    fn conclude(&self, faults: &Faults) -> anyhow::Result<Vec<String>> {
        self.verify(faults)?;
        Ok(vec![self.rebuild(faults)?, self.note_ends(faults)])
    }
}

pub(crate) async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
) -> anyhow::Result<T> {
    tokio::task::spawn_blocking(work).await?
}
