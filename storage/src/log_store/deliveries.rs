//! The statements of deliveries, for every channel. They lock in the order that `webhooks.rs` states.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::store::LogTables;
use crate::StoreError;
use crate::deliveries::{
    self, ChannelKind, Delivery, DeliveryState, Message, NextAttempt, Pause, Queue, Recipient, ScheduledTask,
    SettledAttempt, SettledQueue,
};
use crate::sql::{Columns, Conflict, Row, Sql, Statement, StoreRow, Table, Value, rows_of, sql};
use crate::tables::Direct;
use crate::webhooks::{self, FailingWebhook};

/// Queues that are looked up at once.
const DUE: i64 = 4_000;
/// Messages of a queue that are sent before other queues have their turn.
const OF_QUEUE: i64 = 50;

pub(super) fn select(rest: &str) -> Statement {
    sql(format!(
        "SELECT delivery_id, channel, recipient, organization_id, subject, cause, recorded_at, expires_at, payload, state,
         attempts, failures, last_attempt_at, last_status, last_error, tournament_id FROM deliveries {rest}"
    ))
}

/// Returns the query for queues that are due: of each recipient that wants messages now, as many as may be under way.
/// Letters to one person come before what many people get; the subject of a webhook's message is an event.
pub(super) fn due(channel: ChannelKind, now: DateTime<Utc>) -> Statement {
    // No queue of the recipient is under way. `channel > 0` makes the index usable. The recipients are listed once: asked for each
    // queue, PostgreSQL takes a tenth of a second for 10,000 queues.
    let code = channel.code();
    let alone = format!(
        "AND channel > 0 AND recipient NOT IN
             (SELECT recipient FROM delivery_queues WHERE channel = {code} AND channel > 0 AND claimed_until > $1)"
    );
    let (organization, condition, alone) = match channel {
        ChannelKind::Webhook => (
            "(SELECT organization_id FROM webhook_endpoints WHERE webhook_id = recipient)",
            "AND EXISTS (SELECT 1 FROM webhook_endpoints
                         WHERE webhook_id = recipient AND enabled = 1 AND paused_until <= $1)",
            String::new(),
        ),
        // A channel that is gone has messages only if they were queued at that moment. They are refused then.
        ChannelKind::Discord => (
            "(SELECT coalesce(max(organization_id), 0) FROM discord_channels WHERE channel_id = recipient)",
            "AND NOT EXISTS (SELECT 1 FROM discord_channels WHERE channel_id = recipient AND paused_until > $1)",
            alone,
        ),
        ChannelKind::Mail | ChannelKind::Push | ChannelKind::Schedule => ("CAST(0 AS BIGINT)", "", alone),
    };
    let first = "CASE WHEN channel > 0 AND subject BETWEEN 0 AND 9 THEN 0 ELSE 1 END, due_at, subject";
    let query = sql(format!(
        "SELECT channel, recipient, subject, {organization} FROM
             (SELECT channel, recipient, subject, due_at,
                     ROW_NUMBER() OVER (PARTITION BY recipient ORDER BY {first}) AS nth
              FROM delivery_queues AS it
              WHERE channel = {code} AND due_at <= $1 AND claimed_until <= $1 {condition} {alone}) AS due
         WHERE nth <= {} ORDER BY {first} LIMIT {DUE}",
        channel.queues_at_once(),
    ));
    query.bind(now.timestamp_micros())
}

/// New deliveries. A message that is there already stays.
const DELIVERIES: Table = Table {
    name: "deliveries",
    columns: "channel bigint, recipient bigint, organization_id bigint, subject bigint, cause text, recorded_at bigint, \
              expires_at bigint, payload text, state bigint, attempts bigint, failures bigint, tournament_id bigint",
    conflict: Conflict::Keep,
};

/// New queues. One that is there already is locked, so that it is not deleted as empty.
const QUEUES: Table = Table {
    name: "delivery_queues",
    columns: "channel bigint, recipient bigint, subject bigint, due_at bigint",
    conflict: Conflict::Lock("channel bigint, recipient bigint, subject bigint"),
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
    let queue = |(Recipient { channel, id }, subject, due_at): (_, i64, DateTime<Utc>)| -> Row {
        vec![channel.code().into(), id.into(), subject.into(), due_at.timestamp_micros().into()]
    };
    connection.insert(&QUEUES, queues.into_iter().map(queue).collect()).await?;
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
            message.tournament_id.map(|id| id.0).into(),
        ]
    };
    connection.insert(&DELIVERIES, messages.iter().map(row).collect()).await
}

/// Queues messages in a transaction of their own.
pub(super) async fn queue<T: LogTables>(tables: &T, messages: &[Message]) -> Result<(), StoreError> {
    let mut transaction = tables.transaction().await?;
    insert(&mut *transaction, messages, None).await?;
    transaction.commit().await
}

