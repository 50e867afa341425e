//! Inserts rows of the log, for appends, backups and older logs.

use proto_events::Recorded;
use proto_events::ids::UserId;
use sqlx::sqlite::SqliteConnection;
use sqlx::{QueryBuilder, Sqlite};

use super::script::Script;
use crate::StoreError;
use crate::checksum;
use crate::events::{Claim, IdempotentAnswer};
use crate::person_keys::PersonKey;

/// Maximum number of rows in a statement.
pub(super) const ROWS: usize = 64;

/// Adds the statements that insert claims.
pub(super) fn insert_claims(script: &mut Script, claims: &[&Claim]) {
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
pub(super) fn insert_answers(script: &mut Script, answers: &[&IdempotentAnswer]) {
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
pub(super) fn insert_keys(script: &mut Script, keys: &[&(UserId, PersonKey)]) {
    for keys in keys.chunks(ROWS) {
        script.statement("INSERT INTO person_keys (user_id, key, checksum) ");
        let statement = script.rows(keys, 3, |row, (user, key)| {
            row.push_bind(user.0).push_bind(key.as_bytes()).push_bind(checksum::of_person_key(user.0, Some(key)));
        });
        statement.push(" ON CONFLICT DO NOTHING");
    }
}

/// Inserts events as they are stored, as many as fit into a statement.
pub(super) async fn insert_events(connection: &mut SqliteConnection, events: &[Recorded]) -> Result<(), StoreError> {
    let actors: Result<Vec<_>, _> = events.iter().map(|event| serde_json::to_string(&event.actor)).collect();
    let actors = actors.map_err(|error| StoreError::Unwritable(error.to_string()))?;
    let mut insert = QueryBuilder::<Sqlite>::new(
        "INSERT INTO events (position, stream_kind, stream_id, version, organization_id, occurred_at, recorded_at,
         actor, event_type, schema, hash, traceparent, content) ",
    );
    insert.push_values(events.iter().zip(&actors), |mut row, (event, actor)| {
        row.push_bind(event.position.0)
            .push_bind(event.stream.kind.name())
            .push_bind(event.stream.id)
            .push_bind(event.version)
            .push_bind(event.organization_id.0)
            .push_bind(event.occurred_at.timestamp_micros())
            .push_bind(event.recorded_at.timestamp_micros())
            .push_bind(actor)
            .push_bind(&event.encoded.event_type)
            .push_bind(event.encoded.schema)
            .push_bind(event.hash.as_bytes())
            .push_bind(&event.traceparent)
            .push_bind(&event.encoded.payload);
    });
    insert.build().persistent(false).execute(connection).await?;
    Ok(())
}
