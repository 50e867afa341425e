//! The statements that write a batch, each with whole columns as arrays.

use proto_events::ids::UserId;
use proto_events::{StreamId, Version};
use sqlx::Row;
use sqlx::postgres::{PgArguments, PgConnection, Postgres};
use sqlx::query::Query;

use crate::StoreError;
use crate::append::admission::{Head, NumberedEvent, Plan};
use crate::checksum;
use crate::events::{Claim, IdempotentAnswer};
use crate::log_store::erasures;
use crate::person_keys::{PersonKey, key_checksum};

/// A statement with its parameters.
type Statement<'q> = Query<'q, Postgres, PgArguments>;

/// The end of the log, with the counter at that time.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogEnd {
    pub(super) head: Head,
    pub(super) changes: i64,
}

/// Writes a batch in one statement, which is one transaction. The counter moves only if it has not changed since the
/// batch was decided, and only then the rows are written. Other processes that append wait for the commit. The counter
/// moves also only if everything is true that the batch assumes: the newest event, the versions of streams, and that its
/// names and keys are not used. These are queries of single values, because a join might read a whole table.
const BATCH: &str = "WITH head AS (
         UPDATE log_head SET position = $15, changes = changes + 1
         WHERE changes = $14 AND position = $32
           AND ($32 = 0 OR (SELECT hash FROM events WHERE events.position = $32) = $33)
           AND NOT EXISTS (
               SELECT 1 FROM UNNEST($34::text[], $35::bigint[], $36::bigint[]) AS assumed (kind, id, version)
               WHERE coalesce((SELECT max(events.version) FROM events
                               WHERE stream_kind = assumed.kind AND stream_id = assumed.id), 0) <> assumed.version)
           AND NOT EXISTS (
               SELECT 1 FROM UNNEST($18::text[], $19::text[]) AS new (scope, name)
               WHERE (SELECT TRUE FROM claims WHERE claims.scope = new.scope AND claims.name = new.name))
           AND NOT EXISTS (
               SELECT 1 FROM UNNEST($23::text[], $24::text[]) AS new (owner, client_key)
               WHERE (SELECT TRUE FROM idempotent_answers AS known
                      WHERE known.owner = new.owner AND known.client_key = new.client_key))
         RETURNING id
     ), writer AS (
         INSERT INTO append_writers (writer, batch, seen) SELECT $16, $17, now() FROM head
         ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, seen = excluded.seen
     ), appended AS (
         INSERT INTO events (position, stream_kind, stream_id, version, organization_id, occurred_at, recorded_at, actor,
                             event_type, schema, hash, traceparent, content)
         SELECT new.* FROM head, UNNEST($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                                        $7::bigint[], $8::text[], $9::text[], $10::int[], $11::bytea[], $12::text[],
                                        $13::text[]) AS new
     ), claimed AS (
         INSERT INTO claims (scope, name, holder_kind, holder_id, checksum)
         SELECT new.* FROM head, UNNEST($18::text[], $19::text[], $20::text[], $21::bigint[], $22::bigint[]) AS new
     ), answered AS (
         INSERT INTO idempotent_answers (owner, client_key, request_sha256, response, recorded_at, checksum, hour)
         SELECT new.*, answer_clock.hour FROM head, answer_clock,
                UNNEST($23::text[], $24::text[], $25::text[], $26::text[], $27::bigint[], $28::bigint[]) AS new
     ), keyed AS (
         INSERT INTO person_keys (user_id, key, checksum)
         SELECT new.* FROM head, UNNEST($29::bigint[], $30::bytea[], $31::bigint[]) AS new ON CONFLICT DO NOTHING
     )
     SELECT count(*) FROM head";

/// Identifies a batch: its process and its number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag<'a> {
    pub(super) writer: &'a str,
    pub(super) batch: i64,
}

