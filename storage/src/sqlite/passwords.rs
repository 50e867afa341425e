//! Hashes of passwords: rows beside the log, of which a user's events say which one counts.

use proto_events::ids::{PasswordId, UserId};
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{QueryBuilder, Row, Sqlite};

use super::writer::Writer;
use crate::StoreError;
use crate::backup::KeptPassword;
use crate::events::password_taken;

/// Writes a row, which is on disk then. The same one again changes nothing.
pub(super) async fn put(writer: &Writer, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError> {
    let mut transaction = writer.transaction().await?;
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

/// Deletes a user's rows before one.
pub(super) async fn forget(writer: &Writer, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
    let mut transaction = writer.transaction().await?;
    let delete = sqlx::query("DELETE FROM passwords WHERE user_id = ?1 AND password_id < ?2");
    let forgotten = delete.bind(user_id.0).bind(keep.0).execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    Ok(forgotten)
}

/// Every row, in order.
pub(super) const ALL: &str = "SELECT password_id, user_id, hash FROM passwords ORDER BY password_id";

/// A row of [`ALL`].
pub(super) fn kept(row: &SqliteRow) -> Result<KeptPassword, StoreError> {
    let (id, user_id): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    Ok(KeptPassword { id: id.into(), user_id: user_id.into(), hash: row.try_get(2)? })
}

/// Inserts rows of a backup; as many as have room in a statement.
pub(super) async fn insert(connection: &mut SqliteConnection, passwords: &[KeptPassword]) -> Result<(), StoreError> {
    let mut insert = QueryBuilder::<Sqlite>::new("INSERT INTO passwords (password_id, user_id, hash) ");
    insert.push_values(passwords, |mut row, password| {
        row.push_bind(password.id.0).push_bind(password.user_id.0).push_bind(&password.hash);
    });
    insert.build().persistent(false).execute(connection).await?;
    Ok(())
}
