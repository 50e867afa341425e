//! `crosstable backup`: writes everything that cannot be made again into one file.

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

It holds the log as it is at one moment, with all that was acknowledged before; a server may run meanwhile. Views are not
in it: they are rendered from the log. It holds personal data and the hashes of passwords: keep it where only you can
read it.";

/// Write the log into a file, also while serving
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Backup {
    /// File to write, which must not be there yet; `-` for standard output
    file: PathBuf,
    /// Also write the installation's secret: consistency tokens and sessions given so far stay valid
    #[arg(long)]
    with_secret: bool,
}

impl Backup {
    /// Runs it.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let home = options.home()?;
        let secret = if self.with_secret { Some(home.kept_secrets()?) } else { None };
        let to_stdout = self.file.as_os_str() == "-";
        ensure!(!to_stdout || !std::io::stdout().is_terminal(), "a backup is no text: send it into a file or a pipe");
        ensure!(to_stdout || !self.file.exists(), "{} is there already; name another file", self.file.display());
        let events = home.open_events(Access::Read).await?;
        let written = if to_stdout {
            let stdout = std::io::stdout().lock();
            put(&*events, stdout, secret.as_ref()).await.map(|(_, summary)| summary)
        } else {
            into_file(&*events, &self.file, secret.as_ref()).await
        };
        events.close().await;
        let Summary { position } = written.context("there is no backup")?;
        out::say(format_args!("{position} events are in the backup."));
        Ok(ExitCode::SUCCESS)
    }
}

async fn put<W: Write>(events: &dyn EventStore, into: W, secret: Option<&Secrets>) -> anyhow::Result<(W, Summary)> {
    let mut shown = None;
    let told = |position: proto_events::Position, last: proto_events::Position| {
        let steps = || progress::bar(usize::try_from(last.0).unwrap_or_default());
        shown.get_or_insert_with(steps).set_position(position.0.unsigned_abs());
    };
    let written = write(into, events.backup(), secret, SystemClock.now(), told).await;
    if let Some(bar) = shown {
        bar.finish_and_clear();
    }
    written
}

/// Under another name until it is whole and on disk.
async fn into_file(events: &dyn EventStore, file: &Path, secret: Option<&Secrets>) -> anyhow::Result<Summary> {
    let made = NewFile::create(file, Readers::Owner);
    let made = made.with_context(|| format!("{} cannot be written", file.display()))?;
    let (made, summary) = put(events, made, secret).await?;
    made.keep().with_context(|| format!("{} cannot be put on disk", file.display()))?;
    Ok(summary)
}
