//! Password hashes. They are not in the log; a user's events name the hash that is valid.

use proto_events::ids::{PasswordId, UserId};
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{QueryBuilder, Sqlite};

use super::erasures::is_erased;
use super::writer::Writer;
use crate::StoreError;
use crate::backup::StoredPassword;
use crate::checksum;
use crate::events::password_taken;
use crate::log_rows::password;

/// Writes a row durably. Writing the same row again changes nothing.
pub(super) async fn put(writer: &Writer, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError> {
    let mut transaction = writer.transaction().await?;
    if is_erased(&mut transaction, user_id).await? {
        return Err(StoreError::Erased(user_id));
    }
    let insert = sqlx::query(
        "INSERT INTO passwords (password_id, user_id, hash, checksum) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (password_id) DO UPDATE SET hash = excluded.hash
         WHERE user_id = excluded.user_id AND hash = excluded.hash",
    );
    let password = StoredPassword { id, user_id, hash: hash.to_owned() };
    let insert = insert.bind(id.0).bind(user_id.0).bind(hash).bind(checksum::of_password(&password));
    let written = insert.execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    if written == 0 { Err(password_taken(id)) } else { Ok(()) }
}

/// Returns the hash in a row.
pub(super) async fn get(readers: &SqlitePool, id: PasswordId) -> Result<Option<String>, StoreError> {
    let query = sqlx::query("SELECT password_id, user_id, hash, checksum FROM passwords WHERE password_id = ?1");
    let row = query.bind(id.0).fetch_optional(readers).await?;
    Ok(row.as_ref().map(password).transpose()?.map(|password| password.hash))
}

/// Deletes a user's rows with lower ids.
pub(super) async fn forget(writer: &Writer, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
    let mut transaction = writer.transaction().await?;
    let delete = sqlx::query("DELETE FROM passwords WHERE user_id = ?1 AND password_id < ?2");
    let forgotten = delete.bind(user_id.0).bind(keep.0).execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    Ok(forgotten)
}

/// Reads all rows in order.
pub(super) const ALL: &str = "SELECT password_id, user_id, hash, checksum FROM passwords ORDER BY password_id";

/// Inserts rows of a backup, as many as fit into a statement.
pub(super) async fn insert(connection: &mut SqliteConnection, passwords: &[StoredPassword]) -> Result<(), StoreError> {
    let mut insert = QueryBuilder::<Sqlite>::new("INSERT INTO passwords (password_id, user_id, hash, checksum) ");
    insert.push_values(passwords, |mut row, password| {
        row.push_bind(password.id.0).push_bind(password.user_id.0).push_bind(&password.hash);
        row.push_bind(checksum::of_password(password));
    });
    insert.build().persistent(false).execute(connection).await?;
    Ok(())
}
