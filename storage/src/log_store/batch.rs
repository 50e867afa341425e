//! What a batch of requests writes, in the transaction in which it was decided, and how it is found again.

use super::{deliveries, erasures, pictures};
use crate::StoreError;
use crate::append::admission::Plan;
use crate::log_rows::{ANSWERS, CLAIMS, EVENTS, PERSON_KEYS, answer_row, claim_row, event_row, person_key_row};
use crate::sql::{Row, Sql, sql};

/// Writes a plan, and moves the head of the log to its last event. Answers are recorded in this hour.
pub(crate) async fn write<C: Sql>(connection: &mut C, plan: &Plan<'_>, hour: i64) -> Result<(), StoreError> {
    // Before erasures, which delete messages to the person.
    deliveries::insert(connection, &plan.outbox, None).await?;
    for (user, at) in &plan.erased {
        erasures::erase(connection, *user, *at, None).await?;
    }
    pictures::note_uses(connection, &plan.pictures).await?;
    let with_hour = |mut row: Row| {
        row.push(hour.into());
        row
    };
    for (table, rows) in [
        (PERSON_KEYS, plan.keys.iter().map(|(user, key)| person_key_row(*user, Some(key))).collect()),
        (CLAIMS, plan.claims.iter().map(|claim| claim_row(claim)).collect()),
        (ANSWERS, plan.answers.iter().map(|answer| with_hour(answer_row(answer))).collect()),
        (EVENTS, plan.events.iter().map(event_row).collect::<Result<_, _>>()?),
    ] {
        connection.insert(&table, rows).await?;
    }
    // A process of an older version, which may run during an upgrade, compares this number: a batch without events leaves
    // the position as it was.
    let changes = C::pick("", ", changes = changes + 1");
    let advance = sql("UPDATE log_head SET position = $1").then(changes);
    connection.execute(advance.bind(plan.head.position.0)).await?;
    Ok(())
}

/// Whether the log contains a batch. A batch is written completely or not at all, so one row is enough.
pub(crate) async fn is_written(connection: &mut impl Sql, plan: &Plan<'_>) -> Result<bool, StoreError> {
    let query = if let Some(first) = plan.events.first() {
        let query = sql("SELECT 1 FROM events WHERE position = $1 AND hash = $2");
        query.bind(first.position.0).bind(first.hash.as_bytes())
    } else if let Some(answer) = plan.answers.first() {
        let query = sql("SELECT 1 FROM idempotent_answers WHERE owner = $1 AND client_key = $2
                         AND request_sha256 = $3 AND recorded_at = $4");
        let query = query.bind(answer.owner.as_str()).bind(answer.key.as_str()).bind(answer.request_sha256.as_str());
        query.bind(answer.recorded_at.timestamp_micros())
    } else if let Some(claim) = plan.claims.first() {
        let query = sql("SELECT 1 FROM claims WHERE scope = $1 AND name = $2 AND holder_kind = $3 AND holder_id = $4");
        let query = query.bind(claim.scope.as_str()).bind(claim.name.as_str());
        query.bind(claim.holder.kind.name()).bind(claim.holder.id)
    } else {
        return Ok(true);
    };
    Ok(connection.first(query, |_| Ok(())).await?.is_some())
}
