//! Inspects a database without changing it, to find out why it does not work. The database may contain anything.

pub(crate) mod facts;
mod postgres;
mod sqlite;

use std::time::Duration;

use chrono::{DateTime, Utc};

pub use crate::sqlite::soundness::Soundness;
use crate::{Database, StoreError};
pub use facts::{Facts, LogFacts, Rights, Schema, StoreKind};

/// Checks a whole database with the database's own means, for as long as the budget allows. A server is not checked: it
/// maintains its own files.
///
/// # Errors
/// If it cannot be opened for another reason than damage.
pub async fn check(database: &Database, budget: Option<Duration>) -> Result<Soundness, StoreError> {
    match database {
        Database::Sqlite(file) => crate::sqlite::soundness::check(file, budget).await,
        Database::Postgres(_) => Ok(Soundness::Sound),
    }
}

/// Renames a damaged file, such as to `views.sqlite.damaged`, so that a new one can be created. An earlier renamed file
/// is overwritten. Does nothing for a server, which maintains its own files.
///
/// # Errors
/// If the disk fails.
pub fn set_aside(database: &Database) -> std::io::Result<()> {
    match database {
        Database::Sqlite(file) => crate::sqlite::soundness::set_aside(file),
        Database::Postgres(_) => Ok(()),
    }
}

/// Inspects a database. `now` returns this machine's time.
///
/// # Errors
/// If it cannot be reached or opened, refuses a query, or is not a database.
pub async fn look(
    database: &Database,
    store: StoreKind,
    now: &(dyn Fn() -> DateTime<Utc> + Sync),
) -> Result<Facts, StoreError> {
    let needed = newest_schema(store);
    match database {
        Database::Sqlite(file) => sqlite::look(file, store, needed).await,
        Database::Postgres(url) => postgres::look(url, store, needed, now).await,
    }
}

/// Returns the newest migration of this program. Migrations have the same numbers for all databases.
fn newest_schema(store: StoreKind) -> i64 {
    let migrations = match store {
        StoreKind::Events => &crate::sqlite::EVENT_MIGRATIONS,
        StoreKind::Views => &crate::sqlite::VIEW_MIGRATIONS,
    };
    migrations.iter().map(|migration| migration.version).max().unwrap_or_default()
}
