//! Counters of attempts at passwords.

use chrono::{DateTime, Utc};

use super::events::number;
use super::store::LogTables;
use crate::StoreError;
use crate::attempts::{Attempt, SignIn};
use crate::sql::{Sql, sql};

/// Counts an attempt at all its counters, or at none.
pub(super) async fn is_counted<T: LogTables>(tables: &T, attempt: &Attempt) -> Result<bool, StoreError> {
    let (after, now) = attempt.running();
    let mut transaction = tables.transaction().await?;
    for limit in attempt.sorted() {
        let count = sql("INSERT INTO sign_in_attempts AS known (counter, since, attempts) VALUES ($1, $2, 1)
             ON CONFLICT (counter) DO UPDATE SET
                 attempts = CASE WHEN known.since > $3 AND known.since <= $2 THEN known.attempts + 1 ELSE 1 END,
                 since = CASE WHEN known.since > $3 AND known.since <= $2 THEN known.since ELSE $2 END
             WHERE known.attempts < $4 OR known.since <= $3 OR known.since > $2");
        let count = count.bind(&limit.counter[..]).bind(now).bind(after).bind(limit.limit);
        if transaction.execute(count).await? == 0 {
            transaction.rollback().await?;
            return Ok(false);
        }
    }
    transaction.commit().await?;
    Ok(true)
}

/// Returns until when the attempt is refused, if it is.
pub(super) async fn refused(connection: &mut impl Sql, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError> {
    let (after, now) = attempt.running();
    let mut until = None;
    for limit in &attempt.limits {
        let full = sql("SELECT since FROM sign_in_attempts
                        WHERE counter = $1 AND attempts >= $2 AND since > $3 AND since <= $4");
        let full = full.bind(&limit.counter[..]).bind(limit.limit).bind(after).bind(now);
        let since = connection.first(full, number).await?;
        until = until.max(since.map(|since| attempt.over(since)));
    }
    Ok(until)
}

/// Removes an attempt with the right password from the counters, and remembers its address. Rows are locked in the same
/// order as by attempts.
pub(super) async fn succeeded<T: LogTables>(tables: &T, sign_in: &SignIn) -> Result<(), StoreError> {
    let mut transaction = tables.transaction().await?;
    for counter in sign_in.sorted() {
        let change = if counter == sign_in.reset {
            "DELETE FROM sign_in_attempts WHERE counter = $1"
        } else {
            "UPDATE sign_in_attempts SET attempts = attempts - 1 WHERE counter = $1 AND attempts > 0"
        };
        transaction.execute(sql(change).bind(&counter[..])).await?;
    }
    let origin = sql("INSERT INTO sign_in_origins (origin, used_at) VALUES ($1, $2)
                      ON CONFLICT (origin) DO UPDATE SET used_at = excluded.used_at");
    transaction.execute(origin.bind(&sign_in.origin[..]).bind(sign_in.at.timestamp())).await?;
    transaction.commit().await
}
