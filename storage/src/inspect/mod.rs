//! Inspects a database without changing it, to find out why it does not work. The database may contain anything.

mod postgres;
mod sqlite;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use proto_events::Position;

use crate::{Database, StoreError};

/// The store that a database should contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The log.
    Events,
    /// The views.
    Views,
}

/// The result of checking a whole database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Soundness {
    /// Nothing is wrong.
    Sound,
    /// The database is damaged; with the database's own message.
    Damaged(String),
    /// The time ran out before everything was checked.
    Unfinished,
}

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

/// The facts about a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The database's name and version: `PostgreSQL 15.14`.
    pub server: String,
    /// The version of its schema.
    pub schema: Schema,
    /// The log, if the database contains one.
    pub log: Option<LogFacts>,
    /// The time by which its clock is ahead of this machine's, within the duration of the query; only for a server.
    pub clock_ahead: Option<TimeDelta>,
    /// The user's rights; only for a server.
    pub rights: Option<Rights>,
}

/// The version of a schema: the number of its newest migration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schema {
    /// The newest applied migration. `None` if the database is empty or belongs to another program.
    pub found: Option<i64>,
    /// The migration that this program needs.
    pub needed: i64,
}

impl Schema {
    /// Whether it is the version that this program needs.
    pub fn is_current(&self) -> bool {
        self.found == Some(self.needed)
    }
}

/// The facts about a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogFacts {
    /// The position of its counter.
    pub head: Position,
    /// Position of its last event.
    pub last: Position,
    /// The number of its events. Positions have no gaps, so in a sound log all three are equal.
    pub events: i64,
}

/// The rights of a connection's user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rights {
    /// The user.
    pub user: String,
    /// Whether the user is a superuser.
    pub superuser: bool,
    /// Tables that the user may not read, except the password and sign-in tables, which only the log's writer reads.
    pub unreadable: Vec<String>,
    /// Whether the user may read passwords.
    pub reads_passwords: bool,
    /// Tables that the user may write.
    pub writable: Vec<String>,
    /// Tables that the user may not write.
    pub unwritable: Vec<String>,
}

/// Inspects a database. `now` returns this machine's time.
///
/// # Errors
/// If it cannot be reached or opened, refuses a query, or is not a database.
pub async fn look(
    database: &Database,
    which: Which,
    now: &(dyn Fn() -> DateTime<Utc> + Sync),
) -> Result<Facts, StoreError> {
    match database {
        Database::Sqlite(file) => sqlite::look(file, which).await,
        Database::Postgres(url) => postgres::look(url, which, now).await,
    }
}

impl Which {
    /// Returns the newest migration of this program. Migrations have the same numbers for all databases.
    fn newest_schema(self) -> i64 {
        let migrations = match self {
            Self::Events => &crate::sqlite::EVENT_MIGRATIONS,
            Self::Views => &crate::sqlite::VIEW_MIGRATIONS,
        };
        migrations.iter().map(|migration| migration.version).max().unwrap_or_default()
    }

    /// Returns the name of a table that only this store has.
    fn table(self) -> &'static str {
        match self {
            Self::Events => "log_head",
            Self::Views => "generations",
        }
    }
}
