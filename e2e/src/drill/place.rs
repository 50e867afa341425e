//! Where a drill takes place: one process on a folder, or several processes behind a gateway.

use std::path::PathBuf;
use std::process::Output;

use anyhow::{Context, bail};
use storage::Database;

use super::client::Client;

/// Where the service says it is, so that its answers are the same wherever it runs.
pub(super) const PUBLIC_URL: &str = "https://crosstable.example";

/// The environment of a server under drill. All writes of a drill are made with one key.
pub(super) const NO_LIMIT_OF_WRITES: (&str, &str) = ("CROSSTABLE_MAX_KEY_WRITES", "0");

/// Where clients come in, and with what.
#[derive(Debug, Clone)]
pub struct Door {
    /// `http://127.0.0.1:20000`
    pub address: String,
    /// Key of an administrator.
    pub key: String,
}

impl Door {
    /// A client with a connection of its own.
    ///
    /// # Errors
    /// When the system lacks what it needs.
    pub fn client(&self) -> anyhow::Result<Client> {
        Client::new(self.address.clone(), self.key.clone())
    }
}

/// What a drill needs of its place, whatever its shape.
pub trait Place {
    /// Where clients come in.
    fn door(&self) -> Door;

    /// The database of the log.
    fn log(&self) -> Database;

    /// Runs a command of the program on the data, to its end.
    ///
    /// # Errors
    /// When it cannot be started.
    fn run(&self, arguments: &[&str]) -> anyhow::Result<Output>;

    /// The same, and what it printed.
    ///
    /// # Errors
    /// When it cannot be started, or fails.
    fn ask(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let output = self.run(arguments)?;
        if !output.status.success() {
            bail!("`crosstable {}` failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }

    /// Makes an organization, and issues its administrator's key.
    ///
    /// # Errors
    /// When the program fails.
    fn make_key(&self) -> anyhow::Result<String> {
        let organization = self.ask(&["organizations", "create", "--name", "Drill"])?;
        self.ask(&["keys", "issue", "--organization", &organization, "--name", "drill", "--role", "ADMIN"])
    }
}

/// The program, which lies beside this one; a test lies one folder deeper.
pub(crate) fn program() -> anyhow::Result<PathBuf> {
    let here = std::env::current_exe().context("this program does not know where it lies")?;
    let name = format!("crosstable{}", std::env::consts::EXE_SUFFIX);
    let folders: Vec<_> = here.ancestors().skip(1).take(2).collect();
    if let Some(found) = folders.iter().map(|folder| folder.join(&name)).find(|path| path.is_file()) {
        return Ok(found);
    }
    let release = folders.iter().any(|folder| folder.ends_with("release"));
    let build = if release { "cargo build --release -p crosstable" } else { "cargo build -p crosstable" };
    bail!("there is no program `{name}` beside {}; build it with `{build}`", here.display())
}

/// Variables of the environment that would be taken for options of the program.
pub(crate) fn foreign_options() -> Vec<std::ffi::OsString> {
    let names = std::env::vars_os().map(|(name, _)| name);
    names.filter(|name| name.to_string_lossy().starts_with("CROSSTABLE_")).collect()
}
