//! `crosstable migrate`: creates or updates the schemas before the processes that use them start.

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

Run it once for each database, as the role that owns it, before the first start and after every update. Read-only
processes do not wait for it: they refuse a schema of another version. A process that may write updates its own database
when it starts, so a data folder needs no migration.";

/// Update the schemas of databases, and grant read access
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
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
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
            bail!("readers are given without their database; name it with --database-url or --views-database-url");
        }
        Ok(())
    }
}

async fn grant(what: &str, database: &Database, readers: &[String]) -> anyhow::Result<()> {
    out::say(format_args!("The schema of {what} is up to date: {database}"));
    for role in readers {
        let Database::Postgres(url) = database else { bail!("{database} is a file; its readers need no grant") };
        grant_reading(url, role).await.with_context(|| format!("cannot grant {role} read access to {database}"))?;
        out::say(format_args!("{role} may read it."));
    }
    Ok(())
}
