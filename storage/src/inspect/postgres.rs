//! Inspects a PostgreSQL database.

use std::str::FromStr;
use std::time::Duration;

use chrono::{DateTime, Utc};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection, Row};

use super::facts::{Facts, Rights, Schema, StoreKind, log_facts};
use crate::StoreError;

/// Time limit for connecting to a server.
const CONNECT: Duration = Duration::from_secs(5);

pub(super) async fn look(
    url: &str,
    store: StoreKind,
    needed: i64,
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
    let found = schema(&mut connection, store, &rights).await?;
    let readable = found.is_some() && rights.unreadable.is_empty();
    let log = if store == StoreKind::Events && readable { Some(log_facts(&mut connection).await?) } else { None };
    connection.close().await?;
    let schema = Schema { found, needed };
    let server = format!("PostgreSQL {}", version.split(' ').next().unwrap_or_default());
    Ok(Facts { server, schema, log, clock_ahead, rights: Some(rights) })
}

async fn clock_ahead(
    connection: &mut PgConnection,
    now: &(dyn Fn() -> DateTime<Utc> + Sync),
) -> Result<chrono::TimeDelta, StoreError> {
    let before = now();
    let theirs = sqlx::query("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
    let theirs: i64 = theirs.fetch_one(connection).await?.try_get(0)?;
    let half_way = before + (now() - before) / 2;
    let theirs = DateTime::from_timestamp_micros(theirs);
    let theirs = theirs.ok_or_else(|| StoreError::Damaged("the server's clock has no valid time".into()))?;
    Ok(theirs - half_way)
}

async fn schema(connection: &mut PgConnection, store: StoreKind, rights: &Rights) -> Result<Option<i64>, StoreError> {
    let there = sqlx::query("SELECT to_regclass('_sqlx_migrations') IS NOT NULL AND to_regclass($1) IS NOT NULL");
    let there: bool = there.bind(store.table()).fetch_one(&mut *connection).await?.try_get(0)?;
    if !there || rights.unreadable.iter().any(|table| table == "_sqlx_migrations") {
        return Ok(None);
    }
    let newest = sqlx::query("SELECT max(version) FROM _sqlx_migrations WHERE success");
    Ok(newest.fetch_one(connection).await?.try_get(0)?)
}

/// Tables of attempts at passwords and of webhooks, which only the log's writer reads.
const OF_THE_WRITER: [&str; 7] = [
    "sign_in_attempts",
    "sign_in_origins",
    "webhook_secrets",
    "webhook_progress",
    "webhook_endpoints",
    "webhook_deliveries",
    "webhook_queues",
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
