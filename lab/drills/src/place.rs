//! The installation of a drill: one process on a folder, or several processes behind a gateway.

use std::process::Output;

use anyhow::bail;
use e2e::client::Client;
use storage::Database;

use crate::report::Faults;

/// The public address of the service, fixed so that its answers are the same wherever it runs.
pub(crate) const PUBLIC_URL: &str = "https://crosstable.example";

/// Turns off the limit of writes for each key, because all writes of a drill use one key.
pub(crate) const NO_LIMIT_OF_WRITES: (&str, &str) = ("CROSSTABLE_MAX_KEY_WRITES", "0");

/// The address and the key for clients.
#[derive(Debug, Clone)]
pub(crate) struct Door {
    /// `http://127.0.0.1:20000`
    pub(crate) address: String,
    /// Key of an administrator.
    pub(crate) key: String,
}

impl Door {
    /// A client with its own connection.
    pub(crate) fn client(&self) -> anyhow::Result<Client> {
        Client::new(self.address.clone(), self.key.clone())
    }
}

/// The operations that a drill needs of its installation.
pub(crate) trait Place {
    /// The address and the key for clients.
    fn door(&self) -> Door;

    /// The database of the log.
    fn log(&self) -> Database;

    /// Runs a command of the program on the data, to its end.
    fn run(&self, arguments: &[&str]) -> anyhow::Result<Output>;

    /// Writes a list, and waits until every process that answers reads serves it. Returns a message if one does not.
    async fn settled(&self) -> Result<(), String>;

    /// The same as [`Place::run`], and returns the output. Fails if the program does.
    fn ask(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let output = self.run(arguments)?;
        if !output.status.success() {
            bail!("`crosstable {}` failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }

    /// Creates an organization. Returns its id and an administrator's key.
    fn organization(&self, name: &str) -> anyhow::Result<(String, String)> {
        let id = self.ask(&["organizations", "create", "--name", name])?;
        let key = self.ask(&["keys", "issue", "--organization", &id, "--name", "drill", "--role", "ADMIN"])?;
        Ok((id, key))
    }

    /// Runs `crosstable verify`, which renders everything again and compares. No server needs to run.
    fn verify(&self, faults: &Faults) -> anyhow::Result<()> {
        let output = self.run(&["verify"])?;
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || !said.ends_with("Sound.\n") {
            faults.note(format!("`crosstable verify` reports: {said}"));
        }
        Ok(())
    }

    /// Runs `crosstable rebuild` and checks that nothing changed. Returns a line of the report.
    fn rebuild(&self, faults: &Faults) -> anyhow::Result<String> {
        let output = self.run(&["rebuild"])?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() || !said.contains(" the same, 0 different, 0 only before, 0 only now") {
            faults.note(format!("`crosstable rebuild` reports: {said}"));
        }
        let documents = said.lines().find(|line| line.starts_with("Documents: ")).unwrap_or_default();
        Ok(format!("Views against a fresh rebuild: {documents}"))
    }

    /// The checks of the data at the end of a drill: it must be sound, and the views must equal a rebuild. Returns lines
    /// of the report.
    fn conclude(&self, faults: &Faults) -> anyhow::Result<Vec<String>> {
        self.verify(faults)?;
        Ok(vec![self.rebuild(faults)?])
    }
}
