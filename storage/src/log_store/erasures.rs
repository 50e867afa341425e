//! Erasures of people.

use proto_events::ids::UserId;
use proto_events::{EventHash, Position};

use super::{deliveries, notifications};
use crate::StoreError;
use crate::columns::event_hash;
use crate::erasures::Erasure;
use crate::log_rows::{erasure, person_key_row};
use crate::sql::{Sql, Statement, StoreRow, sql};

/// Erases a person's key, and deletes the person's claims, passwords, messages and recorded answers. `log_id` is the log in which
/// the person was erased, if it is not this one.
pub(crate) async fn erase(
    connection: &mut impl Sql,
    user: UserId,
    at: i64,
    log_id: Option<&str>,
) -> Result<(), StoreError> {
    let erased = sql("INSERT INTO person_keys (user_id, key, checksum) VALUES ($1, $2, $3)
                      ON CONFLICT (user_id) DO UPDATE SET key = NULL, checksum = excluded.checksum");
    connection.execute(person_key_row(user, None).into_iter().fold(erased, Statement::bind)).await?;
    for delete in [
        "DELETE FROM claims WHERE holder_kind = 'user' AND holder_id = $1",
        "DELETE FROM passwords WHERE user_id = $1",
        "DELETE FROM idempotent_answers WHERE owner = 'user/' || CAST($1 AS BIGINT)
         OR response LIKE '%\"user\":' || CAST($1 AS BIGINT) || ',%'
         OR response LIKE '%\"user\":' || CAST($1 AS BIGINT) || '}%'",
    ] {
        connection.execute(sql(delete).bind(user.0)).await?;
    }
    deliveries::erase(connection, user.into()).await?;
    notifications::erase(connection, user).await?;
    let note = sql("INSERT INTO erasures (user_id, erased_at, log_id, registered_at, registered_hash, is_finished)
         SELECT $1, $2, coalesce($3, (SELECT log_id FROM log_head)), position, hash, FALSE FROM events
         WHERE stream_kind = 'user' AND stream_id = $1 AND version = 1 ON CONFLICT DO NOTHING");
    connection.execute(note.bind(user.0).bind(at).bind(log_id)).await?;
    Ok(())
}

pub(super) async fn all(connection: &mut impl Sql) -> Result<Vec<Erasure>, StoreError> {
    let query = sql("SELECT user_id, erased_at, log_id, registered_at, registered_hash FROM erasures ORDER BY user_id");
    connection.all(query, erasure).await
}

pub(super) async fn is_erased(connection: &mut impl Sql, user: UserId) -> Result<bool, StoreError> {
    let query = sql("SELECT 1 FROM erasures WHERE user_id = $1").bind(user.0);
    Ok(connection.first(query, |_| Ok(())).await?.is_some())
}

/// Erases people again in a restored log. Their erasures are unfinished.
pub(super) async fn restore(connection: &mut impl Sql, erasures: &[Erasure]) -> Result<(), StoreError> {
    for Erasure { user_id, erased_at, log_id, .. } in erasures {
        erase(connection, *user_id, erased_at.timestamp_micros(), Some(log_id)).await?;
    }
    Ok(())
}

/// Returns those erasures of a list whose people are in the restored log, which had this id.
pub(super) async fn that_apply(
    connection: &mut impl Sql,
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

async fn registration(connection: &mut impl Sql, user: UserId) -> Result<Option<(Position, EventHash)>, StoreError> {
    let query = sql("SELECT position, hash FROM events WHERE stream_kind = 'user' AND stream_id = $1 AND version = 1");
    connection.first(query.bind(user.0), |row| Ok((Position(row.column(0)?), event_hash(row.column(1)?)?))).await
}
