//! The installation of a drill: one process on a folder, or several processes behind a gateway.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, bail};
use e2e::client::Client;
use e2e::program::{foreign_options, program};
use storage::Database;

use crate::run::Faults;

/// The public address of the service, fixed so that its answers are the same wherever it runs.
pub(crate) const PUBLIC_URL: &str = "https://crosstable.example";

/// Turns off the limits of writes, because all writes of a drill use one key, and forms that a person opens count as
/// writes.
pub(crate) const NO_LIMITS_OF_WRITES: [(&str, &str); 2] =
    [("CROSSTABLE_MAX_KEY_WRITES", "0"), ("CROSSTABLE_MAX_PERSON_WRITES", "0")];

/// Options that make all views outdated, as a new version of the program does, and let the rendering take long enough
/// to be interrupted.
const OTHER_SETTINGS: [(&str, &str); 2] =
    [("CROSSTABLE_COMPAT_FIELD_NAMES", "vendor"), ("CROSSTABLE_RENEWAL_PERCENT", "10")];

/// Options of the program, as environment variables.
pub(crate) type Options = Vec<(&'static str, String)>;

/// A version of the program: its file, and the options for all its commands.
#[derive(Debug, Clone)]
pub(crate) struct Version {
    pub(crate) program: PathBuf,
    pub(crate) options: Options,
}

impl Version {
    /// The program in this one's folder.
    pub(crate) fn current(options: Options) -> anyhow::Result<Self> {
        Ok(Self { program: program()?, options })
    }

    /// The program in this one's folder, with other settings: it renders all views anew.
    pub(crate) fn with_other_settings() -> anyhow::Result<Self> {
        Self::current(OTHER_SETTINGS.map(|(name, value)| (name, value.to_owned())).to_vec())
    }

    /// Prepares a command for the program, which may stand behind others such as strace.
    pub(crate) fn prepare(&self, command: &mut Command) {
        for name in foreign_options() {
            command.env_remove(name);
        }
        command.envs(NO_LIMITS_OF_WRITES);
        command.envs(self.options.iter().map(|(name, value)| (name, value)));
    }
}

/// The address and the key for clients.
#[derive(Debug, Clone)]
pub(crate) struct Door {
    /// `http://127.0.0.1:20000`
    pub(crate) address: String,
    /// Key of an administrator.
    pub(crate) key: String,
}

impl Door {
    pub(crate) fn client(&self) -> anyhow::Result<Client> {
        Client::new(self.address.clone(), self.key.clone())
    }
}

/// The operations that a drill needs of its installation.
pub(crate) trait Place {
    fn door(&self) -> Door;

    /// The doors of the processes behind a gateway that answer reads.
    fn readers(&self) -> Vec<Door> {
        Vec::new()
    }

    /// The ends of the logs of processes that ended by themselves.
    fn last_words(&self) -> String {
        String::new()
    }

    fn log(&self) -> Database;

    /// The program with the data, without a command.
    fn command(&self) -> Command;

    /// Runs a command of the program on the data, to its end.
    fn run(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        let mut command = self.command();
        let output = command.args(arguments).stdin(Stdio::null()).output();
        output.with_context(|| format!("{} cannot be started", Path::new(command.get_program()).display()))
    }

    /// The same, and returns the output. Fails if the program does.
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