/// Writes a plan that was decided on this end of the log, and on versions of streams that were not read. Returns `false` and
/// writes nothing if the log is not like that. A plan that erases people needs a transaction around it.
pub(super) async fn write(
    connection: &mut PgConnection,
    plan: &Plan<'_>,
    log: LogEnd,
    assumed: &[(StreamId, Version)],
    tag: Tag<'_>,
) -> Result<bool, StoreError> {
    let query = bind_events(sqlx::query(BATCH), &plan.events);
    let query = query.bind(log.changes).bind(plan.head.position.0).bind(tag.writer).bind(tag.batch);
    let query = bind_keys(bind_answers(bind_claims(query, &plan.claims), &plan.answers), &plan.keys);
    let query = query.bind(log.head.position.0).bind(log.head.hash.as_bytes());
    let query = query
        .bind(column(assumed, |(stream, _)| stream.kind.name()))
        .bind(column(assumed, |(stream, _)| stream.id))
        .bind(column(assumed, |(_, version)| *version));
    let moved: i64 = query.fetch_one(&mut *connection).await?.try_get(0)?;
    if moved == 1 {
        for (user, at) in &plan.erased {
            erasures::erase(connection, *user, *at, None).await?;
        }
    }
    Ok(moved == 1)
}

/// Returns one column of rows as an array.
pub(super) fn column<'a, T, C>(rows: &'a [T], cell: impl Fn(&'a T) -> C) -> Vec<C> {
    rows.iter().map(cell).collect()
}

fn bind_events<'q>(query: Statement<'q>, events: &[NumberedEvent<'q>]) -> Statement<'q> {
    query
        .bind(column(events, |it| it.position.0))
        .bind(column(events, |it| it.write.stream.kind.name()))
        .bind(column(events, |it| it.write.stream.id))
        .bind(column(events, |it| it.version))
        .bind(column(events, |it| it.write.organization_id.0))
        .bind(column(events, |it| it.event.occurred_at))
        .bind(column(events, |it| it.request.recorded_at))
        .bind(column(events, |it| it.request.actor.as_str()))
        .bind(column(events, |it| it.event.encoded.event_type.as_str()))
        .bind(column(events, |it| it.event.encoded.schema))
        // Copied, because a plan's events do not live as long as its requests.
        .bind(column(events, |it| it.hash.as_bytes().to_vec()))
        .bind(column(events, |it| it.request.traceparent.as_deref()))
        .bind(column(events, |it| it.event.encoded.payload.as_str()))
}

/// Binds three columns of people's keys.
fn bind_keys<'q>(query: Statement<'q>, keys: &[&'q (UserId, PersonKey)]) -> Statement<'q> {
    query
        .bind(column(keys, |(user, _)| user.0))
        .bind(column(keys, |(_, key)| key.as_bytes()))
        .bind(column(keys, |(user, key)| key_checksum(user.0, Some(key))))
}

/// Binds five columns of claims.
fn bind_claims<'q>(query: Statement<'q>, claims: &[&'q Claim]) -> Statement<'q> {
    query
        .bind(column(claims, |claim| claim.scope.as_str()))
        .bind(column(claims, |claim| claim.name.as_str()))
        .bind(column(claims, |claim| claim.holder.kind.name()))
        .bind(column(claims, |claim| claim.holder.id))
        .bind(column(claims, |claim| checksum::of_claim(claim)))
}

/// Binds six columns of answers.
fn bind_answers<'q>(query: Statement<'q>, answers: &[&'q IdempotentAnswer]) -> Statement<'q> {
    query
        .bind(column(answers, |answer| answer.owner.as_str()))
        .bind(column(answers, |answer| answer.key.as_str()))
        .bind(column(answers, |answer| answer.request_sha256.as_str()))
        .bind(column(answers, |answer| answer.response.as_str()))
        .bind(column(answers, |answer| answer.recorded_at.timestamp_micros()))
        .bind(column(answers, |answer| checksum::of_answer(answer)))
}
