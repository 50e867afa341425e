//! The statements of webhooks. PostgreSQL locks rows, which SQLite need not: it has one writer at a time.
//!
//! Transactions lock in this order: progress, queues, deliveries, webhooks. Each write may be repeated, because the
//! connection to a server may be lost before its answer.

use chrono::{DateTime, Utc};
use proto_events::ids::WebhookId;

use super::events::number;
use super::store::LogTables;
use crate::StoreError;
use crate::sql::{Sql, Statement, Value, sql};
use crate::webhooks::{
    self, ClaimedQueues, Delivery, DeliveryState, FailingWebhook, NextAttempt, QueueClaim, SettledAttempt,
    SettledQueue, StoredWebhookSecret, WebhookEndpoint, WebhookMessage, WebhookStep,
};

/// Returns a query for deliveries.
pub(super) fn select_deliveries(rest: &str) -> Statement {
    sql(format!(
        "SELECT delivery_id, webhook_id, organization_id, tournament_id, position, event_type, message_id, occurred_at,
         recorded_at, round_id, match_id, registration_id, state, attempts, failures, last_attempt_at, last_status,
         last_error FROM webhook_deliveries {rest}"
    ))
}

/// Returns a query for webhooks.
pub(super) fn select_endpoints(rest: &str) -> Statement {
    sql(format!(
        "SELECT webhook_id, organization_id, url, event_types, enabled, secret_id, previous_secret_id, previous_until
         FROM webhook_endpoints {rest}"
    ))
}

