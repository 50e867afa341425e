//! `crosstable migrate`: makes the schemas, or brings them up to date, before the processes that use them start.

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use storage::{Access, Database, grant_reading};

use super::Options;
use crate::home::Home;
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable migrate --database-url postgres://writer@db/events --log-readers projector
  crosstable migrate --views-database-url postgres://projector@db/views --views-readers writer,reader

Run it once for each database, as the role that owns it, before the first start and after every update. Processes that
may only read wait for nothing: they refuse a schema that is not theirs. A process that may write brings its own
database up to date when it starts, so that on a single folder there is nothing to do.";

/// Bring the schemas of databases up to date, and say who may read them
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Migrate {
    /// Roles that may read the log: those of projectors
    #[arg(long, value_name = "ROLES", value_delimiter = ',')]
    log_readers: Vec<String>,
    /// Roles that may read the views: those of write-api and read-api
    #[arg(long, value_name = "ROLES", value_delimiter = ',')]
    views_readers: Vec<String>,
}

impl Migrate {
    /// Runs it.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let home = options.new_home()?;
        let (log, views) = match &home {
            Home::Folder(_) => (true, true),
            Home::Databases(databases) => (databases.events.is_some(), databases.views.is_some()),
        };
        if log {
            home.open_events(Access::Write).await?.close().await;
            grant("the log", &home.events()?, &self.log_readers).await?;
        }
        if views {
            home.open_views(Access::Write).await?.close().await;
            grant("the views", &home.views()?, &self.views_readers).await?;
        }
        if (!log && !self.log_readers.is_empty()) || (!views && !self.views_readers.is_empty()) {
            bail!("readers are named of a database that is not; name it with --database-url or --views-database-url");
        }
        Ok(ExitCode::SUCCESS)
    }
}

async fn grant(what: &str, database: &Database, readers: &[String]) -> anyhow::Result<()> {
    out::say(format_args!("The schema of {what} is up to date: {database}"));
    for role in readers {
        let Database::Postgres(url) = database else { bail!("{database} is a file; its readers need no grant") };
        grant_reading(url, role).await.with_context(|| format!("{role} cannot be let read {database}"))?;
        out::say(format_args!("{role} may read it."));
    }
    Ok(())
}
