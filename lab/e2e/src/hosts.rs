//! The service on several hosts: PostgreSQL, nats-server, write-api, projector and two read-apis, each at its own
//! address, in a network whose cables can be unplugged.

pub mod network;

use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use service_kit::secret::Secret;
use tempfile::TempDir;
use test_servers::process::{Server, Signal, output};
use test_servers::{Nats, Postgres, TestDatabase, nats};

use self::network::{Host, Network};
use crate::client::{Answer, Client, Request};
use crate::program::program;

/// The port of each service on its host.
const PORT: u16 = 8080;
/// The public address of all services.
const PUBLIC_URL: &str = "https://crosstable.example";
/// How long the start may take.
const NEVER: Duration = Duration::from_secs(60);
/// Interval between two checks.
const LOOK: Duration = Duration::from_millis(10);

/// The hosts, in the order in which they are stopped.
#[derive(Debug)]
pub struct Hosts {
    /// The host of the write-api.
    pub write_api: Service,
    /// The host of the projector.
    pub projector: Service,
    /// The hosts of the read-apis.
    pub read_apis: [Service; 2],
    /// The host of NATS.
    pub nats: Host,
    /// The host of both databases.
    pub postgres: Host,
    /// An administrator's key.
    pub key: String,
    _nats: Nats,
    _databases: [TestDatabase; 2],
    _postgres: Postgres,
    _network: Network,
    _folder: TempDir,
}

/// A service on its host.
#[derive(Debug)]
pub struct Service {
    name: &'static str,
    server: Server,
    /// The host.
    pub host: Host,
}

impl Hosts {
    /// Starts all hosts, with one organization and an administrator's key.
    ///
    /// # Errors
    /// If a tool or a permission is missing, with instructions.
    pub async fn start() -> anyhow::Result<Self> {
        let mut network = Network::make()?;
        let folder = tempfile::tempdir().context("a folder cannot be made")?;
        let [postgres, nats] = [network.host("postgres")?, network.host("nats")?];
        let (database_server, nats_server) = tokio::task::block_in_place(|| {
            let server = Postgres::private_at(postgres.seat())?;
            Ok::<_, test_servers::Error>((server, Nats::private_at(nats::Version::Debian, nats.seat())?))
        })?;
        let databases = [database_server.database().await?, database_server.database().await?];
        let secret = folder.path().join("secret");
        std::fs::write(&secret, Secret::generate().expose()).context("the secret cannot be written")?;
        let [events, views] = [&databases[0], &databases[1]].map(TestDatabase::url);
        let log = ["--database-url".to_owned(), events];
        let shared = ["--views-database-url".to_owned(), views, "--public-url".into(), PUBLIC_URL.into()];
        let shared = [&shared[..], &["--nats-url".into(), nats_server.url()]].concat();
        let shared = [&shared[..], &["--secret-file".into(), secret.display().to_string()]].concat();
        let key = tokio::task::block_in_place(|| {
            command(&["migrate"], &[&log[..], &shared].concat())?;
            let organization = command(&["organizations", "create", "--name", "Far Away"], &log)?;
            command(&["keys", "issue", "--organization", &organization, "--name", "far", "--role", "ADMIN"], &log)
        })?;
        let mut start = |name: &'static str, host: &str| {
            let reads_log = name != "read-api";
            let arguments = [&shared[..], if reads_log { &log[..] } else { &[] }].concat();
            Service::start(name, network.host(host)?, &arguments, &folder.path().join(format!("{host}.log")))
        };
        let [projector, write_api] = [start("projector", "projector")?, start("write-api", "write")?];
        let read_apis = [start("read-api", "read1")?, start("read-api", "read2")?];
        let mut hosts = Self {
            write_api,
            projector,
            read_apis,
            nats,
            postgres,
            key,
            _nats: nats_server,
            _databases: databases,
            _postgres: database_server,
            _network: network,
            _folder: folder,
        };
        hosts.come_up().await?;
        Ok(hosts)
    }

    async fn come_up(&mut self) -> anyhow::Result<()> {
        let [one, two] = &mut self.read_apis;
        for service in [&mut self.projector, &mut self.write_api, one, two] {
            let begun = Instant::now();
            while !service.is_ready().await {
                if !service.server.is_running() || begun.elapsed() > NEVER {
                    bail!("{} does not start; its log ends with\n{}", service.name, service.server.log_end());
                }
                tokio::time::sleep(LOOK).await;
            }
        }
        Ok(())
    }
}

impl Service {
    fn start(name: &'static str, host: Host, arguments: &[String], log: &Path) -> anyhow::Result<Self> {
        let listen = format!("{}:{PORT}", host.address);
        let words = ["serve", "--log-format", "json", "--roles", name, "--listen", &listen].map(OsString::from);
        let mut command = host.seat().enter;
        command.push(program()?.into());
        command.extend(words.into_iter().chain(arguments.iter().map(OsString::from)));
        let server = Server::start(name, &command, log, Signal::Kill)?;
        Ok(Self { name, server, host })
    }

    /// A client of this host with its own connection.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn client(&self, key: &str) -> anyhow::Result<Client> {
        Client::new(format!("http://{}:{PORT}", self.host.address), key.to_owned())
    }

    /// Its answer to a request for readiness; `None` if it does not answer in time.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub async fn readiness(&self) -> anyhow::Result<Option<Answer>> {
        let (client, ask) = (self.client("")?, Request::get("/readyz"));
        let asked = tokio::time::timeout(Duration::from_secs(3), client.send(&ask, 0)).await;
        Ok(asked.ok().and_then(Result::ok))
    }

    /// Whether it reports that it is ready.
    pub async fn is_ready(&self) -> bool {
        matches!(self.readiness().await, Ok(Some(answer)) if answer.status == 200)
    }

    /// The last lines of its log.
    pub fn last_words(&self) -> String {
        self.server.log_end()
    }
}

/// Runs a command of the program and returns its output.
fn command(words: &[&str], options: &[String]) -> anyhow::Result<String> {
    let mut command = std::process::Command::new(program()?);
    Ok(output(command.args(words).args(options))?.trim().to_owned())
}