/// Returns the tasks that have not run.
pub(super) async fn tasks(connection: &mut impl Sql) -> Result<Vec<ScheduledTask>, StoreError> {
    let query = select("WHERE channel = $1 AND state = 0 ORDER BY delivery_id").bind(ChannelKind::Schedule.code());
    let pending = connection.all(query, deliveries::delivery).await?;
    Ok(pending.into_iter().map(|delivery| ScheduledTask::from(delivery.message)).collect())
}

/// Ends the attempts of all pending messages to a recipient.
pub(super) async fn give_up(connection: &mut impl Sql, to: Recipient) -> Result<(), StoreError> {
    let end = "UPDATE deliveries SET state = 2 WHERE channel = $1 AND recipient = $2 AND state = 0";
    end_queues(connection, to, end).await
}

pub(super) async fn erase(connection: &mut impl Sql, of: Recipient) -> Result<(), StoreError> {
    end_queues(connection, of, "DELETE FROM deliveries WHERE channel = $1 AND recipient = $2").await
}

async fn end_queues(connection: &mut impl Sql, of: Recipient, then: &'static str) -> Result<(), StoreError> {
    for statement in ["DELETE FROM delivery_queues WHERE channel = $1 AND recipient = $2", then] {
        connection.execute(sql(statement).bind(of.channel.code()).bind(of.id)).await?;
    }
    Ok(())
}

/// The columns of some queues, as a parameter. Other tables have none of these names.
const THESE: Columns = "kind bigint, whom bigint, about bigint, next_due bigint";

/// Returns an item of a `FROM` clause: some queues, which are the parameters from `first` on. `AMONG_THEM` joins it.
fn these<C: Sql>(first: usize) -> String {
    rows_of::<C>("these", first, THESE)
}

/// The condition that a row belongs to one of them.
const AMONG_THEM: &str = "channel = kind AND recipient = whom AND subject = about";

/// Names the index of pending messages, which SQLite may not choose by itself.
fn by_pending<C: Sql>() -> &'static str {
    C::pick("INDEXED BY deliveries_pending", "")
}

/// Returns them as a parameter, with a time.
fn queues(queues: impl Iterator<Item = (Queue, DateTime<Utc>)>) -> Value {
    let row = |((recipient, subject), due): (Queue, DateTime<Utc>)| -> Row {
        vec![recipient.channel.code().into(), recipient.id.into(), subject.into(), due.timestamp_micros().into()]
    };
    Value::Rows(THESE, queues.map(row).collect())
}

/// Takes queues that are due, and no others, until a time. Returns their first messages, in the order of the queues.
pub(super) async fn claim<T: LogTables>(
    tables: &T,
    wanted: &[Queue],
    (now, until): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<Vec<Delivery>>, StoreError> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let mut transaction = tables.transaction().await?;
    let connection = &mut *transaction;
    let due = format!(
        "SELECT channel, recipient, subject FROM delivery_queues JOIN {} ON {AMONG_THEM}
         WHERE due_at <= $1 AND claimed_until <= $1 ORDER BY channel, recipient, subject{}",
        these::<Direct<'_, T>>(2),
        Direct::<'_, T>::pick("", " FOR UPDATE OF delivery_queues SKIP LOCKED")
    );
    let due = sql(due).bind(now.timestamp_micros()).bind(queues(wanted.iter().map(|queue| (*queue, now))));
    let taken = connection.all(due, deliveries::queue).await?;
    let all = queues(taken.iter().map(|queue| (*queue, now)));
    let index = by_pending::<Direct<'_, T>>();
    // Those before the first that is too many: a queue may be long, and only its beginning is read.
    let messages = select(&format!(
        "{index} JOIN {} ON {AMONG_THEM} WHERE state = 0 AND delivery_id < coalesce(
             (SELECT it.delivery_id FROM deliveries AS it {index} WHERE it.channel = kind AND it.recipient = whom
              AND it.subject = about AND it.state = 0 ORDER BY it.delivery_id LIMIT 1 OFFSET {OF_QUEUE}), {})
         ORDER BY delivery_id",
        these::<Direct<'_, T>>(1),
        i64::MAX
    ));
    let mut claimed = HashMap::<Queue, Vec<Delivery>>::new();
    for delivery in connection.all(messages.bind(all.clone()), deliveries::delivery).await? {
        claimed.entry((delivery.message.recipient, delivery.message.subject)).or_default().push(delivery);
    }
    free(connection, all, until).await?;
    transaction.commit().await?;
    Ok(wanted.iter().filter_map(|queue| claimed.remove(queue)).collect())
}

