//! Writes a batch of requests in one transaction. The counter row is read first, under the write lock.
//!
//! If a commit fails, the writer finds out whether the batch was written before it answers (`uncertain.rs`).

use std::sync::Arc;

use async_trait::async_trait;
use proto_events::StreamId;
use proto_events::ids::UserId;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Row, Sqlite};

use super::open::Database;
use super::script::{Script, json_streams};
use super::uncertain::Uncertain;
use crate::StoreError;
use crate::append::admission::{Head, Known, NumberedEvent, Plan, plan};
use crate::append::encode::Prepared;
use crate::append::queue::{BatchWriter, Outcome};
use crate::checksum;
use crate::columns::{log_head, stream_id};
use crate::events::{Claim, IdempotentAnswer};
use crate::log_store::{erasures, events};
use crate::person_keys::{PersonKey, key_checksum};
use crate::recent::{RecentEvents, recorded};
use crate::transaction::Transaction;

/// Maximum number of rows in a statement.
const ROWS: usize = 64;

/// The writer of the append task.
pub(super) struct EventWriter {
    database: Database,
    uncertain: Uncertain,
    /// Events that were written, for readers in this process.
    recent: Arc<RecentEvents>,
}

impl EventWriter {
    pub(super) fn new(database: Database, recent: Arc<RecentEvents>) -> Self {
        Self { uncertain: Uncertain::new(database.clone()), database, recent }
    }
}

#[async_trait]
impl BatchWriter for EventWriter {
    async fn write(&self, batch: &[Prepared]) -> Result<Vec<Outcome>, StoreError> {
        self.uncertain.settle().await?;
        let mut transaction = self.database.writer()?.unbegun_transaction().await?;
        let (head, versions) = begin_and_load_versions(&mut transaction, batch).await?;
        let mut known = Known { versions: versions.into_iter().collect(), ..Known::default() };
        events::load_known(&mut *transaction, batch, &mut known).await?;
        let plan = plan(batch, known, head);
        if plan.is_empty() {
            transaction.rollback().await?;
            return Ok(plan.outcomes);
        }
        for (user, at) in &plan.erased {
            erasures::erase(&mut *transaction, *user, *at, None).await?;
        }
        if let Err(error) = insert_and_commit(transaction, &plan).await {
            self.uncertain.find_out(&plan, error).await?;
        }
        self.recent.add(plan.events.iter().map(recorded).collect::<Result<_, _>>().unwrap_or_default());
        self.database.note_write();
        Ok(plan.outcomes)
    }
}

/// Begins the transaction, and returns the end of the log and the versions of the streams in a batch. The hash is that of the
/// event at the counter's position; if there is none, nothing is written.
async fn begin_and_load_versions(
    connection: &mut SqliteConnection,
    batch: &[Prepared],
) -> Result<(Head, Vec<(StreamId, i64)>), StoreError> {
    let streams = batch.iter().flat_map(|request| &request.writes).map(|write| &write.stream);
    let rows = sqlx::query(
        "BEGIN IMMEDIATE;
         SELECT position, NULL, NULL, (SELECT hash FROM events WHERE events.position = log_head.position) FROM log_head
         UNION ALL
         SELECT version, kind, id, NULL FROM (
             SELECT wanted.value ->> 0 AS kind, wanted.value ->> 1 AS id, (
                 SELECT max(version) FROM events
                 WHERE stream_kind = wanted.value ->> 0 AND stream_id = wanted.value ->> 1
             ) AS version
             FROM json_each(?1) AS wanted
         ) WHERE version IS NOT NULL",
    )
    .bind(json_streams(streams)?)
    .fetch_all(connection)
    .await?;
    let (mut head, mut versions) = (Head::default(), Vec::with_capacity(rows.len()));
    for row in &rows {
        match row.try_get::<Option<&str>, _>(1)? {
            None => head = log_head(row.try_get(0)?, row.try_get(3)?)?,
            Some(kind) => versions.push((stream_id(kind, row.try_get(2)?)?, row.try_get(0)?)),
        }
    }
    Ok((head, versions))
}

