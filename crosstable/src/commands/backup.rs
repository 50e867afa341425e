//! `crosstable backup`: writes the log, and optionally the secret, into one file.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;
use service_kit::clock::{Clock, SystemClock};
use service_kit::keyring::Secrets;
use storage::files::{NewFile, Readers};
use storage::{Access, EventStore};

use super::{Options, progress};
use crate::backup::{Summary, write};
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable backup friday.backup
  crosstable backup - | ssh elsewhere 'cat > friday.backup'
  crosstable backup everything.backup --with-secret

The backup holds the log at one moment, with every change acknowledged before. A server may run meanwhile. Views are not
included: they are rendered from the log. The backup holds personal data and password hashes: keep it where only you can
read it.";

/// Write the log into a backup file; a server may run
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Backup {
    /// File to write, which must not exist yet; `-` for standard output
    file: PathBuf,
    /// Also write the installation's secret, so that existing sessions and consistency tokens stay valid
    #[arg(long)]
    with_secret: bool,
}

impl Backup {
    /// Runs the command.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let home = options.home()?;
        let secret = if self.with_secret { Some(home.kept_secrets()?) } else { None };
        let to_stdout = self.file.as_os_str() == "-";
        ensure!(!to_stdout || !std::io::stdout().is_terminal(), "a backup is binary: write it to a file or a pipe");
        ensure!(to_stdout || !self.file.exists(), "{} already exists; name another file", self.file.display());
        let events = home.open_events(Access::Read).await?;
        let written = if to_stdout {
            let stdout = std::io::stdout().lock();
            put(&*events, stdout, secret.as_ref()).await.map(|(_, summary)| summary)
        } else {
            into_file(&*events, &self.file, secret.as_ref()).await
        };
        events.close().await;
        let Summary { position } = written.context("no backup was made")?;
        out::say(format_args!("The backup holds {position} events."));
        Ok(ExitCode::SUCCESS)
    }
}

async fn put<W: Write>(events: &dyn EventStore, into: W, secret: Option<&Secrets>) -> anyhow::Result<(W, Summary)> {
    let mut shown = None;
    let report = |position: proto_events::Position, last: proto_events::Position| {
        let steps = || progress::bar(usize::try_from(last.0).unwrap_or_default());
        shown.get_or_insert_with(steps).set_position(position.0.unsigned_abs());
    };
    let written = write(into, events.backup(), secret, SystemClock.now(), report).await;
    if let Some(bar) = shown {
        bar.finish_and_clear();
    }
    written
}

/// Writes to a temporary file, which gets its name when it is complete and on disk.
async fn into_file(events: &dyn EventStore, file: &Path, secret: Option<&Secrets>) -> anyhow::Result<Summary> {
    let made = NewFile::create(file, Readers::Owner);
    let made = made.with_context(|| format!("{} cannot be written", file.display()))?;
    let (made, summary) = put(events, made, secret).await?;
    made.keep().with_context(|| format!("{} cannot be written to disk", file.display()))?;
    Ok(summary)
}
