//! Erasures of people, and the rewriting that removes deleted rows from the server's files.

use proto_events::ids::UserId;
use proto_events::{EventHash, Position, StreamKind};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgExecutor, PgPool};
use sqlx::{Connection, Row};

use super::open::connect;
use super::rewriting::vacuum;
use crate::StoreError;
use crate::checksum;
use crate::columns::event_hash;
use crate::erasures::Erasure;
use crate::log_rows::erasure;

/// Erases a person's key, and deletes the person's claims, passwords and recorded answers. `log_id` is the log in which
/// the person was erased, if it is not this one.
pub(super) async fn erase(
    connection: &mut PgConnection,
    user: UserId,
    at: i64,
    log_id: Option<&str>,
) -> Result<(), StoreError> {
    let erased = sqlx::query(
        "INSERT INTO person_keys (user_id, key, checksum) VALUES ($1, NULL, $2)
         ON CONFLICT (user_id) DO UPDATE SET key = NULL, checksum = excluded.checksum",
    );
    erased.bind(user.0).bind(checksum::of_person_key(user.0, None)).execute(&mut *connection).await?;
    for delete in [
        "DELETE FROM claims WHERE holder_kind = 'user' AND holder_id = $1",
        "DELETE FROM passwords WHERE user_id = $1",
        "DELETE FROM idempotent_answers WHERE owner = 'user/' || $1::bigint
         OR response LIKE '%\"user\":' || $1::bigint || ',%' OR response LIKE '%\"user\":' || $1::bigint || '}%'",
    ] {
        sqlx::query(delete).bind(user.0).execute(&mut *connection).await?;
    }
    let note = sqlx::query(
        "INSERT INTO erasures (user_id, erased_at, log_id, registered_at, registered_hash, is_finished)
         SELECT $1, $2, coalesce($3, (SELECT log_id FROM log_head)), position, hash, FALSE FROM events
         WHERE stream_kind = 'user' AND stream_id = $1 AND version = 1 ON CONFLICT DO NOTHING",
    );
    note.bind(user.0).bind(at).bind(log_id).execute(connection).await?;
    Ok(())
}

/// Reads all rows in order.
pub(super) const ALL: &str =
    "SELECT user_id, erased_at, log_id, registered_at, registered_hash FROM erasures ORDER BY user_id";

/// Returns all erasures.
pub(super) async fn all(readers: impl PgExecutor<'_>) -> Result<Vec<Erasure>, StoreError> {
    sqlx::query(ALL).fetch_all(readers).await?.iter().map(erasure).collect()
}

/// Returns the number of erasures.
pub(super) async fn count(readers: impl PgExecutor<'_>) -> Result<i64, StoreError> {
    Ok(sqlx::query("SELECT count(*) FROM erasures").fetch_one(readers).await?.try_get(0)?)
}

/// Returns the people whose erasure is not finished.
pub(super) async fn unfinished(readers: impl PgExecutor<'_>) -> Result<Vec<UserId>, StoreError> {
    let rows = sqlx::query("SELECT user_id FROM erasures WHERE NOT is_finished ORDER BY user_id");
    rows.fetch_all(readers).await?.iter().map(|row| Ok(UserId(row.try_get(0)?))).collect()
}

/// Notes that the erasures of these people are finished.
pub(super) async fn finish(pool: &PgPool, users: &[UserId]) -> Result<(), StoreError> {
    let finish = sqlx::query("UPDATE erasures SET is_finished = TRUE WHERE user_id = ANY($1)");
    let users: Vec<i64> = users.iter().map(|user| user.0).collect();
    finish.bind(users).execute(pool).await?;
    Ok(())
}

/// Returns whether a person was erased.
pub(super) async fn is_erased(readers: impl PgExecutor<'_>, user: UserId) -> Result<bool, StoreError> {
    let query = sqlx::query("SELECT EXISTS (SELECT 1 FROM erasures WHERE user_id = $1)").bind(user.0);
    Ok(query.fetch_one(readers).await?.try_get(0)?)
}

/// Returns the streams of a kind that have an event of this type.
pub(super) async fn streams_with(
    readers: impl PgExecutor<'_>,
    kind: StreamKind,
    event_type: &str,
) -> Result<Vec<i64>, StoreError> {
    let query = "SELECT DISTINCT stream_id FROM events WHERE stream_kind = $1 AND event_type = $2 ORDER BY stream_id";
    let rows = sqlx::query(query).bind(kind.name()).bind(event_type).fetch_all(readers).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

/// Inserts erasures of a backup, and those of the list whose people are in it. All of them are unfinished.
pub(super) async fn restore(connection: &mut PgConnection, erasures: &[Erasure]) -> Result<(), StoreError> {
    for Erasure { user_id, erased_at, log_id, .. } in erasures {
        erase(connection, *user_id, erased_at.timestamp_micros(), Some(log_id)).await?;
    }
    Ok(())
}

/// Returns those erasures of a list whose people are in the restored log, which had this id.
pub(super) async fn that_apply(
    connection: &mut PgConnection,
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
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Option<(Position, EventHash)>, StoreError> {
    let query =
        sqlx::query("SELECT position, hash FROM events WHERE stream_kind = 'user' AND stream_id = $1 AND version = 1");
    let row = query.bind(user.0).fetch_optional(connection).await?;
    row.map(|row| Ok((Position(row.try_get(0)?), event_hash(row.try_get(1)?)?))).transpose()
}

/// Writes the tables with personal data into new files. A plain `VACUUM` would leave the bytes of deleted rows in the
/// pages until other rows overwrite them.
pub(super) async fn rewrite(options: &PgConnectOptions) -> Result<(), StoreError> {
    let mut connection = connect(options).await?;
    let tables = "VACUUM (FULL, ANALYZE) claims, idempotent_answers, passwords, person_keys".to_owned();
    vacuum(&mut connection, tables).await?;
    Ok(connection.close().await?)
}
