//! Password hashes. They are not in the log; a user's events name the hash that is valid.

use proto_events::ids::{PasswordId, UserId};
use sqlx::postgres::{PgConnection, PgPool};

use super::erasures;
use super::event_batch::column;
use super::retry::with_retries;
use crate::StoreError;
use crate::backup::StoredPassword;
use crate::checksum;
use crate::events::password_taken;
use crate::log_rows::password;

/// Writes a row durably. Writing the same row again changes nothing, so that the write can be repeated if the
/// connection is lost before the answer.
pub(super) async fn put(writer: &PgPool, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError> {
    let written = with_retries(|| async {
        let insert = sqlx::query(
            "INSERT INTO passwords AS known (password_id, user_id, hash, checksum)
             SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE erasures.user_id = $2)
             ON CONFLICT (password_id) DO UPDATE SET hash = excluded.hash
             WHERE known.user_id = excluded.user_id AND known.hash = excluded.hash",
        );
        let password = StoredPassword { id, user_id, hash: hash.to_owned() };
        let insert = insert.bind(id.0).bind(user_id.0).bind(hash).bind(checksum::of_password(&password));
        Ok(insert.execute(writer).await?.rows_affected())
    });
    if written.await? > 0 {
        return Ok(());
    }
    let is_erased = with_retries(|| erasures::is_erased(writer, user_id)).await?;
    Err(if is_erased { StoreError::Erased(user_id) } else { password_taken(id) })
}

/// Returns the hash in a row.
pub(super) async fn get(readers: &PgPool, id: PasswordId) -> Result<Option<String>, StoreError> {
    with_retries(|| async {
        let query = sqlx::query("SELECT password_id, user_id, hash, checksum FROM passwords WHERE password_id = $1");
        let row = query.bind(id.0).fetch_optional(readers).await?;
        Ok(row.as_ref().map(password).transpose()?.map(|password| password.hash))
    })
    .await
}

/// Deletes a user's rows with lower ids.
pub(super) async fn forget(writer: &PgPool, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
    with_retries(|| async {
        let delete = sqlx::query("DELETE FROM passwords WHERE user_id = $1 AND password_id < $2");
        Ok(delete.bind(user_id.0).bind(keep.0).execute(writer).await?.rows_affected())
    })
    .await
}

/// Reads all rows in order.
pub(super) const ALL: &str = "SELECT password_id, user_id, hash, checksum FROM passwords ORDER BY password_id";

/// Inserts rows of a backup.
pub(super) async fn insert(connection: &mut PgConnection, passwords: &[StoredPassword]) -> Result<(), StoreError> {
    let insert = "INSERT INTO passwords (password_id, user_id, hash, checksum)
                  SELECT * FROM UNNEST($1::bigint[], $2::bigint[], $3::text[], $4::bigint[])";
    let insert = sqlx::query(insert).bind(column(passwords, |it| it.id.0)).bind(column(passwords, |it| it.user_id.0));
    let insert = insert.bind(column(passwords, |it| it.hash.as_str())).bind(column(passwords, checksum::of_password));
    insert.execute(connection).await?;
    Ok(())
}
