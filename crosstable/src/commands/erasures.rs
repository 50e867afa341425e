//! `crosstable erasures`: the list of erasures, which restoring a backup needs.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use proto_events::ids::UserId;
use serde::Serialize;
use storage::{Access, ErasureList, Rewriting};

use super::Options;
use super::listing::{Listing, Row};
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable erasures show
  crosstable erasures export /mnt/apart/erasures.jsonl    adds what the file lacks
  crosstable erasures clean                               after an erasure, at a quiet time

The list holds ids and times, and no personal data. Keep it apart from the backups: a backup that was made before an
erasure still holds the person's data, and `crosstable restore` erases it again by this list.";

/// Show and copy the list of erased people, and remove deleted bytes from files
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Erasures {
    #[command(subcommand)]
    command: ErasuresCommand,
}

#[derive(Debug, Subcommand)]
enum ErasuresCommand {
    /// List the erasures in the log
    Show {
        #[command(flatten)]
        listing: Listing,
    },
    /// Add the erasures in the log to a file, which is created if it is missing
    Export {
        /// The file
        file: PathBuf,
    },
    /// Rewrite the files of the log and the views, so that they hold no deleted bytes; writes wait meanwhile, and with
    /// PostgreSQL also reads
    Clean {},
}

/// A line of the list.
#[derive(Debug, Serialize)]
struct ListedErasure {
    user_id: UserId,
    erased_at: DateTime<Utc>,
    log_id: String,
}

impl Row for ListedErasure {
    const COLUMNS: &'static [&'static str] = &["user_id", "erased_at", "log_id"];
}

impl Erasures {
    /// Runs the command.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let home = options.home()?;
        match self.command {
            ErasuresCommand::Show { listing } => {
                let events = home.open_events(Access::Read).await?;
                let erasures = events.erasures().await;
                events.close().await;
                let lines = erasures?.into_iter().map(|erasure| ListedErasure {
                    user_id: erasure.user_id,
                    erased_at: erasure.erased_at,
                    log_id: erasure.log_id,
                });
                listing.print(&lines.collect::<Vec<_>>())?;
            }
            ErasuresCommand::Export { file } => {
                let events = home.open_events(Access::Read).await?;
                let erasures = events.erasures().await;
                events.close().await;
                let list = ErasureList::at(file);
                let added = list.add(&erasures?);
                let added = added.with_context(|| format!("{} cannot be written", list.path().display()))?;
                out::say(format_args!("{added} erasures were added to {}.", list.path().display()));
            }
            ErasuresCommand::Clean {} => {
                let events = home.open_events(Access::Write).await?;
                let rewritten = events.rewrite().await;
                events.close().await;
                rewritten.context("the log cannot be rewritten")?;
                let views = home.open_views(Access::Write).await?;
                let rewritten = views.rewrite(Rewriting::Always).await;
                views.close().await;
                rewritten.context("the views cannot be rewritten")?;
                out::say("The files hold no deleted bytes any more.");
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the list for a restore.
///
/// # Errors
/// If there is none, or it cannot be read.
pub(super) fn list_for_restore(list: Option<ErasureList>) -> anyhow::Result<Vec<storage::Erasure>> {
    const WHY: &str = "People who were erased after the backup was made are in it, and would be known again. Name the \
                       list with --erasures FILE. If there is none, or no person was ever erased, add --without-erasures";
    let Some(list) = list else { bail!("no list of erasures is named. {WHY}") };
    let file = list.path().display();
    if !list.path().exists() {
        bail!("no list of erasures was found at {file}. {WHY}");
    }
    list.read().with_context(|| format!("the list of erasures {file} cannot be read"))
}
