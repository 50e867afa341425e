//! Erasures of people, and the rewriting that removes deleted rows from the file.

use proto_events::ids::UserId;
use proto_events::{EventHash, Position, StreamKind};
use sqlx::sqlite::{SqliteConnection, SqliteExecutor};
use sqlx::{AssertSqlSafe, Row};

use super::open::Database;
use super::rows::json_rows;
use super::writer::Writer;
use crate::StoreError;
use crate::checksum;
use crate::columns::event_hash;
use crate::erasures::Erasure;
use crate::log_rows::erasure;

/// The tables of the log that hold personal data or keys.
const TABLES: [&str; 4] = ["claims", "idempotent_answers", "passwords", "person_keys"];
/// Largest value that fills free pages.
const FILLER: i64 = 64 << 20;

/// Erases a person's key, and deletes the person's claims, passwords and recorded answers. `log_id` is the log in which
/// the person was erased, if it is not this one.
pub(super) async fn erase(
    connection: &mut SqliteConnection,
    user: UserId,
    at: i64,
    log_id: Option<&str>,
) -> Result<(), StoreError> {
    let erased = sqlx::query(
        "INSERT INTO person_keys (user_id, key, checksum) VALUES (?1, NULL, ?2)
         ON CONFLICT (user_id) DO UPDATE SET key = NULL, checksum = excluded.checksum",
    );
    erased.bind(user.0).bind(checksum::of_person_key(user.0, None)).execute(&mut *connection).await?;
    for delete in [
        "DELETE FROM claims WHERE holder_kind = 'user' AND holder_id = ?1",
        "DELETE FROM passwords WHERE user_id = ?1",
        "DELETE FROM idempotent_answers WHERE owner = 'user/' || ?1
         OR response LIKE '%\"user\":' || ?1 || ',%' OR response LIKE '%\"user\":' || ?1 || '}%'",
    ] {
        sqlx::query(delete).bind(user.0).execute(&mut *connection).await?;
    }
    let note = sqlx::query(
        "INSERT INTO erasures (user_id, erased_at, log_id, registered_at, registered_hash, is_finished)
         SELECT ?1, ?2, coalesce(?3, (SELECT log_id FROM log_head)), position, hash, 0 FROM events
         WHERE stream_kind = 'user' AND stream_id = ?1 AND version = 1 ON CONFLICT DO NOTHING",
    );
    note.bind(user.0).bind(at).bind(log_id).execute(connection).await?;
    Ok(())
}

/// Reads all rows in order.
pub(super) const ALL: &str =
    "SELECT user_id, erased_at, log_id, registered_at, registered_hash FROM erasures ORDER BY user_id";

/// Returns all erasures.
pub(super) async fn all(readers: impl SqliteExecutor<'_>) -> Result<Vec<Erasure>, StoreError> {
    sqlx::query(ALL).fetch_all(readers).await?.iter().map(erasure).collect()
}

/// Returns the number of erasures.
pub(super) async fn count(readers: impl SqliteExecutor<'_>) -> Result<i64, StoreError> {
    Ok(sqlx::query("SELECT count(*) FROM erasures").fetch_one(readers).await?.try_get(0)?)
}

/// Returns the people whose erasure is not finished.
pub(super) async fn unfinished(readers: impl SqliteExecutor<'_>) -> Result<Vec<UserId>, StoreError> {
    let rows = sqlx::query("SELECT user_id FROM erasures WHERE NOT is_finished ORDER BY user_id");
    rows.fetch_all(readers).await?.iter().map(|row| Ok(UserId(row.try_get(0)?))).collect()
}

/// Notes that the erasures of these people are finished.
pub(super) async fn finish(writer: &Writer, users: &[UserId]) -> Result<(), StoreError> {
    let mut transaction = writer.transaction().await?;
    let finish = sqlx::query(
        "UPDATE erasures SET is_finished = 1 WHERE user_id IN (SELECT wanted.value FROM json_each(?1) AS wanted)",
    );
    finish.bind(json_rows(users.iter().map(|user| user.0))?).execute(&mut *transaction).await?;
    transaction.commit().await
}

/// Returns whether a person was erased.
pub(super) async fn is_erased(connection: &mut SqliteConnection, user: UserId) -> Result<bool, StoreError> {
    let query = sqlx::query("SELECT EXISTS (SELECT 1 FROM erasures WHERE user_id = ?1)").bind(user.0);
    Ok(query.fetch_one(connection).await?.try_get(0)?)
}

/// Returns the streams of a kind that have an event of this type.
pub(super) async fn streams_with(
    readers: impl SqliteExecutor<'_>,
    kind: StreamKind,
    event_type: &str,
) -> Result<Vec<i64>, StoreError> {
    let query = "SELECT DISTINCT stream_id FROM events WHERE stream_kind = ?1 AND event_type = ?2 ORDER BY stream_id";
    let rows = sqlx::query(query).bind(kind.name()).bind(event_type).fetch_all(readers).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

/// Inserts erasures of a backup, and those of the list whose people are in it. All of them are unfinished.
pub(super) async fn restore(connection: &mut SqliteConnection, erasures: &[Erasure]) -> Result<(), StoreError> {
    for Erasure { user_id, erased_at, log_id, .. } in erasures {
        erase(connection, *user_id, erased_at.timestamp_micros(), Some(log_id)).await?;
    }
    Ok(())
}

/// Returns those erasures of a list whose people are in the restored log, which had this id.
pub(super) async fn that_apply(
    connection: &mut SqliteConnection,
    log_id: &str,
    list: &[Erasure],
) -> Result<Vec<Erasure>, StoreError> {
    let mut found = Vec::new();
    for erasure in list {
        if let Some((position, hash)) = registration(connection, erasure.user_id).await?
            && erasure.is_of(log_id, position, hash)
        {
            found.push(erasure.clone());
        }
    }
    Ok(found)
}

async fn registration(
    connection: &mut SqliteConnection,
    user: UserId,
) -> Result<Option<(Position, EventHash)>, StoreError> {
    let query =
        sqlx::query("SELECT position, hash FROM events WHERE stream_kind = 'user' AND stream_id = ?1 AND version = 1");
    let row = query.bind(user.0).fetch_optional(connection).await?;
    row.map(|row| Ok((Position(row.try_get(0)?), event_hash(row.try_get(1)?)?))).transpose()
}

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
