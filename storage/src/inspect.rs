//! Inspects a database without changing it, to find out why it does not work. The database may contain anything.

use std::future::ready;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use proto_events::Position;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row};

use crate::sql::{Sql, StoreRow, sql};
pub use crate::sqlite::soundness::Soundness;
use crate::tables::Opening;
use crate::{Database, StoreError, migrations};

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
    fn table(self) -> &'static str {
        match self {
            Self::Events => "log_head",
            Self::Views => "generations",
        }
    }
}

/// Checks a whole database with the database's own means, for as long as the budget allows. A server is not checked: it
/// maintains its own files.
///
/// # Errors
/// If it cannot be opened for another reason than damage.
pub fn check(database: &Database, budget: Option<Duration>) -> Opening<'_, Soundness> {
    match database {
        Database::Sqlite(file) => Box::pin(crate::sqlite::soundness::check(file, budget)),
        Database::Postgres(_) => Box::pin(ready(Ok(Soundness::Sound))),
    }
}

/// Renames a damaged file, such as to `views.sqlite.damaged`, so that a new one can be created. An earlier renamed file
/// is overwritten. Does nothing for a server, which maintains its own files.
pub fn set_aside(database: &Database) -> std::io::Result<()> {
    match database {
        Database::Sqlite(file) => crate::sqlite::soundness::set_aside(file),
        Database::Postgres(_) => Ok(()),
    }
}

/// Inspects a database. `now` returns this machine's time.
pub fn look<'a>(
    database: &'a Database,
    store: StoreKind,
    now: &'a (dyn Fn() -> DateTime<Utc> + Sync),
) -> Opening<'a, Facts> {
    match database {
        Database::Sqlite(file) => Box::pin(look_at_file(file, store)),
        Database::Postgres(url) => Box::pin(look_at_server(url, store, now)),
    }
}

/// Returns the version of the schema. Migrations have the same numbers for all databases.
async fn schema(connection: &mut impl Sql, store: StoreKind, is_there: bool) -> Result<Schema, StoreError> {
    let migrations = match store {
        StoreKind::Events => &migrations::EVENTS_ON_SQLITE,
        StoreKind::Views => &migrations::VIEWS_ON_SQLITE,
    };
    let needed = migrations.iter().map(|migration| migration.version).max().unwrap_or_default();
    let newest = sql("SELECT max(version) FROM _sqlx_migrations WHERE success");
    let found = if is_there { connection.one(newest, |row| Ok(row.column(0)?)).await? } else { None };
    Ok(Schema { found, needed })
}

/// Reads the facts about a log with one statement, so that all values are from one snapshot.
async fn log_facts(connection: &mut impl Sql) -> Result<LogFacts, StoreError> {
    let facts = sql("SELECT (SELECT position FROM log_head), (SELECT coalesce(max(position), 0) FROM events),
                            (SELECT count(*) FROM events)");
    let facts = connection.one(facts, |row| Ok((row.column(0)?, row.column(1)?, row.column(2)?))).await?;
    Ok(LogFacts { head: Position(facts.0), last: Position(facts.1), events: facts.2 })
}

async fn look_at_file(path: &Path, store: StoreKind) -> Result<Facts, StoreError> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).disable_statement_logging();
    let mut connection = options.connect().await?;
    let version: String = connection.one(sql("SELECT sqlite_version()"), |row| Ok(row.try_get(0)?)).await?;
    let there = sql("SELECT count(*) = 2 FROM sqlite_master WHERE name IN ('_sqlx_migrations', $1)");
    let there = connection.one(there.bind(store.table()), |row| Ok(row.try_get(0)?)).await?;
    let schema = schema(&mut connection, store, there).await?;
    let is_log = store == StoreKind::Events && schema.found.is_some();
    let log = if is_log { Some(log_facts(&mut connection).await?) } else { None };
    connection.close().await?;
    Ok(Facts { server: format!("SQLite {version}"), schema, log, clock_ahead: None, rights: None })
}

/// Time limit for connecting to a server.
const CONNECT: Duration = Duration::from_secs(5);

