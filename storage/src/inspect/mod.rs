//! Looks at a database without changing it, whatever is in it: for who wants to know why it does not work.

mod postgres;
mod sqlite;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use proto_events::Position;

use crate::{Database, StoreError};

/// Which of the two stores a database is to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The log.
    Events,
    /// What is rendered from it.
    Views,
}

/// What a check of a whole database finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Soundness {
    /// Nothing is wrong.
    Sound,
    /// Something is wrong; in the words of the database.
    Damaged(String),
    /// The time was over before everything was checked.
    Unfinished,
}

/// Checks a whole database, as the database itself knows how, for as long as the budget allows. A server is believed to look
/// after its own files.
///
/// # Errors
/// When it cannot be opened for another reason than damage.
pub async fn check(database: &Database, budget: Option<Duration>) -> Result<Soundness, StoreError> {
    match database {
        Database::Sqlite(file) => crate::sqlite::soundness::check(file, budget).await,
        Database::Postgres(_) => Ok(Soundness::Sound),
    }
}

/// Renames a damaged file, so that a new one can be made in its place: `views.sqlite.damaged`. One that was set aside before
/// is overwritten. A server looks after its own files.
///
/// # Errors
/// When the disk fails.
pub fn set_aside(database: &Database) -> std::io::Result<()> {
    match database {
        Database::Sqlite(file) => crate::sqlite::soundness::set_aside(file),
        Database::Postgres(_) => Ok(()),
    }
}

/// What a database is found to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Whose it is, with its version: `PostgreSQL 15.14`.
    pub server: String,
    /// What it holds.
    pub schema: Schema,
    /// The log, where that is what it holds.
    pub log: Option<LogFacts>,
    /// How far its clock is ahead of this machine's, give or take the time that asking took; of a server alone.
    pub clock_ahead: Option<TimeDelta>,
    /// What may be done there; of a server alone.
    pub rights: Option<Rights>,
}

/// How far the tables are brought up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schema {
    /// The newest step that was taken; none: the database is empty, or somebody else's.
    pub found: Option<i64>,
    /// The step that this program needs.
    pub needed: i64,
}

impl Schema {
    /// Whether it is just what this program needs.
    pub fn is_current(&self) -> bool {
        self.found == Some(self.needed)
    }
}

/// What the log says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogFacts {
    /// Where its counter stands.
    pub head: Position,
    /// Position of its last event.
    pub last: Position,
    /// Its events. Positions have no gaps, so that all three are equal.
    pub events: i64,
}

/// What the user of a connection may do with the tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rights {
    /// The user.
    pub user: String,
    /// Whether anything may be done everywhere.
    pub superuser: bool,
    /// Tables that may not be read, but for that of passwords, which only their writer should.
    pub unreadable: Vec<String>,
    /// Whether passwords may be read.
    pub reads_passwords: bool,
    /// Tables that may be written.
    pub writable: Vec<String>,
    /// Tables that may not be.
    pub unwritable: Vec<String>,
}

/// Looks at a database. `now` tells this machine's time.
///
/// # Errors
/// When it cannot be reached or opened, refuses, or is none.
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
    /// The newest step of this program. Steps have the same numbers for every kind of database.
    fn newest_schema(self) -> i64 {
        let migrations = match self {
            Self::Events => &crate::sqlite::EVENT_MIGRATIONS,
            Self::Views => &crate::sqlite::VIEW_MIGRATIONS,
        };
        migrations.iter().map(|migration| migration.version).max().unwrap_or_default()
    }

    /// A table that nothing else has.
    fn table(self) -> &'static str {
        match self {
            Self::Events => "log_head",
            Self::Views => "generations",
        }
    }
}
