//! Counters of attempts at passwords, and the addresses at which people entered the right one.

use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::sqlite::SqlitePool;

use super::writer::Writer;
use crate::StoreError;
use crate::attempts::{Attempt, CounterId, SignIn};

/// Counts an attempt at all its counters, or at none. In that case, returns when an attempt is allowed again.
pub(super) async fn count(
    readers: &SqlitePool,
    writer: &Writer,
    attempt: &Attempt,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    // A refused attempt only costs a read.
    if let Some(until) = refused(readers, attempt).await? {
        return Ok(Some(until));
    }
    let (after, now) = attempt.running();
    let mut transaction = writer.transaction().await?;
    for limit in attempt.sorted() {
        let count = sqlx::query(
            "INSERT INTO sign_in_attempts (counter, since, attempts) VALUES (?1, ?2, 1)
             ON CONFLICT (counter) DO UPDATE SET
                 attempts = CASE WHEN since > ?3 AND since <= ?2 THEN attempts + 1 ELSE 1 END,
                 since = CASE WHEN since > ?3 AND since <= ?2 THEN since ELSE ?2 END
             WHERE attempts < ?4 OR since <= ?3 OR since > ?2",
        );
        let count = count.bind(&limit.counter[..]).bind(now).bind(after).bind(limit.limit);
        if count.execute(&mut *transaction).await?.rows_affected() == 0 {
            transaction.rollback().await?;
            let until = refused(readers, attempt).await?;
            return Ok(Some(until.unwrap_or(attempt.at)));
        }
    }
    transaction.commit().await?;
    Ok(None)
}

/// Returns until when the attempt is refused, if it is.
async fn refused(readers: &SqlitePool, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError> {
    let (after, now) = attempt.running();
    let mut until = None;
    for limit in &attempt.limits {
        let full = sqlx::query(
            "SELECT since FROM sign_in_attempts WHERE counter = ?1 AND attempts >= ?2 AND since > ?3 AND since <= ?4",
        );
        let full = full.bind(&limit.counter[..]).bind(limit.limit).bind(after).bind(now);
        let since: Option<i64> = full.fetch_optional(readers).await?.map(|row| row.try_get(0)).transpose()?;
        until = until.max(since.map(|since| attempt.over(since)));
    }
    Ok(until)
}

/// Removes an attempt with the right password from the counters, and remembers its address.
pub(super) async fn succeeded(writer: &Writer, sign_in: &SignIn) -> Result<(), StoreError> {
    let mut transaction = writer.transaction().await?;
    let reset = sqlx::query("DELETE FROM sign_in_attempts WHERE counter = ?1").bind(&sign_in.reset[..]);
    reset.execute(&mut *transaction).await?;
    for counter in sign_in.sorted() {
        let query = sqlx::query("UPDATE sign_in_attempts SET attempts = MAX(attempts - 1, 0) WHERE counter = ?1");
        query.bind(&counter[..]).execute(&mut *transaction).await?;
    }
    let origin = sqlx::query(
        "INSERT INTO sign_in_origins (origin, used_at) VALUES (?1, ?2)
         ON CONFLICT (origin) DO UPDATE SET used_at = excluded.used_at",
    );
    origin.bind(&sign_in.origin[..]).bind(sign_in.at.timestamp()).execute(&mut *transaction).await?;
    transaction.commit().await
}

/// Whether a person has signed in from an address since a time.
pub(super) async fn is_known(
    readers: &SqlitePool,
    origin: &CounterId,
    since: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let query = sqlx::query("SELECT 1 FROM sign_in_origins WHERE origin = ?1 AND used_at >= ?2");
    Ok(query.bind(&origin[..]).bind(since.timestamp()).fetch_optional(readers).await?.is_some())
}

/// Deletes counters that began, and addresses that were last used, before these times.
pub(super) async fn forget(writer: &Writer, begun: DateTime<Utc>, last_used: DateTime<Utc>) -> Result<u64, StoreError> {
    let mut transaction = writer.transaction().await?;
    let mut forgotten = 0;
    for (delete, before) in [
        ("DELETE FROM sign_in_attempts WHERE since < ?1", begun),
        ("DELETE FROM sign_in_origins WHERE used_at < ?1", last_used),
    ] {
        forgotten += sqlx::query(delete).bind(before.timestamp()).execute(&mut *transaction).await?.rows_affected();
    }
    transaction.commit().await?;
    Ok(forgotten)
}
