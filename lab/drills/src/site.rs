//! An installation of one process for drills: the program, a folder with data, and a port on which it is started many
//! times.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, bail};
use e2e::client::Request;
use rand::RngExt;
use rand::rngs::StdRng;
use storage::Database;
use tempfile::TempDir;
use test_servers::process::free_port;

use crate::place::{Door, Options, PUBLIC_URL, Place, Version};
use crate::run::Faults;
use crate::server::Server;

/// A folder with data, an organization and a key, and the port on which it is served.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) version: Version,
    _folder: TempDir,
    pub(crate) data: PathBuf,
    pub(crate) port: u16,
    pub(crate) serve_options: Vec<String>,
    /// A command that runs the program, such as strace; empty if none.
    pub(crate) wrapper: Vec<OsString>,
    pub(crate) key: String,
}

impl Site {
    pub(crate) fn new(options: Options) -> anyhow::Result<Self> {
        let mut site = Self::bare(None)?;
        site.version.options = options;
        site.found()?;
        Ok(site)
    }

    /// A site in a new folder under `parent`, or in the folder for temporary files, whose data folder is empty: no organization,
    /// no key, no secret.
    pub(crate) fn bare(parent: Option<&Path>) -> anyhow::Result<Self> {
        let parent = parent.map_or_else(std::env::temp_dir, Path::to_owned);
        let folder = tempfile::Builder::new().prefix("drill-").tempdir_in(parent).context("a folder to work in")?;
        let data = folder.path().join("data");
        std::fs::create_dir(&data).context("a data folder cannot be made")?;
        let (serve_options, wrapper, key) = (Vec::new(), Vec::new(), String::new());
        let version = Version::current(Vec::new())?;
        Ok(Self { version, _folder: folder, data, port: free_port()?, serve_options, wrapper, key })
    }

    pub(crate) fn found(&mut self) -> anyhow::Result<()> {
        self.key = self.organization("Drill")?.1;
        Ok(())
    }

    /// A site with a copy of this one's files, its program and its port: answers name it. No server may run on this one meanwhile.
    pub(crate) fn copy(&self) -> anyhow::Result<Self> {
        let (version, key) = (self.version.clone(), self.key.clone());
        let copy = Self { version, key, port: self.port, ..Self::bare(None)? };
        copy_folder(&self.data, &copy.data).context("the data cannot be copied")?;
        Ok(copy)
    }

    /// Starts a server and does not wait for it.
    pub(crate) fn start(&self) -> anyhow::Result<Server> {
        let mut command = self.command();
        command.args(["serve", "--log-format", "json", "--public-url", PUBLIC_URL]);
        command.args(["--listen", &format!("127.0.0.1:{}", self.port)]).args(&self.serve_options);
        Server::spawn(command)
    }

    /// Starts a server and waits until it answers from the log's data.
    pub(crate) async fn serve(&self) -> anyhow::Result<Server> {
        let mut server = self.start()?;
        server.listening().await?;
        match self.door().client()?.answer(&Request::get("/api/v1/api-keys/whoami/")).await {
            Some(answer) if answer.status == 200 => Ok(server),
            Some(answer) => bail!("the server does not know its key: {}", answer.short()),
            None => bail!("the server does not answer; its log ends with: {}", server.last_words()),
        }
    }

    /// Kills a running server and starts it again at once; at times it is killed again, this delay after its start. Notes the
    /// alarming lines of the log. Returns the number of kills.
    pub(crate) async fn restart(
        &self,
        server: &mut Option<Server>,
        rng: &mut StdRng,
        delay: fn(&mut StdRng) -> Duration,
        faults: &Faults,
    ) -> anyhow::Result<usize> {
        faults.note_all(server.take().context("no server")?.kill().await?);
        let mut kills = 1;
        while rng.random_ratio(1, 4) {
            faults.note_all(self.start()?.kill_after(delay(rng)).await?);
            kills += 1;
        }
        server.insert(self.start()?).listening().await?;
        Ok(kills)
    }

    /// The file of its log, or a link to it.
    pub(crate) fn log_file(&self) -> PathBuf {
        self.data.join("events.sqlite")
    }

    /// The file of its views, or a link to it.
    pub(crate) fn views_file(&self) -> PathBuf {
        self.data.join("views.sqlite")
    }
}

impl Place for Site {
    fn door(&self) -> Door {
        Door { address: format!("http://127.0.0.1:{}", self.port), key: self.key.clone() }
    }

    fn log(&self) -> Database {
        Database::Sqlite(self.log_file())
    }

    fn command(&self) -> Command {
        let mut words = self.wrapper.iter().cloned().chain([self.version.program.clone().into()]);
        let mut command = Command::new(words.next().unwrap_or_default());
        self.version.prepare(&mut command);
        command.args(words).env("CROSSTABLE_DATA_DIR", &self.data);
        command
    }
}

pub(crate) fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            std::fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}
