//! The rewriting of a log that removes deleted rows from its file.

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row};

use super::open::Database;
use crate::StoreError;

/// The tables of the log that hold personal data or keys.
const TABLES: [&str; 4] = ["claims", "idempotent_answers", "passwords", "person_keys"];
/// Largest value that fills free pages.
const FILLER: i64 = 64 << 20;

/// Rewrites the tables with personal data and all free pages, and empties the write-ahead log. `DELETE` alone leaves the
/// bytes of a row in free pages, and copies of moved rows in the gaps of pages.
pub(super) async fn rewrite(database: &Database) -> Result<(), StoreError> {
    let writer = database.writer()?;
    let mut transaction = writer.zeroing_transaction().await?;
    for table in TABLES {
        for statement in [
            format!("CREATE TABLE rewritten AS SELECT * FROM {table}"),
            format!("DELETE FROM {table}"),
            format!("INSERT INTO {table} SELECT * FROM rewritten"),
            "DROP TABLE rewritten".to_owned(),
        ] {
            sqlx::query(AssertSqlSafe(statement)).persistent(false).execute(&mut *transaction).await?;
        }
    }
    overwrite_free_pages(&mut transaction).await?;
    transaction.commit().await?;
    database.note_write();
    writer.truncate_log().await
}

/// Fills all free pages with zeros.
async fn overwrite_free_pages(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let page = number(connection, "PRAGMA page_size").await?;
    sqlx::query("CREATE TABLE filler (zeros BLOB)").persistent(false).execute(&mut *connection).await?;
    loop {
        let free = number(connection, "PRAGMA freelist_count").await?;
        if free == 0 {
            break;
        }
        let fill = sqlx::query("INSERT INTO filler VALUES (zeroblob(?1))").bind((free * page).min(FILLER));
        fill.persistent(false).execute(&mut *connection).await?;
    }
    sqlx::query("DROP TABLE filler").persistent(false).execute(connection).await?;
    Ok(())
}

async fn number(connection: &mut SqliteConnection, pragma: &'static str) -> Result<i64, StoreError> {
    Ok(sqlx::query(pragma).fetch_one(connection).await?.try_get(0)?)
}
