//! `crosstable backup` writes the log, and optionally the secret, into one file; `crosstable restore` fills an empty store
//! from it.

use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use proto_events::Position;
use service_kit::clock::{Clock, SystemClock};
use service_kit::keyring::Secrets;
use storage::files::{NewFile, Readers};
use storage::inspect::{StoreKind, look};
use storage::{Access, Database, EventStore, SpoolSettings, open_views};
use write_api::WriteApi;

use super::Options;
use super::erasures::list_for_restore;
use crate::app::complete_now;
use crate::backup::{Header, open, write};
use crate::home::Home;
use crate::out;

const BACKUP_HELP: &str = "\
Examples:
  crosstable backup friday.backup
  crosstable backup - | ssh elsewhere 'cat > friday.backup'
  crosstable backup everything.backup --with-secret

The backup holds the log at one moment, with every change acknowledged before. A server may run meanwhile. Views are not
included: they are rendered from the log. The backup holds personal data and password hashes: keep it where only you can
read it.";

/// Write the log into a backup file; a server may run
#[derive(Debug, Args)]
#[command(after_help = BACKUP_HELP)]
pub(crate) struct Backup {
    /// File to write, which must not exist yet; `-` for standard output
    file: PathBuf,
    /// Also write the installation's secret, so that existing sessions and consistency tokens stay valid
    #[arg(long)]
    with_secret: bool,
}

impl Backup {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let home = options.home()?;
        let secret = if self.with_secret { Some(home.kept_secrets()?) } else { None };
        let to_stdout = self.file.as_os_str() == "-";
        ensure!(!to_stdout || !std::io::stdout().is_terminal(), "a backup is binary: write it to a file or a pipe");
        ensure!(to_stdout || !self.file.exists(), "{} already exists; name another file", self.file.display());
        let events = home.open_events(Access::Read).await?;
        let written = if to_stdout {
            write(std::io::stdout().lock(), events.backup(), secret.as_ref(), SystemClock.now()).await
        } else {
            into_file(&*events, &self.file, secret.as_ref()).await
        };
        events.close().await;
        let position = written.context("no backup was made")?;
        out::say(format_args!("The backup holds {position} events."));
        Ok(())
    }
}

/// Writes to a temporary file, which gets its name when it is complete and on disk.
async fn into_file(events: &dyn EventStore, file: &Path, secret: Option<&Secrets>) -> anyhow::Result<Position> {
    let made = NewFile::create(file, Readers::Owner);
    let mut made = made.with_context(|| format!("{} cannot be written", file.display()))?;
    let position = write(&mut made, events.backup(), secret, SystemClock.now()).await?;
    made.keep().with_context(|| format!("{} cannot be written to disk", file.display()))?;
    Ok(position)
}

const RESTORE_HELP: &str = "\
Examples:
  crosstable --data-dir /srv/new restore friday.backup
  crosstable --data-dir /srv/new restore friday.backup --erasures /mnt/apart/erasures.jsonl
  crosstable restore friday.backup --database-url postgres://writer@db/events \\
    --views-database-url postgres://projector@db/views      from SQLite to PostgreSQL, or back

A backup that was made before a person was erased still holds the person's data. The list of erasures erases it again
before anything is served: by default erasures.jsonl in the data folder, else the file of --erasures.

The store must be empty. It is filled completely or not at all: a damaged or truncated file is refused. The log gets a
new id. The views must be empty too; `crosstable serve`, or the projector, renders them when it starts.";

/// Fill an empty store from a backup
#[derive(Debug, Args)]
#[command(after_help = RESTORE_HELP)]
pub(crate) struct Restore {
    /// File to read; `-` for standard input
    file: PathBuf,
    /// Restore without the list of erasures: people who were erased after the backup was made are known again
    #[arg(long)]
    without_erasures: bool,
}

impl Restore {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let from: Box<dyn Read + Send> = if self.file.as_os_str() == "-" {
            Box::new(std::io::stdin())
        } else {
            Box::new(File::open(&self.file).with_context(|| format!("{} cannot be read", self.file.display()))?)
        };
        let opened = open(from)?;
        let home = options.new_home()?;
        let _lock = home.lock().await?;
        expect_no_views(&home).await?;
        if opened.header.with_secret {
            home.expect_no_secret()?;
        }
        let erased = if self.without_erasures {
            out::say("Without the list of erasures, people who were erased after the backup was made are known again.");
            Vec::new()
        } else {
            list_for_restore(home.erasures())?
        };
        let Header { position, made_at, version, .. } = &opened.header;
        out::say(format_args!("The backup holds {position} events; Crosstable {version} made it at {made_at}."));
        let (items, secret) = opened.items();
        let events = home.open_events(Access::Write).await?;
        let restored = events.restore(items, &erased).await;
        let completed = match &restored {
            Ok(_) => complete(&home, &events).await,
            Err(_) => Ok(0),
        };
        events.close().await;
        let position = restored.context("nothing was restored")?;
        match completed {
            Ok(0) => {}
            Ok(people) => out::say(format_args!("{people} erased people of the backup are erased.")),
            Err(error) => out::say(format_args!("The service completes the erasures when it starts: {error:#}")),
        }
        if let Some(secret) = secret.lock().unwrap_or_else(PoisonError::into_inner).take() {
            home.keep_secrets(&secret).context("the log is restored, but the secret is not")?;
        }
        out::say(format_args!("{position} events are restored. The views are rendered when the service starts."));
        Ok(())
    }
}

/// Completes the erasures that the restore applied. Returns how many people were erased.
async fn complete(home: &Home, events: &Arc<dyn EventStore>) -> anyhow::Result<usize> {
    let people = events.unfinished_erasures().await?.len();
    let api = WriteApi::new(Arc::clone(events), Arc::new(SystemClock)).listing_erasures(home.erasures());
    complete_now(&api, &**events).await.map_err(|error| anyhow!(error))?;
    Ok(people)
}

/// Fails if there are views: those of another log would be used with this one.
async fn expect_no_views(home: &Home) -> anyhow::Result<()> {
    let views = home.views().context("the database of the views is needed, to check that it is empty")?;
    if let Database::Sqlite(file) = &views
        && !file.exists()
    {
        return Ok(());
    }
    let facts = look(&views, StoreKind::Views, &|| SystemClock.now()).await;
    let schema = facts.with_context(|| format!("{views} cannot be opened"))?.schema;
    if schema.found.is_none() {
        return Ok(());
    }
    ensure!(schema.is_current(), "{views} holds views of another version; empty it, or delete it if it is a file");
    let store = open_views(&views, Access::Read, SpoolSettings::default())
        .await
        .with_context(|| format!("{views} cannot be opened"))?;
    let active = store.active().await;
    store.close().await;
    if active.with_context(|| format!("{views} cannot be read"))?.is_some() {
        bail!("{views} holds views of another log; empty it, or delete it if it is a file: views are rendered again");
    }
    Ok(())
}
