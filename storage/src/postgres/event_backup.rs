//! The log as a backup, and an empty one filled from it.

use futures::TryStreamExt;
use futures::stream::BoxStream;
use proto_events::Position;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Row};

use super::event_batch::{bind_answers, bind_claims, column, insert_recorded};
use super::open::connect;
use super::read_events::{answer, claim, step};
use super::{passwords, person_keys};
use crate::StoreError;
use crate::backup::{BackupItem, Checker, Chunk, Outlet, not_empty};

/// Reads everything in one snapshot.
pub(super) async fn read(options: PgConnectOptions, outlet: Outlet) -> Result<(), StoreError> {
    let mut connection = connect(&options).await?;
    let mut transaction = connection.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").await?;
    let head = sqlx::query("SELECT log_id, position FROM log_head").fetch_one(&mut *transaction).await?;
    let (log_id, position) = (head.try_get(0)?, Position(head.try_get(1)?));
    outlet.put(BackupItem::Head { log_id, position }).await?;
    let mut rows = sqlx::query("SELECT name, next FROM id_sequences ORDER BY name").fetch(&mut *transaction);
    while let Some(row) = rows.try_next().await? {
        outlet.put(BackupItem::NextId { sequence: row.try_get(0)?, next: row.try_get(1)? }).await?;
    }
    drop(rows);
    let claims = "SELECT scope, name, holder_kind, holder_id, checksum FROM claims ORDER BY scope, name";
    let mut rows = sqlx::query(claims).fetch(&mut *transaction);
    while let Some(row) = rows.try_next().await? {
        outlet.put(BackupItem::Claim(claim(&row)?)).await?;
    }
    drop(rows);
    let answers = "SELECT owner, client_key, request_sha256, response, recorded_at, checksum FROM idempotent_answers
                   ORDER BY owner, client_key";
    let mut rows = sqlx::query(answers).fetch(&mut *transaction);
    while let Some(row) = rows.try_next().await? {
        outlet.put(BackupItem::Answer(answer(&row)?)).await?;
    }
    drop(rows);
    let mut rows = sqlx::query(passwords::ALL).fetch(&mut *transaction);
    while let Some(row) = rows.try_next().await? {
        outlet.put(BackupItem::Password(passwords::kept(&row)?)).await?;
    }
    drop(rows);
    let mut rows = sqlx::query(person_keys::ALL).fetch(&mut *transaction);
    while let Some(row) = rows.try_next().await? {
        let (user, key) = person_keys::stored(&row)?;
        if let Some(item) = key.backed_up(user)? {
            outlet.put(item).await?;
        }
    }
    drop(rows);
    let mut after = Position::START;
    while after < position {
        let events = step(&mut *transaction, after, usize::MAX).await?;
        after = events.last().ok_or_else(|| StoreError::Damaged(format!("no event follows {after}")))?.position;
        for event in events {
            outlet.put(BackupItem::Event(event)).await?;
        }
    }
    transaction.rollback().await?;
    Ok(connection.close().await?)
}

/// Fills the store in one transaction, which others' appends wait for; tells the newest position and the log's new id.
pub(super) async fn restore(
    options: &PgConnectOptions,
    mut items: BoxStream<'static, Result<BackupItem, StoreError>>,
) -> Result<(Position, String), StoreError> {
    let mut connection = connect(options).await?;
    let mut transaction = connection.begin().await?;
    sqlx::query("SELECT position FROM log_head FOR UPDATE").execute(&mut *transaction).await?;
    let used = "SELECT (SELECT position FROM log_head) > 0 OR EXISTS (SELECT 1 FROM events)
                OR EXISTS (SELECT 1 FROM claims) OR EXISTS (SELECT 1 FROM idempotent_answers)
                OR EXISTS (SELECT 1 FROM id_sequences) OR EXISTS (SELECT 1 FROM passwords)
                OR EXISTS (SELECT 1 FROM person_keys)";
    if sqlx::query(used).fetch_one(&mut *transaction).await?.try_get(0)? {
        return Err(not_empty());
    }
    let mut checker = Checker::default();
    while let Some(chunk) = checker.next_chunk(&mut items).await? {
        insert(&mut transaction, chunk).await?;
    }
    let head = checker.finish()?;
    let finish = "UPDATE log_head SET position = $1, changes = changes + 1,
                  log_id = replace(gen_random_uuid()::text, '-', '') RETURNING log_id";
    let log_id = sqlx::query(finish).bind(head.0).fetch_one(&mut *transaction).await?.try_get(0)?;
    transaction.commit().await?;
    connection.close().await?;
    Ok((head, log_id))
}

async fn insert(connection: &mut PgConnection, chunk: Chunk) -> Result<(), StoreError> {
    if !chunk.next_ids.is_empty() {
        let insert = "INSERT INTO id_sequences (name, next) SELECT * FROM UNNEST($1::text[], $2::bigint[])";
        let insert = sqlx::query(insert).bind(column(&chunk.next_ids, |(name, _)| name.as_str()));
        insert.bind(column(&chunk.next_ids, |(_, next)| *next)).execute(&mut *connection).await?;
    }
    if !chunk.claims.is_empty() {
        let insert = "INSERT INTO claims (scope, name, holder_kind, holder_id, checksum)
                      SELECT * FROM UNNEST($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])";
        bind_claims(sqlx::query(insert), chunk.claims.iter()).execute(&mut *connection).await?;
    }
    if !chunk.answers.is_empty() {
        let insert =
            "INSERT INTO idempotent_answers (owner, client_key, request_sha256, response, recorded_at, checksum)
                      SELECT * FROM UNNEST($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])";
        bind_answers(sqlx::query(insert), chunk.answers.iter()).execute(&mut *connection).await?;
    }
    if !chunk.passwords.is_empty() {
        passwords::insert(connection, &chunk.passwords).await?;
    }
    person_keys::insert(connection, &chunk.keys).await?;
    insert_recorded(connection, &chunk.events).await
}
