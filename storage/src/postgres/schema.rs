//! Whether a database holds what this program reads and writes.

use futures::future::BoxFuture;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::{Connection, Row};

use crate::StoreError;

/// What a database is to hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Schema {
    /// Steps to it.
    pub(super) migrations: &'static Migrator,
    /// A table that nothing else has.
    pub(super) table: &'static str,
    /// What it is, for messages.
    pub(super) name: &'static str,
}

/// Boxed: without that, the compiler cannot see that whoever opens a store may be sent to another thread.
fn run<'a>(migrations: &'static Migrator, connection: &'a mut PgConnection) -> BoxFuture<'a, Result<(), MigrateError>> {
    // `run` itself is generic over where the connection comes from, which a boxed future cannot be.
    Box::pin(migrations.run_direct(None, connection, false))
}

async fn has_table(connection: &mut PgConnection, name: &str) -> Result<bool, StoreError> {
    let there = sqlx::query("SELECT to_regclass($1) IS NOT NULL").bind(name).fetch_one(connection).await?;
    Ok(there.try_get(0)?)
}

impl Schema {
    /// Brings the schema up to date. Several processes may do so at once.
    pub(super) async fn bring_up_to_date(&self, mut connection: PgConnection) -> Result<(), StoreError> {
        let found = self.version(&mut connection).await?;
        if found > self.newest() {
            return Err(self.differs(found));
        }
        if found == self.newest() {
            // A server whose disk is full, or that is read-only, lets nothing be written, and nothing need be.
            self.expect_writer(&mut connection).await?;
            return Ok(connection.close().await?);
        }
        run(self.migrations, &mut connection).await?;
        Ok(connection.close().await?)
    }

    /// Refuses a database whose schema is another, and changes nothing.
    pub(super) async fn expect_current(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        let found = self.version(connection).await?;
        if found == self.newest() { Ok(()) } else { Err(self.differs(found)) }
    }

    /// Refuses a role that may not write.
    async fn expect_writer(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        let question = sqlx::query("SELECT has_table_privilege($1, 'INSERT')").bind(self.table);
        let is_writer: bool = question.fetch_one(connection).await?.try_get(0)?;
        if is_writer {
            return Ok(());
        }
        Err(StoreError::Unsupported(format!("this role may only read the {}; use the role that owns it", self.name)))
    }

    /// The newest migration applied; 0 where there is none.
    async fn version(&self, connection: &mut PgConnection) -> Result<i64, StoreError> {
        if !has_table(connection, "_sqlx_migrations").await? {
            return Ok(0);
        }
        let newest = sqlx::query("SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success");
        let version = newest.fetch_one(&mut *connection).await?.try_get(0)?;
        // Asked last: while another process makes the first tables, those of migrations are there already, and empty.
        if version > 0 && !has_table(connection, self.table).await? {
            return Err(StoreError::Unsupported(format!("the database holds something else than the {}", self.name)));
        }
        Ok(version)
    }

    fn newest(&self) -> i64 {
        self.migrations.iter().map(|migration| migration.version).max().unwrap_or_default()
    }

    fn differs(&self, found: i64) -> StoreError {
        let (name, needed) = (self.name, self.newest());
        StoreError::Unsupported(match found {
            0 => format!("the database is empty; whoever writes the {name} must be started once before its readers"),
            _ if found < needed => format!(
                "the {name} is of schema {found}, and this program needs {needed}; start its writer of this version first"
            ),
            _ => format!(
                "the {name} is of schema {found}, and this program knows {needed} at most; run a newer Crosstable"
            ),
        })
    }
}
