//! Counters of attempts at passwords, and the addresses at which people entered the right one.
//!
//! If the connection to a server is lost before the answer, the write is repeated: an attempt may count twice.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::events::number;
use super::store::{LogStore, shown};
use super::tables::LogTables;
use crate::StoreError;
use crate::attempts::{Attempt, CounterId, SignIn};
use crate::events::SignInAttempts;
use crate::sql::{Sql, sql};
use crate::tables::Purpose;

#[async_trait]
impl<T: LogTables> SignInAttempts for LogStore<T> {
    async fn count_attempt(&self, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.appending()?;
        // A refused attempt only costs a read.
        if let Some(until) = refused(&mut shown(self), attempt).await? {
            return Ok(Some(until));
        }
        if self.tables.repeated(|| is_counted(&*self.tables, attempt)).await? {
            return Ok(None);
        }
        let until = refused(&mut shown(self), attempt).await?;
        Ok(Some(until.unwrap_or(attempt.at)))
    }

    async fn note_sign_in(&self, sign_in: &SignIn) -> Result<(), StoreError> {
        self.tables.repeated(|| succeeded(&*self.tables, sign_in)).await
    }

    async fn is_known_origin(&self, origin: &CounterId, since: DateTime<Utc>) -> Result<bool, StoreError> {
        let query = sql("SELECT 1 FROM sign_in_origins WHERE origin = $1 AND used_at >= $2");
        let query = query.bind(&origin[..]).bind(since.timestamp());
        Ok(shown(self).first(query, |_| Ok(())).await?.is_some())
    }

    async fn forget_attempts(&self, begun: DateTime<Utc>, last_used: DateTime<Utc>) -> Result<u64, StoreError> {
        let (mut writer, mut forgotten) = (self.tables.direct(Purpose::Write), 0);
        for (delete, before) in [
            ("DELETE FROM sign_in_attempts WHERE since < $1", begun),
            ("DELETE FROM sign_in_origins WHERE used_at < $1", last_used),
        ] {
            forgotten += writer.execute(sql(delete).bind(before.timestamp())).await?;
        }
        Ok(forgotten)
    }
}

/// Counts an attempt at all its counters, or at none.
async fn is_counted<T: LogTables>(tables: &T, attempt: &Attempt) -> Result<bool, StoreError> {
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
async fn refused(connection: &mut impl Sql, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError> {
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
async fn succeeded<T: LogTables>(tables: &T, sign_in: &SignIn) -> Result<(), StoreError> {
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