/// Inserts all rows, moves the head of the log to the last event, and commits. A batch of few events is one message to SQLite's
/// thread.
async fn insert_and_commit(mut transaction: Transaction<Sqlite>, plan: &Plan<'_>) -> Result<(), StoreError> {
    let mut script = Script::default();
    insert_keys(&mut script, &plan.keys);
    insert_claims(&mut script, &plan.claims);
    insert_answers(&mut script, &plan.answers);
    let mut parts = plan.events.chunks(ROWS).peekable();
    while let Some(events) = parts.next() {
        insert_events(&mut script, events);
        if parts.peek().is_some() {
            std::mem::take(&mut script).run(&mut transaction).await?;
        }
    }
    script.statement("UPDATE log_head SET position = ").push_bind(plan.head.position.0);
    script.statement("COMMIT");
    script.run(&mut transaction).await?;
    transaction.has_ended();
    Ok(())
}

/// Adds the statement that inserts events.
fn insert_events(script: &mut Script, events: &[NumberedEvent<'_>]) {
    script.statement(
        "INSERT INTO events (position, stream_kind, stream_id, version, organization_id, occurred_at, recorded_at,
         actor, event_type, schema, hash, traceparent, content) ",
    );
    script.rows(events, 13, |row, numbered| {
        let NumberedEvent { position, version, hash, request, write, event } = numbered;
        row.push_bind(position.0)
            .push_bind(write.stream.kind.name())
            .push_bind(write.stream.id)
            .push_bind(*version)
            .push_bind(write.organization_id.0)
            .push_bind(event.occurred_at)
            .push_bind(request.recorded_at)
            .push_bind(&request.actor)
            .push_bind(&event.encoded.event_type)
            .push_bind(event.encoded.schema)
            .push_bind(hash.as_bytes())
            .push_bind(&request.traceparent)
            .push_bind(&event.encoded.payload);
    });
}

/// Adds the statements that insert claims.
fn insert_claims(script: &mut Script, claims: &[&Claim]) {
    for claims in claims.chunks(ROWS) {
        script.statement("INSERT INTO claims (scope, name, holder_kind, holder_id, checksum) ");
        script.rows(claims, 5, |row, claim| {
            row.push_bind(&claim.scope)
                .push_bind(&claim.name)
                .push_bind(claim.holder.kind.name())
                .push_bind(claim.holder.id)
                .push_bind(checksum::of_claim(claim));
        });
    }
}

/// Adds the statements that insert answers.
fn insert_answers(script: &mut Script, answers: &[&IdempotentAnswer]) {
    for answers in answers.chunks(ROWS) {
        script.statement(
            "INSERT INTO idempotent_answers (owner, client_key, request_sha256, response, recorded_at, checksum, hour) ",
        );
        script.rows(answers, 7, |row, answer| {
            row.push_bind(&answer.owner)
                .push_bind(&answer.key)
                .push_bind(&answer.request_sha256)
                .push_bind(&answer.response)
                .push_bind(answer.recorded_at.timestamp_micros())
                .push_bind(checksum::of_answer(answer))
                .push("(SELECT hour FROM answer_clock)");
        });
    }
}

/// Adds the statements that insert people's keys. Existing keys stay.
fn insert_keys(script: &mut Script, keys: &[&(UserId, PersonKey)]) {
    for keys in keys.chunks(ROWS) {
        script.statement("INSERT INTO person_keys (user_id, key, checksum) ");
        let statement = script.rows(keys, 3, |row, (user, key)| {
            row.push_bind(user.0).push_bind(key.as_bytes()).push_bind(key_checksum(user.0, Some(key)));
        });
        statement.push(" ON CONFLICT DO NOTHING");
    }
}
