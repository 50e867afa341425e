//! The facts about a database.

use chrono::TimeDelta;
use proto_events::Position;

use crate::StoreError;
use crate::row::StoreRow;
use crate::sql::{Sql, sql};

/// The store that a database should contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreKind {
    /// The log.
    Events,
    /// The views.
    Views,
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

impl StoreKind {
    /// Returns the name of a table that only this store has.
    pub(super) fn table(self) -> &'static str {
        match self {
            Self::Events => "log_head",
            Self::Views => "generations",
        }
    }
}

/// Reads the facts about a log with one statement, so that all values are from one snapshot.
pub(super) async fn log_facts(connection: &mut impl Sql) -> Result<LogFacts, StoreError> {
    let facts = sql("SELECT (SELECT position FROM log_head), (SELECT coalesce(max(position), 0) FROM events),
                            (SELECT count(*) FROM events)");
    connection.one(facts, decoded).await
}

fn decoded(row: &impl StoreRow) -> Result<LogFacts, StoreError> {
    Ok(LogFacts { head: Position(row.column(0)?), last: Position(row.column(1)?), events: row.column(2)? })
}
