//! The statements of deliveries, for every channel. They lock in the order that `webhooks.rs` states.

use chrono::{DateTime, Utc};

use super::events::number;
use super::store::LogTables;
use crate::StoreError;
use crate::deliveries::{
    self, ChannelKind, Delivery, DeliveryState, Message, NextAttempt, QueueClaim, Recipient, SettledAttempt,
    SettledQueue,
};
use crate::sql::{Conflict, Row, Sql, Statement, Table, sql};
use crate::webhooks::{self, FailingWebhook};

/// Recipients that are looked up at once, except webhooks.
const RECIPIENTS: i64 = 500;

/// Returns a query for deliveries.
pub(super) fn select(rest: &str) -> Statement {
    sql(format!(
        "SELECT delivery_id, channel, recipient, organization_id, subject, cause, recorded_at, expires_at, payload, state,
         attempts, failures, last_attempt_at, last_status, last_error FROM deliveries {rest}"
    ))
}

/// Returns the query for recipients with messages that are due. The columns of webhooks say which of them want none now.
pub(super) fn due(channel: ChannelKind, now: DateTime<Utc>) -> Statement {
    let query = match channel {
        ChannelKind::Webhook => {
            sql("SELECT CAST(0 AS BIGINT), webhook_id, organization_id FROM webhook_endpoints AS it
             WHERE enabled = 1 AND paused_until <= $1
             AND EXISTS (SELECT 1 FROM delivery_queues WHERE channel = 0 AND recipient = it.webhook_id
                         AND due_at <= $1 AND claimed_until <= $1)")
        }
        // A channel that is gone has messages only if they were queued at that moment. They are refused then.
        ChannelKind::Discord => others(
            channel,
            "(SELECT coalesce(max(organization_id), 0) FROM discord_channels WHERE channel_id = recipient)",
        ),
        ChannelKind::Mail | ChannelKind::Push => others(channel, "CAST(0 AS BIGINT)"),
    };
    query.bind(now.timestamp_micros())
}

/// Returns the query for recipients that are no webhooks, each once and with one queue under way at most. Letters to one
/// person come before what many people get.
/// `channel > 0` makes the index usable.
fn others(channel: ChannelKind, organization: &str) -> Statement {
    let code = channel.code();
    sql(format!(
        "SELECT channel, recipient, {organization} FROM delivery_queues AS it
         WHERE channel = {code} AND channel > 0 AND due_at <= $1 AND claimed_until <= $1
         AND NOT EXISTS (SELECT 1 FROM delivery_queues
                         WHERE channel = {code} AND recipient = it.recipient AND claimed_until > $1)
         GROUP BY channel, recipient
         ORDER BY MIN(CASE WHEN subject BETWEEN 0 AND 9 THEN 0 ELSE 1 END), MIN(due_at) LIMIT {RECIPIENTS}"
    ))
}

/// New deliveries. A message that is there already stays.
const DELIVERIES: Table = Table {
    name: "deliveries",
    columns: "channel bigint, recipient bigint, organization_id bigint, subject bigint, cause text, recorded_at bigint, \
              expires_at bigint, payload text, state bigint, attempts bigint, failures bigint",
    conflict: Conflict::Keep,
};

/// Queues messages. One without a time of its own is due at this time or when it was caused. One whose cause is queued already changes nothing.
pub(crate) async fn insert(
    connection: &mut impl Sql,
    messages: &[Message],
    due_at: Option<DateTime<Utc>>,
) -> Result<(), StoreError> {
    let due = |message: &Message| message.due_at.or(due_at).unwrap_or(message.recorded_at);
    let queue = |message: &Message| (message.recipient, message.subject, due(message));
    let mut queues: Vec<_> = messages.iter().map(queue).collect();
    queues.sort_unstable();
    queues.dedup_by_key(|(recipient, subject, _)| (*recipient, *subject));
    for (Recipient { channel, id }, subject, due_at) in queues {
        // The update changes nothing. It locks the queue, so that it is not deleted as empty.
        let queue = sql("INSERT INTO delivery_queues (channel, recipient, subject, due_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (channel, recipient, subject) DO UPDATE SET due_at = delivery_queues.due_at");
        let queue = queue.bind(channel.code()).bind(id).bind(subject).bind(due_at.timestamp_micros());
        connection.execute(queue).await?;
    }
    let row = |message: &Message| -> Row {
        vec![
            message.recipient.channel.code().into(),
            message.recipient.id.into(),
            message.organization_id.0.into(),
            message.subject.into(),
            message.cause.as_str().into(),
            message.recorded_at.timestamp_micros().into(),
            message.expires_at.map(|at| at.timestamp_micros()).into(),
            message.payload.as_str().into(),
            DeliveryState::Pending.code().into(),
            0_i64.into(),
            0_i64.into(),
        ]
    };
    connection.insert(&DELIVERIES, messages.iter().map(row).collect()).await
}

/// Queues a message in its own transaction.
pub(super) async fn queue<T: LogTables>(tables: &T, message: &Message) -> Result<(), StoreError> {
    let mut transaction = tables.transaction().await?;
    insert(&mut *transaction, std::slice::from_ref(message), None).await?;
    transaction.commit().await
}

/// Ends the attempts of all pending messages to a recipient.
pub(super) async fn give_up(connection: &mut impl Sql, to: Recipient) -> Result<(), StoreError> {
    let end = "UPDATE deliveries SET state = 2 WHERE channel = $1 AND recipient = $2 AND state = 0";
    end_queues(connection, to, end).await
}

/// Deletes all messages to a recipient.
pub(super) async fn erase(connection: &mut impl Sql, of: Recipient) -> Result<(), StoreError> {
    end_queues(connection, of, "DELETE FROM deliveries WHERE channel = $1 AND recipient = $2").await
}

async fn end_queues(connection: &mut impl Sql, of: Recipient, then: &'static str) -> Result<(), StoreError> {
    for statement in ["DELETE FROM delivery_queues WHERE channel = $1 AND recipient = $2", then] {
        connection.execute(sql(statement).bind(of.channel.code()).bind(of.id)).await?;
    }
    Ok(())
}

/// Takes queues of recipients.
pub(super) async fn claim<T: LogTables>(tables: &T, claims: &[QueueClaim]) -> Result<Vec<Vec<Delivery>>, StoreError> {
    if claims.is_empty() {
        return Ok(Vec::new());
    }
    let mut transaction = tables.transaction().await?;
    let mut queues = Vec::new();
    for claim in claims {
        queues.extend(claimed(&mut *transaction, claim).await?);
    }
    transaction.commit().await?;
    Ok(queues)
}

/// The messages of a recipient about one subject.
type Queue = (Recipient, i64);

/// Ends a statement with the columns of a queue as its first parameters.
fn of_queue(text: &str, (recipient, subject): Queue) -> Statement {
    let statement = sql(format!("{text} WHERE channel = $1 AND recipient = $2 AND subject = $3"));
    statement.bind(recipient.channel.code()).bind(recipient.id).bind(subject)
}

/// Returns the messages of the queues that are taken.
async fn claimed<C: Sql>(connection: &mut C, claim: &QueueClaim) -> Result<Vec<Vec<Delivery>>, StoreError> {
    let due = sql("SELECT subject FROM delivery_queues WHERE channel = $1 AND recipient = $2 AND due_at <= $3
                   AND claimed_until <= $3 ORDER BY due_at LIMIT $4");
    let due = due.bind(claim.recipient.channel.code()).bind(claim.recipient.id);
    let due = due.bind(claim.now.timestamp_micros()).bind(claim.queues);
    let mut claimed = Vec::new();
    for subject in connection.all(due.then(C::pick("", " FOR UPDATE SKIP LOCKED")), number).await? {
        let queue = (claim.recipient, subject);
        let messages = pending(connection, queue, claim.messages).await?;
        if messages.is_empty() {
            connection.execute(of_queue("DELETE FROM delivery_queues", queue)).await?;
            continue;
        }
        let take = of_queue("UPDATE delivery_queues SET claimed_until = $4", queue);
        connection.execute(take.bind(claim.until.timestamp_micros())).await?;
        claimed.push(messages);
    }
    Ok(claimed)
}

async fn pending(connection: &mut impl Sql, queue: Queue, limit: i64) -> Result<Vec<Delivery>, StoreError> {
    let (recipient, subject) = queue;
    let query =
        select("WHERE channel = $1 AND recipient = $2 AND subject = $3 AND state = 0 ORDER BY delivery_id LIMIT $4");
    let query = query.bind(recipient.channel.code()).bind(recipient.id).bind(subject).bind(limit);
    connection.all(query, deliveries::delivery).await
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
        let lock = of_queue("SELECT 1 FROM delivery_queues", (queue.recipient, queue.subject));
        connection.execute(lock.then(C::pick("", " FOR UPDATE"))).await?;
    }
    let mut due = Vec::new();
    for queue in queues {
        due.push(settle_attempts(connection, queue).await?);
    }
    for (queue, due) in queues.iter().zip(due) {
        free(connection, (queue.recipient, queue.subject), due).await?;
    }
    let mut failing = Vec::new();
    for queue in queues.iter().filter(|queue| queue.recipient.channel == ChannelKind::Webhook) {
        failing.extend(note_health(connection, queue).await?);
    }
    Ok(failing)
}

/// Notes whether the address of a queue's webhook accepts messages. Returns since when it does not.
async fn note_health(connection: &mut impl Sql, queue: &SettledQueue) -> Result<Option<FailingWebhook>, StoreError> {
    let Some(last) = queue.attempts.last() else { return Ok(None) };
    if last.next == NextAttempt::Delivered || queue.attempts.len() > 1 {
        let clear = sql("UPDATE webhook_endpoints SET failing_since = NULL
                         WHERE webhook_id = $1 AND failing_since IS NOT NULL");
        connection.execute(clear.bind(queue.recipient.id)).await?;
    }
    if last.next == NextAttempt::Delivered {
        return Ok(None);
    }
    let note = sql("UPDATE webhook_endpoints SET failing_since = COALESCE(failing_since, $2),
             paused_until = CASE WHEN paused_until < $3 THEN $3 ELSE paused_until END
         WHERE webhook_id = $1 RETURNING webhook_id, organization_id, failing_since");
    let paused = queue.paused_until.map_or(0, |until| until.timestamp_micros());
    let note = note.bind(queue.recipient.id).bind(last.attempt.at.timestamp_micros()).bind(paused);
    connection.first(note, webhooks::failing).await
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
        let update = sql("UPDATE deliveries
             SET state = CASE WHEN $2 = 1 THEN 1 WHEN state = 0 THEN $2 ELSE state END,
                 attempts = attempts + 1, failures = failures + $3, last_attempt_at = $4, last_status = $5,
                 last_error = $6, payload = CASE WHEN channel > 0 AND $2 <> 0 THEN '' ELSE payload END
             WHERE delivery_id = $1");
        let update = update.bind(delivery_id.0).bind(state.code()).bind(failed);
        let update = update.bind(attempt.at.timestamp_micros()).bind(attempt.status.map(i64::from));
        connection.execute(update.bind(attempt.error.as_deref())).await?;
    }
    Ok(due)
}

/// Frees a queue until its next message is due, or deletes it if it has none. The queue must be locked.
async fn free(connection: &mut impl Sql, queue: Queue, due: DateTime<Utc>) -> Result<(), StoreError> {
    if pending(connection, queue, 1).await?.is_empty() {
        connection.execute(of_queue("DELETE FROM delivery_queues", queue)).await?;
        return Ok(());
    }
    let update = of_queue("UPDATE delivery_queues SET due_at = $4, claimed_until = 0", queue);
    connection.execute(update.bind(due.timestamp_micros())).await?;
    Ok(())
}

/// Sends the deliveries to a recipient again that have a value of this column between two others. Returns how many.
pub(super) async fn resend<T: LogTables>(
    tables: &T,
    to: Recipient,
    column: &str,
    (from, until): (i64, i64),
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let chosen = format!("WHERE channel = $1 AND recipient = $2 AND {column} >= $3 AND {column} <= $4");
    let bound = |text: String| sql(text).bind(to.channel.code()).bind(to.id).bind(from).bind(until);
    let mut transaction = tables.transaction().await?;
    let queues = bound(format!(
        "INSERT INTO delivery_queues (channel, recipient, subject, due_at)
         SELECT DISTINCT channel, recipient, subject, $5 FROM deliveries {chosen} ORDER BY subject
         ON CONFLICT (channel, recipient, subject) DO UPDATE SET due_at = excluded.due_at"
    ));
    transaction.execute(queues.bind(now.timestamp_micros())).await?;
    let updated = transaction.execute(bound(format!("UPDATE deliveries SET state = 0, failures = 0 {chosen}"))).await?;
    transaction.commit().await?;
    Ok(updated)
}
