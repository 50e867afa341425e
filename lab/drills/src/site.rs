//! An installation of one process for drills: the program, a folder with data, and a port on which it is started many
//! times.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, bail};
use e2e::client::Request;
use e2e::program::{foreign_options, program};
use storage::Database;
use tempfile::TempDir;
use test_servers::process::free_port;

use crate::place::{Door, NO_LIMIT_OF_WRITES, PUBLIC_URL, Place};
use crate::read_back::probe;
use crate::server::Server;

/// A folder with data, an organization and a key, and the port on which it is served.
#[derive(Debug)]
pub(crate) struct Site {
    program: PathBuf,
    /// Removed with this value.
    _folder: TempDir,
    data: PathBuf,
    port: u16,
    environment: Vec<(OsString, OsString)>,
    /// A command that runs the program, such as strace; empty if none.
    wrapper: Vec<OsString>,
    /// Key of an administrator of its one organization.
    pub(crate) key: String,
}

/// Folders on other disks that hold the databases instead of the site's own.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Elsewhere<'a> {
    /// For the log.
    pub(crate) log: Option<&'a Path>,
    /// For the views.
    pub(crate) views: Option<&'a Path>,
}

impl Site {
    /// An empty site in a new folder under `parent`, or in the folder for temporary files.
    pub(crate) fn make(parent: Option<&Path>) -> anyhow::Result<Self> {
        Self::in_folder(new_folder(parent)?, Elsewhere::default(), Vec::new())
    }

    /// A site with an empty data folder: no organization, no key, no secret.
    pub(crate) fn bare() -> anyhow::Result<Self> {
        let folder = new_folder(None)?;
        let data = folder.path().join("data");
        std::fs::create_dir(&data).context("a data folder cannot be made")?;
        let (environment, wrapper, key) = (Vec::new(), Vec::new(), String::new());
        Ok(Self { program: program()?, _folder: folder, data, port: free_port()?, environment, wrapper, key })
    }

    /// Sets the command that runs the program.
    pub(crate) fn wrap(&mut self, wrapper: Vec<OsString>) {
        self.wrapper = wrapper;
    }

    /// A site with a copy of this one's files, on the same port: answers name it. No server may run on this one meanwhile.
    pub(crate) fn copy(&self) -> anyhow::Result<Self> {
        let copy = Self { key: self.key.clone(), port: self.port, ..Self::bare()? };
        copy_folder(&self.data, &copy.data).context("the data cannot be copied")?;
        Ok(copy)
    }

    /// A site whose databases may be in other folders, with these variables in the program's environment.
    pub(crate) fn with(elsewhere: Elsewhere<'_>, environment: Vec<(OsString, OsString)>) -> anyhow::Result<Self> {
        Self::in_folder(new_folder(None)?, elsewhere, environment)
    }

    fn in_folder(
        folder: TempDir,
        elsewhere: Elsewhere<'_>,
        environment: Vec<(OsString, OsString)>,
    ) -> anyhow::Result<Self> {
        let (data, program, port, wrapper) = (folder.path().join("data"), program()?, free_port()?, Vec::new());
        let mut site = Self { program, _folder: folder, data, port, environment, wrapper, key: String::new() };
        std::fs::create_dir(site.data()).context("a data folder cannot be made")?;
        for (file, there) in [(site.log_file(), elsewhere.log), (site.views_file(), elsewhere.views)] {
            if let (Some(name), Some(there)) = (file.file_name(), there) {
                std::os::unix::fs::symlink(there.join(name), &file).context("a link cannot be made")?;
            }
        }
        site.key = site.organization("Drill")?.1;
        Ok(site)
    }

    /// The address for clients.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The port that it is served on.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Starts a server and does not wait for it.
    pub(crate) fn start(&self) -> anyhow::Result<Server> {
        self.start_with(&[])
    }

    fn start_with(&self, options: &[&str]) -> anyhow::Result<Server> {
        let mut command = self.command();
        command.args(["serve", "--log-format", "json", "--public-url", PUBLIC_URL]);
        command.args(["--listen", &format!("127.0.0.1:{}", self.port)]).args(options);
        Server::spawn(command)
    }

    /// Starts a server and waits until it answers from the log's data.
    pub(crate) async fn serve(&self) -> anyhow::Result<Server> {
        self.serve_with(&[]).await
    }

    /// The same with further options.
    pub(crate) async fn serve_with(&self, options: &[&str]) -> anyhow::Result<Server> {
        let mut server = self.start_with(options)?;
        server.listening().await?;
        let client = self.door().client()?;
        match client.answer(&Request::get("/api/v1/api-keys/whoami/")).await {
            Some(answer) if answer.status == 200 => Ok(server),
            Some(answer) => bail!("the server does not know its key: {}", answer.short()),
            None => bail!("the server does not answer; its log ends with: {}", server.last_words()),
        }
    }

    /// The folder with its data.
    pub(crate) fn data(&self) -> PathBuf {
        self.data.clone()
    }

    /// The file of its log, or a link to it.
    pub(crate) fn log_file(&self) -> PathBuf {
        self.data().join("events.sqlite")
    }

    /// The file of its views, or a link to it.
    pub(crate) fn views_file(&self) -> PathBuf {
        self.data().join("views.sqlite")
    }

    /// Returns a command of the program on the data.
    pub(crate) fn command(&self) -> Command {
        let mut command = match self.wrapper.split_first() {
            Some((first, rest)) => {
                let mut wrapped = Command::new(first);
                wrapped.args(rest).arg(&self.program);
                wrapped
            }
            None => Command::new(&self.program),
        };
        for name in foreign_options() {
            command.env_remove(name);
        }
        command.env("CROSSTABLE_DATA_DIR", self.data()).env(NO_LIMIT_OF_WRITES.0, NO_LIMIT_OF_WRITES.1);
        command.envs(self.environment.iter().cloned());
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

    async fn settled(&self) -> Result<(), String> {
        probe(&self.door().client().map_err(|error| error.to_string())?, &[]).await
    }
}

fn new_folder(parent: Option<&Path>) -> anyhow::Result<TempDir> {
    let mut folder = tempfile::Builder::new();
    folder.prefix("drill-");
    let made = parent.map_or_else(|| folder.tempdir(), |parent| folder.tempdir_in(parent));
    made.context("a folder to work in cannot be made")
}

/// Copies a folder with everything below it.
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
