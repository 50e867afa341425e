//! Copies the events of an older log into the table with hashes, and encrypts personal data. After an interruption it
//! continues: each step is a transaction, and the newest copied event marks the place.

use proto_events::EventHash;
use serde::Serialize;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteExecutor};

use super::log_inserts::{insert_events, insert_keys};
use super::person_keys;
use super::rows::json_rows;
use super::script::Script;
use super::writer::Writer;
use crate::StoreError;
use crate::checksum;
use crate::columns::event_hash;
use crate::log_rows::{unchecked_answer, unchecked_claim, unchecked_password, unsealed_event};
use crate::sealing::{Sealer, people_of, usable};

/// Events copied in a transaction.
const STEP: i64 = 2_000;
/// Rows of other tables updated in a statement.
const ROWS: usize = 500;

/// Copies the remaining events of an older log.
pub(super) async fn seal_log(writer: &Writer) -> Result<(), StoreError> {
    let mut transaction = writer.transaction().await?;
    let last =
        sqlx::query("SELECT coalesce(max(position), 0) FROM events_unsealed").fetch_one(&mut *transaction).await?;
    let last: i64 = last.try_get(0)?;
    transaction.rollback().await?;
    if last > 0 {
        tracing::info!(events = last, "converting an older log: adding hashes and encrypting personal data");
    }
    while copy_step(writer).await? {}
    let mut transaction = writer.transaction().await?;
    sum_claims(&mut transaction).await?;
    sum_answers(&mut transaction).await?;
    sum_passwords(&mut transaction).await?;
    sqlx::query("DROP TABLE events_unsealed").execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Whether all events are in the table with hashes.
pub(super) async fn is_sealed(reader: impl SqliteExecutor<'_>) -> Result<bool, StoreError> {
    let query = sqlx::query("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'events_unsealed'");
    Ok(query.fetch_one(reader).await?.try_get::<i64, _>(0)? == 0)
}

/// Copies some events. Returns whether there may be more.
async fn copy_step(writer: &Writer) -> Result<bool, StoreError> {
    let mut transaction = writer.transaction().await?;
    let newest = sqlx::query("SELECT position, hash FROM events ORDER BY position DESC LIMIT 1");
    let (after, hash) = match newest.fetch_optional(&mut *transaction).await? {
        Some(row) => (row.try_get(0)?, event_hash(row.try_get(1)?)?),
        None => (0, EventHash::START),
    };
    let rows = sqlx::query(
        "SELECT position, stream_kind, stream_id, version, organization_id, occurred_at, recorded_at, actor, event_type,
         schema, payload, traceparent FROM events_unsealed WHERE position > ?1 ORDER BY position LIMIT ?2",
    );
    let rows = rows.bind::<i64>(after).bind(STEP).fetch_all(&mut *transaction).await?;
    let mut events = rows.iter().map(unsealed_event).collect::<Result<Vec<_>, _>>()?;
    let known = person_keys::load(&mut *transaction, &people_of(&events)).await?;
    let mut sealer = Sealer::behind(hash, usable(known)?);
    let mut new_keys = Vec::new();
    for event in &mut events {
        new_keys.extend(sealer.seal(event)?);
    }
    for events in events.chunks(ROWS) {
        insert_events(&mut transaction, events).await?;
    }
    let mut script = Script::default();
    insert_keys(&mut script, &new_keys.iter().collect::<Vec<_>>());
    script.run(&mut transaction).await?;
    transaction.commit().await?;
    Ok(!events.is_empty())
}

async fn sum_claims(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT scope, name, holder_kind, holder_id FROM claims WHERE checksum IS NULL");
    let rows = rows.fetch_all(&mut *connection).await?;
    let sums = rows.iter().map(|row| {
        let claim = unchecked_claim(row)?;
        let sum = checksum::of_claim(&claim);
        Ok((claim.scope, claim.name, sum))
    });
    let update = "UPDATE claims SET checksum = sum.value ->> 2 FROM json_each(?1) AS sum
                  WHERE scope = sum.value ->> 0 AND name = sum.value ->> 1";
    write_sums(connection, update, &sums.collect::<Result<Vec<_>, StoreError>>()?).await
}

async fn sum_answers(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "SELECT owner, client_key, request_sha256, response, recorded_at FROM idempotent_answers WHERE checksum IS NULL",
    );
    let rows = rows.fetch_all(&mut *connection).await?;
    let sums = rows.iter().map(|row| {
        let answer = unchecked_answer(row)?;
        let sum = checksum::of_answer(&answer);
        Ok((answer.owner, answer.key, sum))
    });
    let update = "UPDATE idempotent_answers SET checksum = sum.value ->> 2 FROM json_each(?1) AS sum
                  WHERE owner = sum.value ->> 0 AND client_key = sum.value ->> 1";
    write_sums(connection, update, &sums.collect::<Result<Vec<_>, StoreError>>()?).await
}

async fn sum_passwords(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT password_id, user_id, hash FROM passwords WHERE checksum IS NULL");
    let rows = rows.fetch_all(&mut *connection).await?;
    let sums = rows.iter().map(|row| {
        let password = unchecked_password(row)?;
        Ok((password.id.0, checksum::of_password(&password)))
    });
    let update = "UPDATE passwords SET checksum = sum.value ->> 1 FROM json_each(?1) AS sum
                  WHERE password_id = sum.value ->> 0";
    write_sums(connection, update, &sums.collect::<Result<Vec<_>, StoreError>>()?).await
}

/// Writes checksums with a statement that takes JSON rows. Each row has the key columns followed by the checksum.
async fn write_sums<T: Serialize>(
    connection: &mut SqliteConnection,
    update: &'static str,
    sums: &[T],
) -> Result<(), StoreError> {
    for sums in sums.chunks(ROWS) {
        sqlx::query(update).bind(json_rows(sums)?).execute(&mut *connection).await?;
    }
    Ok(())
}
