//! Counters of attempts at passwords, and the addresses at which people entered the right one.
//!
//! If a connection is lost before the answer, the write is repeated: an attempt may count twice.

use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::PgPool;

use super::retry::with_retries;
use crate::StoreError;
use crate::attempts::{Attempt, CounterId, SignIn};
use crate::transaction::Transaction;

const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED";

/// Counts an attempt at all its counters, or at none. In that case, returns when an attempt is allowed again.
pub(super) async fn count(
    readers: &PgPool,
    writer: &PgPool,
    attempt: &Attempt,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    // A refused attempt only costs a read.
    if let Some(until) = refused(readers, attempt).await? {
        return Ok(Some(until));
    }
    if with_retries(|| is_counted(writer, attempt)).await? {
        return Ok(None);
    }
    let until = refused(readers, attempt).await?;
    Ok(Some(until.unwrap_or(attempt.at)))
}

async fn is_counted(writer: &PgPool, attempt: &Attempt) -> Result<bool, StoreError> {
    let (after, now) = attempt.running();
    let mut transaction = Transaction::begin(writer, BEGIN).await?;
    for limit in attempt.sorted() {
        let count = sqlx::query(
            "INSERT INTO sign_in_attempts AS known (counter, since, attempts) VALUES ($1, $2, 1)
             ON CONFLICT (counter) DO UPDATE SET
                 attempts = CASE WHEN known.since > $3 AND known.since <= $2 THEN known.attempts + 1 ELSE 1 END,
                 since = CASE WHEN known.since > $3 AND known.since <= $2 THEN known.since ELSE $2 END
             WHERE known.attempts < $4 OR known.since <= $3 OR known.since > $2",
        );
        let count = count.bind(&limit.counter[..]).bind(now).bind(after).bind(limit.limit);
        if count.execute(&mut *transaction).await?.rows_affected() == 0 {
            transaction.rollback().await?;
            return Ok(false);
        }
    }
    transaction.commit().await?;
    Ok(true)
}

/// Returns until when the attempt is refused, if it is.
async fn refused(readers: &PgPool, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError> {
    let (after, now) = attempt.running();
    with_retries(|| async {
        let mut until = None;
        for limit in &attempt.limits {
            let full = sqlx::query(
                "SELECT since FROM sign_in_attempts
                 WHERE counter = $1 AND attempts >= $2 AND since > $3 AND since <= $4",
            );
            let full = full.bind(&limit.counter[..]).bind(limit.limit).bind(after).bind(now);
            let since: Option<i64> = full.fetch_optional(readers).await?.map(|row| row.try_get(0)).transpose()?;
            until = until.max(since.map(|since| attempt.over(since)));
        }
        Ok(until)
    })
    .await
}

/// Removes an attempt with the right password from the counters, and remembers its address.
pub(super) async fn succeeded(writer: &PgPool, sign_in: &SignIn) -> Result<(), StoreError> {
    with_retries(|| async {
        let mut transaction = Transaction::begin(writer, BEGIN).await?;
        // One statement, so that rows are locked in the same order as by attempts.
        let take_back = sqlx::query(
            "WITH known AS (SELECT counter FROM sign_in_attempts WHERE counter = ANY ($1) OR counter = $2
                            ORDER BY counter FOR UPDATE)
             UPDATE sign_in_attempts AS it
             SET attempts = CASE WHEN it.counter = $2 THEN 0 ELSE GREATEST(it.attempts - 1, 0) END
             FROM known WHERE it.counter = known.counter",
        );
        let taken_back: Vec<Vec<u8>> = sign_in.sorted().iter().map(|counter| counter.to_vec()).collect();
        take_back.bind(taken_back).bind(&sign_in.reset[..]).execute(&mut *transaction).await?;
        let origin = sqlx::query(
            "INSERT INTO sign_in_origins (origin, used_at) VALUES ($1, $2)
             ON CONFLICT (origin) DO UPDATE SET used_at = excluded.used_at",
        );
        origin.bind(&sign_in.origin[..]).bind(sign_in.at.timestamp()).execute(&mut *transaction).await?;
        transaction.commit().await
    })
    .await
}

/// Whether a person has signed in from an address since a time.
pub(super) async fn is_known(readers: &PgPool, origin: &CounterId, since: DateTime<Utc>) -> Result<bool, StoreError> {
    with_retries(|| async {
        let query = sqlx::query("SELECT 1 FROM sign_in_origins WHERE origin = $1 AND used_at >= $2");
        Ok(query.bind(&origin[..]).bind(since.timestamp()).fetch_optional(readers).await?.is_some())
    })
    .await
}

/// Deletes counters that began, and addresses that were last used, before these times.
pub(super) async fn forget(writer: &PgPool, begun: DateTime<Utc>, last_used: DateTime<Utc>) -> Result<u64, StoreError> {
    with_retries(|| async {
        let mut forgotten = 0;
        for (delete, before) in [
            ("DELETE FROM sign_in_attempts WHERE since < $1", begun),
            ("DELETE FROM sign_in_origins WHERE used_at < $1", last_used),
        ] {
            forgotten += sqlx::query(delete).bind(before.timestamp()).execute(writer).await?.rows_affected();
        }
        Ok(forgotten)
    })
    .await
}
