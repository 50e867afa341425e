//! Hashes of passwords: rows beside the log, of which a user's events say which one counts.

use proto_events::ids::{PasswordId, UserId};
use sqlx::Row;
use sqlx::sqlite::SqlitePool;

use crate::StoreError;
use crate::events::password_taken;

/// Writes a row, which is on disk then. The same one again changes nothing.
pub(super) async fn put(writer: &SqlitePool, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    let insert = sqlx::query(
        "INSERT INTO passwords (password_id, user_id, hash) VALUES (?1, ?2, ?3)
         ON CONFLICT (password_id) DO UPDATE SET hash = excluded.hash
         WHERE user_id = excluded.user_id AND hash = excluded.hash",
    );
    let written = insert.bind(id.0).bind(user_id.0).bind(hash).execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    if written == 0 { Err(password_taken(id)) } else { Ok(()) }
}

/// The hash in a row.
pub(super) async fn get(readers: &SqlitePool, id: PasswordId) -> Result<Option<String>, StoreError> {
    let query = sqlx::query("SELECT hash FROM passwords WHERE password_id = ?1").bind(id.0);
    Ok(query.fetch_optional(readers).await?.map(|row| row.try_get(0)).transpose()?)
}

/// Deletes a user's rows but for one.
pub(super) async fn forget(writer: &SqlitePool, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    let delete = sqlx::query("DELETE FROM passwords WHERE user_id = ?1 AND password_id <> ?2");
    let forgotten = delete.bind(user_id.0).bind(keep.0).execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    Ok(forgotten)
}