/// Stores the results of queues, which must be sorted. Returns the webhooks that fail.
pub(super) async fn settle<T: LogTables>(
    tables: &T,
    settled: &[SettledQueue],
) -> Result<Vec<FailingWebhook>, StoreError> {
    let mut transaction = tables.transaction().await?;
    let connection = &mut *transaction;
    let all = queues(settled.iter().map(|queue| ((queue.recipient, queue.subject), queue.due())));
    let lock = format!(
        "SELECT channel, recipient, subject, claimed_until FROM delivery_queues JOIN {} ON {AMONG_THEM}
         ORDER BY channel, recipient, subject{}",
        these::<Direct<'_, T>>(1),
        Direct::<'_, T>::pick("", " FOR UPDATE OF delivery_queues")
    );
    let taken = connection
        .all(sql(lock).bind(all), |row| Ok(((row.column(0)?, row.column(1)?, row.column(2)?), row.column(3)?)));
    let taken: HashMap<(i64, i64, i64), i64> = taken.await?.into_iter().collect();
    // A queue of a webhook that was disabled meanwhile does not exist any more.
    let is_ours = |queue: &&SettledQueue| {
        let until = taken.get(&(queue.recipient.channel.code(), queue.recipient.id, queue.subject));
        until.is_none_or(|until| *until == queue.taken_until.timestamp_micros())
    };
    let ours: Vec<_> = settled.iter().filter(is_ours).collect();
    let attempts = ours.iter().flat_map(|queue| &queue.attempts).map(attempt_row).collect();
    // A message of a webhook that was disabled meanwhile stays undelivered, unless it was delivered.
    let update = format!(
        "UPDATE deliveries SET state = CASE WHEN next_state = 1 THEN 1 WHEN state = 0 THEN next_state ELSE state END,
             attempts = attempts + 1, failures = failures + had_failed, last_attempt_at = made_at,
             last_status = had_status, last_error = had_error,
             payload = CASE WHEN channel > 0 AND (next_state = 1 OR (next_state = 2 AND tournament_id IS NULL))
                            THEN '' ELSE payload END
         FROM {} WHERE delivery_id = of_delivery",
        rows_of::<Direct<'_, T>>("made", 1, ATTEMPTS)
    );
    connection.execute(sql(update).bind(Value::Rows(ATTEMPTS, attempts))).await?;
    let freed = ours.iter().map(|queue| ((queue.recipient, queue.subject), queue.due()));
    free(connection, queues(freed), DateTime::UNIX_EPOCH).await?;
    let mut failing = Vec::new();
    for queue in ours {
        match queue.recipient.channel {
            ChannelKind::Webhook => failing.extend(note_health(connection, queue).await?),
            ChannelKind::Discord => pause_discord(connection, queue).await?,
            _ => {}
        }
    }
    transaction.commit().await?;
    Ok(failing)
}

/// Pauses the Discord channel of a queue, and others with the same address or all of them, if Discord asks for it.
async fn pause_discord(connection: &mut impl Sql, queue: &SettledQueue) -> Result<(), StoreError> {
    let Some(Pause { until, is_for_all }) = queue.pause else { return Ok(()) };
    let pause = sql("UPDATE discord_channels SET paused_until = $1 WHERE paused_until < $1
             AND ($2 = 1 OR url = (SELECT url FROM discord_channels WHERE channel_id = $3))");
    let pause = pause.bind(until.timestamp_micros()).bind(i64::from(is_for_all)).bind(queue.recipient.id);
    connection.execute(pause).await.map(drop)
}

/// Notes whether the address of a queue's webhook accepts messages, and until when it wants none. Returns since when it
/// accepts none.
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
    let paused = queue.pause.map_or(0, |pause| pause.until.timestamp_micros());
    let note = note.bind(queue.recipient.id).bind(last.attempt.at.timestamp_micros()).bind(paused);
    connection.first(note, webhooks::failing).await
}

const ATTEMPTS: Columns = "of_delivery bigint, next_state bigint, had_failed bigint, made_at bigint, had_status bigint, \
                           had_error text";

fn attempt_row(SettledAttempt { delivery_id, attempt, next }: &SettledAttempt) -> Row {
    let (state, failed) = match next {
        NextAttempt::Delivered => (DeliveryState::Delivered, 0_i64),
        NextAttempt::At(_) => (DeliveryState::Pending, 1),
        NextAttempt::GivenUp => (DeliveryState::Undelivered, 1),
    };
    let status = attempt.status.map(i64::from);
    vec![
        delivery_id.0.into(),
        state.code().into(),
        failed.into(),
        attempt.at.timestamp_micros().into(),
        status.into(),
        attempt.error.as_deref().into(),
    ]
}

/// Takes queues until a time, or frees them, and sets when they are due. Those without a message are deleted. They must be
/// locked.
async fn free<C: Sql>(connection: &mut C, queues: Value, until: DateTime<Utc>) -> Result<(), StoreError> {
    let delete = format!(
        "DELETE FROM delivery_queues WHERE (channel, recipient, subject) IN (SELECT kind, whom, about FROM {})
         AND NOT EXISTS (SELECT 1 FROM deliveries AS it {} WHERE it.channel = delivery_queues.channel
                         AND it.recipient = delivery_queues.recipient AND it.subject = delivery_queues.subject AND state = 0)",
        these::<C>(1),
        by_pending::<C>()
    );
    connection.execute(sql(delete).bind(queues.clone())).await?;
    let update = format!(
        "UPDATE delivery_queues SET due_at = next_due, claimed_until = $1 FROM {} WHERE {AMONG_THEM}",
        these::<C>(2)
    );
    connection.execute(sql(update).bind(until.timestamp_micros()).bind(queues)).await.map(drop)
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
