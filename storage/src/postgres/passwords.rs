//! Hashes of passwords: rows beside the log, of which a user's events say which one counts.

use proto_events::ids::{PasswordId, UserId};
use sqlx::Row;
use sqlx::postgres::PgPool;

use super::patience::patiently;
use crate::StoreError;
use crate::events::password_taken;

/// Writes a row, which is on disk then. The same one again changes nothing, so that it may be written twice when the
/// connection breaks before the answer.
pub(super) async fn put(writer: &PgPool, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError> {
    let written = patiently(|| async {
        let insert = sqlx::query(
            "INSERT INTO passwords AS known (password_id, user_id, hash) VALUES ($1, $2, $3)
             ON CONFLICT (password_id) DO UPDATE SET hash = excluded.hash
             WHERE known.user_id = excluded.user_id AND known.hash = excluded.hash",
        );
        Ok(insert.bind(id.0).bind(user_id.0).bind(hash).execute(writer).await?.rows_affected())
    });
    if written.await? == 0 { Err(password_taken(id)) } else { Ok(()) }
}

/// The hash in a row.
pub(super) async fn get(readers: &PgPool, id: PasswordId) -> Result<Option<String>, StoreError> {
    patiently(|| async {
        let query = sqlx::query("SELECT hash FROM passwords WHERE password_id = $1").bind(id.0);
        Ok(query.fetch_optional(readers).await?.map(|row| row.try_get(0)).transpose()?)
    })
    .await
}

/// Deletes a user's rows but for one.
pub(super) async fn forget(writer: &PgPool, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
    patiently(|| async {
        let delete = sqlx::query("DELETE FROM passwords WHERE user_id = $1 AND password_id <> $2");
        Ok(delete.bind(user_id.0).bind(keep.0).execute(writer).await?.rows_affected())
    })
    .await
}
