//! The installation of a drill: one process on a folder, or several processes behind a gateway.

use std::process::Output;

use anyhow::bail;
use e2e::client::Client;
use storage::Database;

/// The public address of the service, fixed so that its answers are the same wherever it runs.
pub(crate) const PUBLIC_URL: &str = "https://crosstable.example";

/// Turns off the limit of writes for each key, because all writes of a drill use one key.
pub(crate) const NO_LIMIT_OF_WRITES: (&str, &str) = ("CROSSTABLE_MAX_KEY_WRITES", "0");

/// The address and the key for clients.
#[derive(Debug, Clone)]
pub struct Door {
    /// `http://127.0.0.1:20000`
    pub address: String,
    /// Key of an administrator.
    pub key: String,
}

impl Door {
    /// A client with its own connection.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn client(&self) -> anyhow::Result<Client> {
        Client::new(self.address.clone(), self.key.clone())
    }
}

/// The operations that a drill needs of its installation.
pub trait Place {
    /// The address and the key for clients.
    fn door(&self) -> Door;

    /// The database of the log.
    fn log(&self) -> Database;

    /// Runs a command of the program on the data, to its end.
    ///
    /// # Errors
    /// When it cannot be started.
    fn run(&self, arguments: &[&str]) -> anyhow::Result<Output>;

    /// The same, and returns the output.
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

    /// Creates an organization and issues an administrator's key.
    ///
    /// # Errors
    /// When the program fails.
    fn make_key(&self) -> anyhow::Result<String> {
        let organization = self.ask(&["organizations", "create", "--name", "Drill"])?;
        self.ask(&["keys", "issue", "--organization", &organization, "--name", "drill", "--role", "ADMIN"])
    }
}
