//! Checks and migrates the schema of a database.

use std::sync::LazyLock;

use futures::future::BoxFuture;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::{Connection, Row};

use crate::StoreError;

/// The expected schema of a database.
#[derive(Debug, Clone, Copy)]
pub(super) struct Schema {
    pub(super) migrations: &'static LazyLock<Migrator>,
    /// A table that only this store has.
    pub(super) table: &'static str,
    /// The name of the store in messages.
    pub(super) name: &'static str,
    /// The role that writes the store.
    pub(super) role: &'static str,
}

/// Runs migrations. Boxed, because otherwise the compiler cannot infer that opening a store is `Send`.
fn run<'a>(
    migrations: &'static LazyLock<Migrator>,
    connection: &'a mut PgConnection,
) -> BoxFuture<'a, Result<(), MigrateError>> {
    // `run` of the migrator is generic over the source of the connection, which a boxed future cannot be.
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
            // Nothing is written here, so that this works on a server that is read-only or whose disk is full.
            self.expect_writer(&mut connection).await?;
            return Ok(connection.close().await?);
        }
        run(self.migrations, &mut connection).await?;
        Ok(connection.close().await?)
    }

    /// Returns an error if the database has another schema. Changes nothing.
    pub(super) async fn expect_current(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        let found = self.version(connection).await?;
        if found == self.newest() { Ok(()) } else { Err(self.differs(found)) }
    }

    /// Returns an error if the role may not write.
    async fn expect_writer(&self, connection: &mut PgConnection) -> Result<(), StoreError> {
        let question = sqlx::query("SELECT has_table_privilege($1, 'INSERT')").bind(self.table);
        let is_writer: bool = question.fetch_one(connection).await?.try_get(0)?;
        if is_writer {
            return Ok(());
        }
        Err(StoreError::Unsupported(format!(
            "the database user may only read the {}; connect as the user that owns its tables",
            self.name
        )))
    }

    /// Returns the newest applied migration, or 0 if there is none.
    async fn version(&self, connection: &mut PgConnection) -> Result<i64, StoreError> {
        if !has_table(connection, "_sqlx_migrations").await? {
            return Ok(0);
        }
        let newest = sqlx::query("SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success");
        let version = newest.fetch_one(&mut *connection).await?.try_get(0)?;
        // Checked last: while another process creates the first tables, the table of migrations exists already, but is
        // empty.
        if version > 0 && !has_table(connection, self.table).await? {
            return Err(StoreError::Unsupported(format!(
                "the table `{}` is missing, so this is not the database of the {name}; use the database of the {name}",
                self.table,
                name = self.name
            )));
        }
        Ok(version)
    }

    fn newest(&self) -> i64 {
        self.migrations.iter().map(|migration| migration.version).max().unwrap_or_default()
    }

    fn differs(&self, found: i64) -> StoreError {
        let Self { name, role, .. } = self;
        let needed = self.newest();
        StoreError::Unsupported(match found {
            0 => format!(
                "the database is empty; start the process with the role `{role}` first, which creates the {name}"
            ),
            _ if found < needed => format!(
                "the {name} has schema {found}, but this program needs {needed}; start the process with the role `{role}` in \
                 this version first, which updates it"
            ),
            _ => format!(
                "the {name} has schema {found}, but this program knows only up to {needed}; run a newer Crosstable"
            ),
        })
    }
}
