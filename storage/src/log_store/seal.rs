//! Copies the events of an older log into the table with hashes, and encrypts personal data. After an interruption it
//! continues: each step is a transaction, and the newest copied event marks the place.

use proto_events::{EventHash, Recorded};

use super::{events, person_keys};
use crate::StoreError;
use crate::checksum;
use crate::columns::event_hash;
use crate::log_rows::{unchecked_answer, unchecked_claim, unchecked_password, unsealed_event};
use crate::sealing::{Sealer, people_of, usable};
use crate::sql::{Sql, StoreRow, sql};

/// Events copied in a transaction.
const STEP: i64 = 2_000;

/// Copies some events. Returns how many; none if all are copied.
pub(crate) async fn copy_step(connection: &mut impl Sql) -> Result<usize, StoreError> {
    let newest = sql("SELECT position, hash FROM events ORDER BY position DESC LIMIT 1");
    let (after, hash) = connection.first(newest, place).await?.unwrap_or((0, EventHash::START));
    let query =
        sql("SELECT position, stream_kind, stream_id, version, organization_id, occurred_at, recorded_at, actor,
         event_type, schema, payload, traceparent FROM events_unsealed WHERE position > $1 ORDER BY position LIMIT $2");
    let mut events: Vec<Recorded> = connection.all(query.bind(after).bind(STEP), unsealed_event).await?;
    let known = person_keys::load(connection, &people_of(&events)).await?;
    let mut sealer = Sealer::behind(hash, usable(known)?);
    let mut new_keys = Vec::new();
    for event in &mut events {
        new_keys.extend(sealer.seal(event)?);
    }
    events::insert(connection, &events).await?;
    person_keys::insert(connection, &new_keys).await?;
    Ok(events.len())
}

fn place(row: &impl StoreRow) -> Result<(i64, EventHash), StoreError> {
    Ok((row.column(0)?, event_hash(row.column(1)?)?))
}

/// Adds checksums and deletes the old table, when all events are copied.
pub(crate) async fn finish(connection: &mut impl Sql) -> Result<(), StoreError> {
    let query = sql("SELECT scope, name, holder_kind, holder_id FROM claims WHERE checksum IS NULL");
    for claim in connection.all(query, unchecked_claim).await? {
        let update = sql("UPDATE claims SET checksum = $3 WHERE scope = $1 AND name = $2");
        let update = update.bind(claim.scope.as_str()).bind(claim.name.as_str()).bind(checksum::of_claim(&claim));
        connection.execute(update).await?;
    }
    let query = sql("SELECT owner, client_key, request_sha256, response, recorded_at FROM idempotent_answers
                     WHERE checksum IS NULL");
    for answer in connection.all(query, unchecked_answer).await? {
        let update = sql("UPDATE idempotent_answers SET checksum = $3 WHERE owner = $1 AND client_key = $2");
        let update = update.bind(answer.owner.as_str()).bind(answer.key.as_str()).bind(checksum::of_answer(&answer));
        connection.execute(update).await?;
    }
    let query = sql("SELECT password_id, user_id, hash FROM passwords WHERE checksum IS NULL");
    for password in connection.all(query, unchecked_password).await? {
        let update = sql("UPDATE passwords SET checksum = $2 WHERE password_id = $1");
        connection.execute(update.bind(password.id.0).bind(password.checksum())).await?;
    }
    connection.execute(sql("DROP TABLE events_unsealed")).await?;
    Ok(())
}