/// Writes a secret. Writing the same one again changes nothing.
pub(super) async fn put_secret(connection: &mut impl Sql, secret: &StoredWebhookSecret) -> Result<(), StoreError> {
    let insert = sql("INSERT INTO webhook_secrets (secret_id, webhook_id, secret, checksum) VALUES ($1, $2, $3, $4)
                      ON CONFLICT (secret_id) DO NOTHING");
    let insert = insert.bind(secret.id.0).bind(secret.webhook_id.0).bind(secret.secret.as_str());
    connection.execute(insert.bind(secret.checksum())).await?;
    Ok(())
}

/// Makes a restored log silent up to its end.
pub(super) async fn begin_silently(connection: &mut impl Sql, head: i64) -> Result<(), StoreError> {
    let update = sql("UPDATE webhook_progress SET position = 0, silent_until = $1 WHERE id = 1");
    connection.execute(update.bind(head)).await?;
    Ok(())
}

/// Stores the result of some events, unless another process was first.
pub(super) async fn advance<T: LogTables>(tables: &T, step: &WebhookStep) -> Result<bool, StoreError> {
    let mut transaction = tables.transaction().await?;
    let is_next = write_step(&mut *transaction, step).await?;
    transaction.commit().await?;
    Ok(is_next)
}

async fn write_step<C: Sql>(connection: &mut C, step: &WebhookStep) -> Result<bool, StoreError> {
    let progress = sql("SELECT position FROM webhook_progress WHERE id = 1").then(C::pick("", " FOR UPDATE"));
    if connection.one(progress, number).await? != step.from.0 {
        return Ok(false);
    }
    insert_messages(connection, step).await?;
    for endpoint in &step.endpoints {
        if !endpoint.enabled {
            give_up(connection, endpoint.webhook_id).await?;
        }
        put_endpoint(connection, endpoint).await?;
    }
    for id in &step.removed {
        give_up(connection, *id).await?;
        for delete in
            ["DELETE FROM webhook_endpoints WHERE webhook_id = $1", "DELETE FROM webhook_secrets WHERE webhook_id = $1"]
        {
            connection.execute(sql(delete).bind(id.0)).await?;
        }
    }
    let update = sql("UPDATE webhook_progress SET position = $1 WHERE id = 1");
    connection.execute(update.bind(step.to.0)).await?;
    Ok(true)
}

async fn insert_messages(connection: &mut impl Sql, step: &WebhookStep) -> Result<(), StoreError> {
    let queues = step.messages.iter().map(|message| (message.webhook_id, message.tournament_id));
    let mut queues: Vec<_> = queues.collect();
    queues.sort_unstable();
    queues.dedup();
    for (webhook_id, tournament_id) in queues {
        // The update changes nothing. It locks the queue, so that it is not deleted as empty.
        let queue = sql("INSERT INTO webhook_queues (webhook_id, tournament_id, due_at) VALUES ($1, $2, $3)
             ON CONFLICT (webhook_id, tournament_id) DO UPDATE SET due_at = webhook_queues.due_at");
        let queue = queue.bind(webhook_id.0).bind(tournament_id.0).bind(step.now.timestamp_micros());
        connection.execute(queue).await?;
    }
    let row = |message: &WebhookMessage| -> Vec<Value> {
        vec![
            message.webhook_id.0.into(),
            message.organization_id.0.into(),
            message.tournament_id.0.into(),
            message.position.0.into(),
            message.event_type.wire_name().into(),
            message.message_id.as_str().into(),
            message.occurred_at.timestamp_micros().into(),
            message.recorded_at.timestamp_micros().into(),
            message.round_id.map(|id| id.0).into(),
            message.match_id.map(|id| id.0).into(),
            message.registration_id.map(|id| id.0).into(),
            DeliveryState::Pending.code().into(),
            0_i64.into(),
            0_i64.into(),
        ]
    };
    let into = "webhook_deliveries (webhook_id, organization_id, tournament_id, position, event_type, message_id, \
                occurred_at, recorded_at, round_id, match_id, registration_id, state, attempts, failures)";
    let conflict = " ON CONFLICT (webhook_id, position, event_type) DO NOTHING";
    connection.insert(into, step.messages.iter().map(row).collect(), conflict).await
}

async fn put_endpoint(connection: &mut impl Sql, endpoint: &WebhookEndpoint) -> Result<(), StoreError> {
    let put = sql("INSERT INTO webhook_endpoints (webhook_id, organization_id, url, event_types, enabled, secret_id,
                                        previous_secret_id, previous_until)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (webhook_id) DO UPDATE SET url = excluded.url, event_types = excluded.event_types,
             failing_since = CASE WHEN webhook_endpoints.enabled = excluded.enabled
                                       AND webhook_endpoints.url = excluded.url
                                  THEN webhook_endpoints.failing_since END,
             paused_until = CASE WHEN webhook_endpoints.url = excluded.url
                                 THEN webhook_endpoints.paused_until ELSE 0 END,
             enabled = excluded.enabled, secret_id = excluded.secret_id,
             previous_secret_id = excluded.previous_secret_id, previous_until = excluded.previous_until");
    let put = put.bind(endpoint.webhook_id.0).bind(endpoint.organization_id.0).bind(endpoint.url.as_str());
    let put = put.bind(&*webhooks::stored_types(&endpoint.event_types)).bind(i64::from(endpoint.enabled));
    let put = put.bind(endpoint.secret_id.0).bind(endpoint.previous_secret.map(|(id, _)| id.0));
    let until = endpoint.previous_secret.map(|(_, until)| until.timestamp_micros());
    connection.execute(put.bind(until)).await?;
    Ok(())
}

/// Ends the attempts of all pending messages of a webhook.
async fn give_up(connection: &mut impl Sql, id: WebhookId) -> Result<(), StoreError> {
    for statement in [
        "DELETE FROM webhook_queues WHERE webhook_id = $1",
        "UPDATE webhook_deliveries SET state = 2 WHERE webhook_id = $1 AND state = 0",
    ] {
        connection.execute(sql(statement).bind(id.0)).await?;
    }
    Ok(())
}

/// Takes queues of a webhook.
pub(super) async fn claim<T: LogTables>(tables: &T, claim: &QueueClaim) -> Result<Option<ClaimedQueues>, StoreError> {
    let mut transaction = tables.transaction().await?;
    let queues = claimed(&mut *transaction, claim).await?;
    let webhook = claim.webhook_id.0;
    let endpoint = select_endpoints("WHERE webhook_id = $1 AND enabled = 1").bind(webhook);
    let endpoint = transaction.first(endpoint, webhooks::endpoint).await?;
    let secrets = sql("SELECT secret_id, webhook_id, secret, checksum FROM webhook_secrets WHERE webhook_id = $1");
    let secrets = transaction.all(secrets.bind(webhook), webhooks::secret).await?;
    transaction.commit().await?;
    Ok(endpoint.map(|endpoint| ClaimedQueues { endpoint, secrets, queues }))
}

/// Returns the messages of the queues that are taken.
async fn claimed<C: Sql>(connection: &mut C, claim: &QueueClaim) -> Result<Vec<Vec<Delivery>>, StoreError> {
    let due = sql("SELECT tournament_id FROM webhook_queues WHERE webhook_id = $1 AND due_at <= $2
                   AND claimed_until <= $2 ORDER BY due_at LIMIT $3");
    let due = due.bind(claim.webhook_id.0).bind(claim.now.timestamp_micros()).bind(claim.queues);
    let mut claimed = Vec::new();
    for tournament in connection.all(due.then(C::pick("", " FOR UPDATE SKIP LOCKED")), number).await? {
        let queue = (claim.webhook_id, tournament);
        let messages = pending(connection, queue, claim.messages).await?;
        if messages.is_empty() {
            delete_queue(connection, queue).await?;
            continue;
        }
        let take = sql("UPDATE webhook_queues SET claimed_until = $3 WHERE webhook_id = $1 AND tournament_id = $2");
        let take = take.bind(claim.webhook_id.0).bind(tournament).bind(claim.until.timestamp_micros());
        connection.execute(take).await?;
        claimed.push(messages);
    }
    Ok(claimed)
}

/// Deletes a queue without messages. It must be locked.
async fn delete_queue(connection: &mut impl Sql, (webhook, tournament): (WebhookId, i64)) -> Result<(), StoreError> {
    let delete = sql("DELETE FROM webhook_queues WHERE webhook_id = $1 AND tournament_id = $2");
    connection.execute(delete.bind(webhook.0).bind(tournament)).await?;
    Ok(())
}

async fn pending(
    connection: &mut impl Sql,
    (webhook, tournament): (WebhookId, i64),
    limit: i64,
) -> Result<Vec<Delivery>, StoreError> {
    let query =
        select_deliveries("WHERE webhook_id = $1 AND tournament_id = $2 AND state = 0 ORDER BY delivery_id LIMIT $3");
    connection.all(query.bind(webhook.0).bind(tournament).bind(limit), webhooks::delivery).await
}

/// Stores the results of queues, which must be sorted.
pub(super) async fn settle<T: LogTables>(
    tables: &T,
    queues: &[SettledQueue],
) -> Result<Vec<FailingWebhook>, StoreError> {
    let mut transaction = tables.transaction().await?;
    let failing = settled(&mut *transaction, queues).await?;
    transaction.commit().await?;
    Ok(failing)
}

async fn settled<C: Sql>(connection: &mut C, queues: &[SettledQueue]) -> Result<Vec<FailingWebhook>, StoreError> {
    for queue in queues {
        let lock = sql("SELECT 1 FROM webhook_queues WHERE webhook_id = $1 AND tournament_id = $2");
        let lock = lock.then(C::pick("", " FOR UPDATE")).bind(queue.webhook_id.0).bind(queue.tournament_id.0);
        connection.execute(lock).await?;
    }
    let mut due = Vec::new();
    for queue in queues {
        due.push(settle_attempts(connection, queue).await?);
    }
    for (queue, due) in queues.iter().zip(due) {
        free(connection, queue, due).await?;
    }
    let mut failing = Vec::new();
    for queue in queues {
        failing.extend(note_health(connection, queue).await?);
    }
    Ok(failing)
}

/// Stores attempts. Returns when the queue is due.
async fn settle_attempts(connection: &mut impl Sql, queue: &SettledQueue) -> Result<DateTime<Utc>, StoreError> {
    let mut due = queue.now;
    for SettledAttempt { delivery_id, attempt, next } in &queue.attempts {
        // A message of a webhook that was disabled meanwhile stays undelivered, unless it was delivered.
        let (state, failed) = match next {
            NextAttempt::Delivered => (DeliveryState::Delivered, 0_i64),
            NextAttempt::At(_) => (DeliveryState::Pending, 1),
            NextAttempt::GivenUp => (DeliveryState::Undelivered, 1),
        };
        if let NextAttempt::At(at) = next {
            due = *at;
        }
        let update = sql("UPDATE webhook_deliveries
             SET state = CASE WHEN $2 = 1 THEN 1 WHEN state = 0 THEN $2 ELSE state END,
                 attempts = attempts + 1, failures = failures + $3, last_attempt_at = $4, last_status = $5,
                 last_error = $6
             WHERE delivery_id = $1");
        let update = update.bind(delivery_id.0).bind(state.code()).bind(failed);
        let update = update.bind(attempt.at.timestamp_micros()).bind(attempt.status.map(i64::from));
        connection.execute(update.bind(attempt.error.as_deref())).await?;
    }
    Ok(due)
}

/// Frees a queue until its next message is due, or deletes it if it has none. The queue must be locked.
async fn free(connection: &mut impl Sql, queue: &SettledQueue, due: DateTime<Utc>) -> Result<(), StoreError> {
    let queue_id = (queue.webhook_id, queue.tournament_id.0);
    if pending(connection, queue_id, 1).await?.is_empty() {
        return delete_queue(connection, queue_id).await;
    }
    let update = sql("UPDATE webhook_queues SET due_at = $3, claimed_until = 0
                      WHERE webhook_id = $1 AND tournament_id = $2");
    connection.execute(update.bind(queue_id.0.0).bind(queue_id.1).bind(due.timestamp_micros())).await?;
    Ok(())
}

/// Notes whether the address of a queue's webhook accepts messages. Returns since when it does not.
async fn note_health(connection: &mut impl Sql, queue: &SettledQueue) -> Result<Option<FailingWebhook>, StoreError> {
    let Some(last) = queue.attempts.last() else { return Ok(None) };
    if last.next == NextAttempt::Delivered || queue.attempts.len() > 1 {
        let clear = sql("UPDATE webhook_endpoints SET failing_since = NULL
                         WHERE webhook_id = $1 AND failing_since IS NOT NULL");
        connection.execute(clear.bind(queue.webhook_id.0)).await?;
    }
    if last.next == NextAttempt::Delivered {
        return Ok(None);
    }
    let note = sql("UPDATE webhook_endpoints SET failing_since = COALESCE(failing_since, $2),
             paused_until = CASE WHEN paused_until < $3 THEN $3 ELSE paused_until END
         WHERE webhook_id = $1 RETURNING webhook_id, organization_id, failing_since");
    let paused = queue.paused_until.map_or(0, |until| until.timestamp_micros());
    let note = note.bind(queue.webhook_id.0).bind(last.attempt.at.timestamp_micros()).bind(paused);
    connection.first(note, webhooks::failing).await
}

/// Sends the deliveries of a webhook again that have a value of this column between two others. Returns how many.
pub(super) async fn resend<T: LogTables>(
    tables: &T,
    webhook: WebhookId,
    column: &str,
    (from, to): (i64, i64),
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let mut transaction = tables.transaction().await?;
    let queues = sql(format!(
        "INSERT INTO webhook_queues (webhook_id, tournament_id, due_at)
         SELECT DISTINCT webhook_id, tournament_id, $4 FROM webhook_deliveries
         WHERE webhook_id = $1 AND {column} >= $2 AND {column} <= $3 ORDER BY webhook_id, tournament_id
         ON CONFLICT (webhook_id, tournament_id) DO UPDATE SET due_at = excluded.due_at"
    ));
    let queues = queues.bind(webhook.0).bind(from).bind(to).bind(now.timestamp_micros());
    transaction.execute(queues).await?;
    let update = sql(format!(
        "UPDATE webhook_deliveries SET state = 0, failures = 0
         WHERE webhook_id = $1 AND {column} >= $2 AND {column} <= $3"
    ));
    let updated = transaction.execute(update.bind(webhook.0).bind(from).bind(to)).await?;
    transaction.commit().await?;
    Ok(updated)
}