async fn look_at_server(
    url: &str,
    store: StoreKind,
    now: &(dyn Fn() -> DateTime<Utc> + Sync),
) -> Result<Facts, StoreError> {
    let options = PgConnectOptions::from_str(url)?
        .application_name("crosstable doctor")
        .options([("default_transaction_read_only", "on"), ("statement_timeout", "60s"), ("lock_timeout", "5s")])
        .disable_statement_logging();
    let connected = tokio::time::timeout(CONNECT, options.connect()).await;
    let mut connection = connected.map_err(|_| sqlx::Error::PoolTimedOut)??;
    let version: String = sqlx::query("SHOW server_version").fetch_one(&mut connection).await?.try_get(0)?;
    let clock_ahead = Some(clock_ahead(&mut connection, now).await?);
    let rights = rights(&mut connection).await?;
    let there = sql("SELECT to_regclass('_sqlx_migrations') IS NOT NULL AND to_regclass($1) IS NOT NULL");
    let there = connection.one(there.bind(store.table()), |row| Ok(row.try_get(0)?)).await?;
    let is_readable = !rights.unreadable.iter().any(|table| table == "_sqlx_migrations");
    let schema = schema(&mut connection, store, there && is_readable).await?;
    let is_log = store == StoreKind::Events && schema.found.is_some() && rights.unreadable.is_empty();
    let log = if is_log { Some(log_facts(&mut connection).await?) } else { None };
    connection.close().await?;
    let server = format!("PostgreSQL {}", version.split(' ').next().unwrap_or_default());
    Ok(Facts { server, schema, log, clock_ahead, rights: Some(rights) })
}

async fn clock_ahead(
    connection: &mut PgConnection,
    now: &(dyn Fn() -> DateTime<Utc> + Sync),
) -> Result<TimeDelta, StoreError> {
    let before = now();
    let theirs = sqlx::query("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
    let theirs: i64 = theirs.fetch_one(connection).await?.try_get(0)?;
    let half_way = before + (now() - before) / 2;
    let theirs = DateTime::from_timestamp_micros(theirs);
    let theirs = theirs.ok_or_else(|| StoreError::Damaged("the server's clock has no valid time".into()))?;
    Ok(theirs - half_way)
}

/// Tables of attempts at passwords, and of messages and where they go, which only the log's writer reads.
const OF_THE_WRITER: [&str; 11] = [
    "sign_in_attempts",
    "sign_in_origins",
    "webhook_secrets",
    "webhook_progress",
    "webhook_endpoints",
    "deliveries",
    "delivery_queues",
    "push_subscriptions",
    "notification_choices",
    "sender_secrets",
    "discord_channels",
];

async fn rights(connection: &mut PgConnection) -> Result<Rights, StoreError> {
    let user = sqlx::query("SELECT current_user::text, rolsuper FROM pg_roles WHERE rolname = current_user");
    let user = user.fetch_one(&mut *connection).await?;
    let tables = sqlx::query(
        "SELECT relname::text, has_table_privilege(oid, 'SELECT'), \
                has_table_privilege(oid, 'INSERT') OR has_table_privilege(oid, 'UPDATE') \
                OR has_table_privilege(oid, 'DELETE') OR has_table_privilege(oid, 'TRUNCATE') \
         FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace ORDER BY relname",
    );
    let mut rights = Rights {
        user: user.try_get(0)?,
        superuser: user.try_get(1)?,
        unreadable: Vec::new(),
        reads_passwords: false,
        writable: Vec::new(),
        unwritable: Vec::new(),
    };
    for row in tables.fetch_all(connection).await? {
        let (table, may_read, may_write): (String, bool, bool) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if table == "passwords" {
            rights.reads_passwords = may_read;
        } else if !may_read && !OF_THE_WRITER.contains(&table.as_str()) {
            rights.unreadable.push(table.clone());
        }
        if may_write { &mut rights.writable } else { &mut rights.unwritable }.push(table);
    }
    Ok(rights)
}
