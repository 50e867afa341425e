//! Inspects a SQLite file.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Row};

use super::facts::{Facts, Schema, StoreKind, log_facts};
use crate::StoreError;

pub(super) async fn look(path: &Path, store: StoreKind, needed: i64) -> Result<Facts, StoreError> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).disable_statement_logging();
    let mut connection = options.connect().await?;
    let version: String = sqlx::query("SELECT sqlite_version()").fetch_one(&mut connection).await?.try_get(0)?;
    let found = schema(&mut connection, store).await?;
    let log =
        if store == StoreKind::Events && found.is_some() { Some(log_facts(&mut connection).await?) } else { None };
    connection.close().await?;
    let schema = Schema { found, needed };
    Ok(Facts { server: format!("SQLite {version}"), schema, log, clock_ahead: None, rights: None })
}

async fn schema(connection: &mut SqliteConnection, store: StoreKind) -> Result<Option<i64>, StoreError> {
    let there = sqlx::query("SELECT count(*) FROM sqlite_master WHERE name IN ('_sqlx_migrations', ?)");
    let there: i64 = there.bind(store.table()).fetch_one(&mut *connection).await?.try_get(0)?;
    if there < 2 {
        return Ok(None);
    }
    let newest = sqlx::query("SELECT max(version) FROM _sqlx_migrations WHERE success");
    Ok(newest.fetch_one(connection).await?.try_get(0)?)
}
