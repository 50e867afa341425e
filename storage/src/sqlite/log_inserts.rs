//! Inserts rows of the log, for appends, backups and older logs.

use proto_events::Recorded;
use sqlx::sqlite::SqliteConnection;
use sqlx::{QueryBuilder, Sqlite};

use crate::StoreError;
use crate::checksum;
use crate::events::{Claim, IdempotentAnswer};

/// Inserts claims, as many as fit into a statement.
pub(super) async fn insert_claims(connection: &mut SqliteConnection, claims: &[&Claim]) -> Result<(), StoreError> {
    let mut insert = QueryBuilder::<Sqlite>::new("INSERT INTO claims (scope, name, holder_kind, holder_id, checksum) ");
    insert.push_values(claims, |mut row, claim| {
        row.push_bind(&claim.scope)
            .push_bind(&claim.name)
            .push_bind(claim.holder.kind.name())
            .push_bind(claim.holder.id)
            .push_bind(checksum::of_claim(claim));
    });
    insert.build().execute(connection).await?;
    Ok(())
}

/// Inserts answers, as many as fit into a statement.
pub(super) async fn insert_answers(
    connection: &mut SqliteConnection,
    answers: &[&IdempotentAnswer],
) -> Result<(), StoreError> {
    let mut insert = QueryBuilder::<Sqlite>::new(
        "INSERT INTO idempotent_answers (owner, client_key, request_sha256, response, recorded_at, checksum, hour) ",
    );
    insert.push_values(answers, |mut row, answer| {
        row.push_bind(&answer.owner)
            .push_bind(&answer.key)
            .push_bind(&answer.request_sha256)
            .push_bind(&answer.response)
            .push_bind(answer.recorded_at.timestamp_micros())
            .push_bind(checksum::of_answer(answer))
            .push("(SELECT hour FROM answer_clock)");
    });
    insert.build().execute(connection).await?;
    Ok(())
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
