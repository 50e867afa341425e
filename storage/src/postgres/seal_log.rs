//! Copies the events of an older log into the table with hashes, and encrypts personal data. After an interruption it
//! continues: each step is a transaction under the counter's lock, and the newest copied event marks the place. Several
//! processes may do so at once.

use proto_events::EventHash;
use sqlx::postgres::PgConnection;
use sqlx::{Executor, Row};

use super::event_batch::{column, insert_recorded};
use super::person_keys;
use crate::StoreError;
use crate::checksum;
use crate::columns::event_hash;
use crate::log_rows::{unchecked_answer, unchecked_claim, unchecked_password, unsealed_event};
use crate::sealing::{Sealer, people_of, usable};

/// Events copied in a transaction.
const STEP: i64 = 2_000;

async fn is_unsealed(connection: &mut PgConnection) -> Result<bool, StoreError> {
    // Asks the catalogue itself: `to_regclass` alone may return a table that another process has just dropped.
    let query = sqlx::query("SELECT EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('events_unsealed'))");
    Ok(query.fetch_one(connection).await?.try_get(0)?)
}

/// Refuses a log that is still being copied.
pub(super) async fn expect_sealed(connection: &mut PgConnection) -> Result<(), StoreError> {
    if is_unsealed(connection).await? {
        let why = "the log is being converted to this version; try again when the process with the role `write-api` has started";
        return Err(StoreError::Unsupported(why.into()));
    }
    Ok(())
}

/// Copies the remaining events of an older log; does nothing for a current one. After an error, the connection may be
/// in a transaction and must be closed.
pub(super) async fn seal_log(connection: &mut PgConnection) -> Result<(), StoreError> {
    let mut is_announced = false;
    while is_unsealed(connection).await? {
        connection.execute("BEGIN").await?;
        sqlx::query("SELECT position FROM log_head FOR UPDATE").execute(&mut *connection).await?;
        // Another process may have copied the last events while this one waited for the lock.
        if is_unsealed(connection).await? {
            let copied = copy_step(connection).await?;
            if copied == 0 {
                finish(connection).await?;
            } else if !std::mem::replace(&mut is_announced, true) {
                tracing::info!("converting an older log: adding hashes and encrypting personal data");
            }
        }
        connection.execute("COMMIT").await?;
    }
    Ok(())
}

/// Copies some events. Returns how many.
async fn copy_step(connection: &mut PgConnection) -> Result<usize, StoreError> {
    let newest = sqlx::query("SELECT position, hash FROM events ORDER BY position DESC LIMIT 1");
    let (after, hash) = match newest.fetch_optional(&mut *connection).await? {
        Some(row) => (row.try_get(0)?, event_hash(row.try_get(1)?)?),
        None => (0, EventHash::START),
    };
    let rows = sqlx::query(
        "SELECT position, stream_kind, stream_id, version, organization_id, occurred_at, recorded_at, actor, event_type,
         schema, payload, traceparent FROM events_unsealed WHERE position > $1 ORDER BY position LIMIT $2",
    );
    let rows = rows.bind::<i64>(after).bind(STEP).fetch_all(&mut *connection).await?;
    let mut events = rows.iter().map(unsealed_event).collect::<Result<Vec<_>, _>>()?;
    let known = person_keys::load(&mut *connection, &people_of(&events)).await?;
    let mut sealer = Sealer::behind(hash, usable(known)?);
    let mut new_keys = Vec::new();
    for event in &mut events {
        new_keys.extend(sealer.seal(event)?);
    }
    insert_recorded(connection, &events).await?;
    person_keys::insert(connection, &new_keys).await?;
    Ok(events.len())
}

/// Adds checksums and deletes the old table.
async fn finish(connection: &mut PgConnection) -> Result<(), StoreError> {
    sum_claims(connection).await?;
    sum_answers(connection).await?;
    sum_passwords(connection).await?;
    sqlx::query("DROP TABLE events_unsealed").execute(connection).await?;
    Ok(())
}

async fn sum_claims(connection: &mut PgConnection) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT scope, name, holder_kind, holder_id FROM claims WHERE checksum IS NULL");
    let rows = rows.fetch_all(&mut *connection).await?;
    let claims = rows.iter().map(unchecked_claim).collect::<Result<Vec<_>, _>>()?;
    let update = "UPDATE claims SET checksum = sum.value FROM UNNEST($1::text[], $2::text[], $3::bigint[])
                  AS sum (scope, name, value) WHERE claims.scope = sum.scope AND claims.name = sum.name";
    let update = sqlx::query(update)
        .bind(column(&claims, |claim| claim.scope.as_str()))
        .bind(column(&claims, |claim| claim.name.as_str()))
        .bind(column(&claims, checksum::of_claim));
    update.execute(connection).await?;
    Ok(())
}

async fn sum_answers(connection: &mut PgConnection) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "SELECT owner, client_key, request_sha256, response, recorded_at FROM idempotent_answers WHERE checksum IS NULL",
    );
    let rows = rows.fetch_all(&mut *connection).await?;
    let answers = rows.iter().map(unchecked_answer).collect::<Result<Vec<_>, _>>()?;
    let update = "UPDATE idempotent_answers AS answer SET checksum = sum.value
                  FROM UNNEST($1::text[], $2::text[], $3::bigint[]) AS sum (owner, client_key, value)
                  WHERE answer.owner = sum.owner AND answer.client_key = sum.client_key";
    let update = sqlx::query(update)
        .bind(column(&answers, |answer| answer.owner.as_str()))
        .bind(column(&answers, |answer| answer.key.as_str()))
        .bind(column(&answers, checksum::of_answer));
    update.execute(connection).await?;
    Ok(())
}

async fn sum_passwords(connection: &mut PgConnection) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT password_id, user_id, hash FROM passwords WHERE checksum IS NULL");
    let rows = rows.fetch_all(&mut *connection).await?;
    let passwords = rows.iter().map(unchecked_password).collect::<Result<Vec<_>, _>>()?;
    let update = "UPDATE passwords SET checksum = sum.value FROM UNNEST($1::bigint[], $2::bigint[]) AS sum (id, value)
                  WHERE passwords.password_id = sum.id";
    let update = sqlx::query(update)
        .bind(column(&passwords, |password| password.id.0))
        .bind(column(&passwords, checksum::of_password));
    update.execute(connection).await?;
    Ok(())
}
