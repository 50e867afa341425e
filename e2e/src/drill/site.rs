//! A place to drill in: the program, a folder with data, and a port on which it is served time and again.

use std::ffi::OsString;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, bail};
use storage::Database;
use tempfile::TempDir;

use super::client::Request;
use super::place::{Door, PUBLIC_URL, Place, foreign_options, program};
use super::server::Server;

/// Ports to serve on. They lie below those that the system hands out to clients: a client that asks for the port of a dead
/// server would now and then be given that very port, and talk to itself.
const PORTS: std::ops::Range<u16> = 20_000..32_000;
/// A folder with data, an organization and a key, and the port on which it is served time and again.
#[derive(Debug)]
pub struct Site {
    program: PathBuf,
    folder: TempDir,
    port: u16,
    environment: Vec<(OsString, OsString)>,
    /// Key of an administrator of its one organization.
    pub key: String,
}

/// Folders on other disks that hold the databases instead of the site's own.
#[derive(Debug, Clone, Copy, Default)]
pub struct Elsewhere<'a> {
    /// For the log.
    pub log: Option<&'a Path>,
    /// For the views.
    pub views: Option<&'a Path>,
}

impl Site {
    /// An empty site in a new folder under `parent`, or where temporary files go.
    ///
    /// # Errors
    /// When the program is not built, or no folder can be made.
    pub fn make(parent: Option<&Path>) -> anyhow::Result<Self> {
        let program = program()?;
        let folder = match parent {
            Some(parent) => tempfile::Builder::new().prefix("drill-").tempdir_in(parent),
            None => tempfile::Builder::new().prefix("drill-").tempdir(),
        };
        let folder = folder.context("a folder to work in cannot be made")?;
        Self::in_folder(program, folder, Elsewhere::default(), Vec::new())
    }

    /// A site whose databases may be elsewhere, and whose program finds this in its environment.
    ///
    /// # Errors
    /// When the program is not built, or no folder can be made.
    pub fn with(elsewhere: Elsewhere<'_>, environment: Vec<(OsString, OsString)>) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("drill-").tempdir();
        Self::in_folder(program()?, folder.context("a folder to work in cannot be made")?, elsewhere, environment)
    }

    fn in_folder(
        program: PathBuf,
        folder: TempDir,
        elsewhere: Elsewhere<'_>,
        environment: Vec<(OsString, OsString)>,
    ) -> anyhow::Result<Self> {
        let mut site = Self { program, folder, port: free_port()?, environment, key: String::new() };
        std::fs::create_dir(site.data()).context("a data folder cannot be made")?;
        for (file, there) in [(site.log_file(), elsewhere.log), (site.views_file(), elsewhere.views)] {
            if let (Some(name), Some(there)) = (file.file_name(), there) {
                std::os::unix::fs::symlink(there.join(name), &file).context("a link cannot be made")?;
            }
        }
        site.key = site.make_key()?;
        Ok(site)
    }

    /// Where clients find it.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Starts a server and does not wait for it.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(&self) -> anyhow::Result<Server> {
        let mut command = self.command();
        command.args(["serve", "--log-format", "json", "--public-url", PUBLIC_URL]);
        command.args(["--listen", &format!("127.0.0.1:{}", self.port)]);
        Server::spawn(command)
    }

    /// Starts a server and waits until it answers from what is in the log.
    ///
    /// # Errors
    /// When it ends instead, or does not know its key.
    pub async fn serve(&self) -> anyhow::Result<Server> {
        let mut server = self.start()?;
        server.listening().await?;
        let client = self.door().client()?;
        match client.answer(&Request::get("/api/v1/api-keys/whoami/")).await {
            Some(answer) if answer.status == 200 => Ok(server),
            Some(answer) => bail!("the server does not know its key: {}", answer.short()),
            None => bail!("the server does not answer; it said: {}", server.last_words()),
        }
    }

    /// The folder with its data.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The file of its log, or a link to it.
    pub fn log_file(&self) -> PathBuf {
        self.data().join("events.sqlite")
    }

    /// The file of its views, or a link to it.
    pub fn views_file(&self) -> PathBuf {
        self.data().join("views.sqlite")
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        for name in foreign_options() {
            command.env_remove(name);
        }
        command.env("CROSSTABLE_DATA_DIR", self.data()).envs(self.environment.iter().cloned());
        command
    }
}

impl Place for Site {
    fn door(&self) -> Door {
        Door { address: self.address(), key: self.key.clone() }
    }

    fn log(&self) -> Database {
        Database::Sqlite(self.log_file())
    }

    fn run(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        let output = self.command().args(arguments).stdin(Stdio::null()).output();
        output.with_context(|| format!("{} cannot be started", self.program.display()))
    }
}

/// A port that nobody uses. Where the search begins differs from process to process, so that several find different ones.
fn free_port() -> anyhow::Result<u16> {
    let count = PORTS.end - PORTS.start;
    let first = u16::try_from(std::process::id() * 7 % u32::from(count))?;
    let ports = (0..count).map(|step| PORTS.start + (first + step) % count);
    let free = ports.into_iter().find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    free.with_context(|| format!("every port from {} to {} is in use", PORTS.start, PORTS.end))
}
