//! Password hashes. They are not in the log; a user's events name the hash that is valid.

use proto_events::ids::{PasswordId, UserId};
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgPool, PgRow};

use super::event_batch::column;
use super::patience::patiently;
use crate::StoreError;
use crate::backup::KeptPassword;
use crate::checksum;
use crate::events::password_taken;

/// Writes a row durably. Writing the same row again changes nothing, so that the write can be repeated if the
/// connection is lost before the answer.
pub(super) async fn put(writer: &PgPool, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError> {
    let written = patiently(|| async {
        let insert = sqlx::query(
            "INSERT INTO passwords AS known (password_id, user_id, hash, checksum) VALUES ($1, $2, $3, $4)
             ON CONFLICT (password_id) DO UPDATE SET hash = excluded.hash
             WHERE known.user_id = excluded.user_id AND known.hash = excluded.hash",
        );
        let password = KeptPassword { id, user_id, hash: hash.to_owned() };
        let insert = insert.bind(id.0).bind(user_id.0).bind(hash).bind(checksum::of_password(&password));
        Ok(insert.execute(writer).await?.rows_affected())
    });
    if written.await? == 0 { Err(password_taken(id)) } else { Ok(()) }
}

/// Returns the hash in a row.
pub(super) async fn get(readers: &PgPool, id: PasswordId) -> Result<Option<String>, StoreError> {
    patiently(|| async {
        let query = sqlx::query("SELECT password_id, user_id, hash, checksum FROM passwords WHERE password_id = $1");
        let row = query.bind(id.0).fetch_optional(readers).await?;
        Ok(row.as_ref().map(kept).transpose()?.map(|password| password.hash))
    })
    .await
}

/// Deletes a user's rows with lower ids.
pub(super) async fn forget(writer: &PgPool, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
    patiently(|| async {
        let delete = sqlx::query("DELETE FROM passwords WHERE user_id = $1 AND password_id < $2");
        Ok(delete.bind(user_id.0).bind(keep.0).execute(writer).await?.rows_affected())
    })
    .await
}

/// Reads all rows in order.
pub(super) const ALL: &str = "SELECT password_id, user_id, hash, checksum FROM passwords ORDER BY password_id";

/// Decodes a row of [`ALL`].
pub(super) fn kept(row: &PgRow) -> Result<KeptPassword, StoreError> {
    let (id, user_id): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    let password = KeptPassword { id: id.into(), user_id: user_id.into(), hash: row.try_get(2)? };
    checksum::expect(row.try_get(3)?, checksum::of_password(&password), || format!("the password {id}"))?;
    Ok(password)
}

/// Inserts rows of a backup.
pub(super) async fn insert(connection: &mut PgConnection, passwords: &[KeptPassword]) -> Result<(), StoreError> {
    let insert = "INSERT INTO passwords (password_id, user_id, hash, checksum)
                  SELECT * FROM UNNEST($1::bigint[], $2::bigint[], $3::text[], $4::bigint[])";
    let insert = sqlx::query(insert).bind(column(passwords, |it| it.id.0)).bind(column(passwords, |it| it.user_id.0));
    let insert = insert.bind(column(passwords, |it| it.hash.as_str())).bind(column(passwords, checksum::of_password));
    insert.execute(connection).await?;
    Ok(())
}
