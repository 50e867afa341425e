//! Backs up the log, and restores a backup into an empty store.

use futures::TryStreamExt;
use futures::stream::BoxStream;
use proto_events::Position;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use sqlx::{Connection, Executor, Row};

use super::event_batch::{bind_answers, bind_claims, column, insert_recorded};
use super::open::connect;
use super::read_events::{player_salt, step};
use super::retry::with_retries;
use super::{erasures, passwords, person_keys, webhooks};
use crate::StoreError;
use crate::backup::{BackupChecker, BackupItem, BackupSender, Chunk, events_between, missing, not_empty};
use crate::erasures::Erasure;
use crate::log_rows;
use crate::webhooks::rows::secret;

/// Reads the side tables in one snapshot, and then the events up to its position, in ranges. No transaction is open
/// while items wait to be read, because an open one would prevent the server from cleaning up newer row versions.
pub(super) async fn read(options: PgConnectOptions, readers: PgPool, sender: BackupSender) -> Result<(), StoreError> {
    let (head, side_tables) = read_side_tables(&options, &sender).await?;
    for item in side_tables {
        sender.put(item).await?;
    }
    let mut after = Position::START;
    while after < head {
        let events = with_retries(|| step(&readers, after, events_between(after, head))).await?;
        after = events.last().ok_or_else(|| missing(after))?.position;
        for event in events {
            sender.put(BackupItem::Event(event)).await?;
        }
    }
    Ok(())
}

/// Reads everything except the events in one short transaction. Puts the head and the sequences, which are few, into
/// the sender at once. Returns the head's position and the other items.
async fn read_side_tables(
    options: &PgConnectOptions,
    sender: &BackupSender,
) -> Result<(Position, Vec<BackupItem>), StoreError> {
    let mut connection = connect(options).await?;
    connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").await?;
    let head = sqlx::query("SELECT log_id, position FROM log_head").fetch_one(&mut connection).await?;
    let position = Position(head.try_get(1)?);
    sender.put(BackupItem::Head { log_id: head.try_get(0)?, position }).await?;
    let sequences = sqlx::query("SELECT name, next FROM id_sequences ORDER BY name");
    for row in sequences.fetch_all(&mut connection).await? {
        sender.put(BackupItem::NextId { sequence: row.try_get(0)?, next: row.try_get(1)? }).await?;
    }
    let mut side_tables = Vec::new();
    let claims = "SELECT scope, name, holder_kind, holder_id, checksum FROM claims ORDER BY scope, name";
    let mut rows = sqlx::query(claims).fetch(&mut connection);
    while let Some(row) = rows.try_next().await? {
        side_tables.push(BackupItem::Claim(log_rows::claim(&row)?));
    }
    drop(rows);
    let answers = "SELECT owner, client_key, request_sha256, response, recorded_at, checksum FROM idempotent_answers
                   ORDER BY owner, client_key";
    let mut rows = sqlx::query(answers).fetch(&mut connection);
    while let Some(row) = rows.try_next().await? {
        side_tables.push(BackupItem::Answer(log_rows::answer(&row)?));
    }
    drop(rows);
    let mut rows = sqlx::query(passwords::ALL).fetch(&mut connection);
    while let Some(row) = rows.try_next().await? {
        side_tables.push(BackupItem::Password(log_rows::password(&row)?));
    }
    drop(rows);
    let mut rows = sqlx::query(webhooks::ALL_SECRETS).fetch(&mut connection);
    while let Some(row) = rows.try_next().await? {
        side_tables.push(BackupItem::WebhookSecret(secret(&row)?));
    }
    drop(rows);
    let mut rows = sqlx::query(person_keys::ALL).fetch(&mut connection);
    while let Some(row) = rows.try_next().await? {
        let (user, key) = log_rows::person_key(&row)?;
        side_tables.extend(key.backed_up(user)?.map(|key| BackupItem::PersonKey(user, key)));
    }
    drop(rows);
    let salt = player_salt(&mut connection).await?;
    side_tables.push(BackupItem::PlayerSalt(salt));
    side_tables.extend(erasures::all(&mut connection).await?.into_iter().map(BackupItem::Erasure));
    connection.close().await?;
    Ok((position, side_tables))
}

/// Fills the store in one transaction, while other appends wait. Returns the newest position and the log's new id.
pub(super) async fn restore(
    options: &PgConnectOptions,
    mut items: BoxStream<'static, Result<BackupItem, StoreError>>,
    erased: &[Erasure],
) -> Result<(Position, String), StoreError> {
    // If anything fails, the connection is dropped, and the transaction with it.
    let mut connection = connect(options).await?;
    connection.execute("BEGIN").await?;
    sqlx::query("SELECT position FROM log_head FOR UPDATE").execute(&mut connection).await?;
    let used = "SELECT (SELECT position FROM log_head) > 0 OR EXISTS (SELECT 1 FROM events)
                OR EXISTS (SELECT 1 FROM claims) OR EXISTS (SELECT 1 FROM idempotent_answers)
                OR EXISTS (SELECT 1 FROM id_sequences) OR EXISTS (SELECT 1 FROM passwords)
                OR EXISTS (SELECT 1 FROM person_keys) OR EXISTS (SELECT 1 FROM erasures)
                OR EXISTS (SELECT 1 FROM webhook_secrets)";
    if sqlx::query(used).fetch_one(&mut connection).await?.try_get(0)? {
        return Err(not_empty());
    }
    let mut checker = BackupChecker::default();
    // Their rows name events, which come last.
    let mut known = Vec::new();
    while let Some(mut chunk) = checker.next_chunk(&mut items).await? {
        known.append(&mut chunk.erasures);
        insert(&mut connection, chunk).await?;
    }
    let head = checker.finish()?;
    let erased = erasures::that_apply(&mut connection, checker.log_id(), erased).await?;
    known.extend(erased);
    erasures::restore(&mut connection, &known).await?;
    webhooks::begin_silently(&mut connection, head.0).await?;
    let finish = "UPDATE log_head SET position = $1, changes = changes + 1,
                  log_id = replace(gen_random_uuid()::text, '-', '') RETURNING log_id";
    let log_id = sqlx::query(finish).bind(head.0).fetch_one(&mut connection).await?.try_get(0)?;
    connection.execute("COMMIT").await?;
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
        let insert = "INSERT INTO idempotent_answers
                          (owner, client_key, request_sha256, response, recorded_at, checksum, hour)
                      SELECT new.*, answer_clock.hour FROM answer_clock,
                      UNNEST($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) AS new";
        bind_answers(sqlx::query(insert), chunk.answers.iter()).execute(&mut *connection).await?;
    }
    if !chunk.passwords.is_empty() {
        passwords::insert(connection, &chunk.passwords).await?;
    }
    for secret in &chunk.webhook_secrets {
        webhooks::put_secret(&mut *connection, secret).await?;
    }
    person_keys::insert(connection, &chunk.keys).await?;
    if let Some(salt) = &chunk.player_salt {
        let change = sqlx::query("UPDATE player_salt SET salt = $1").bind(salt.as_bytes().as_slice());
        change.execute(&mut *connection).await?;
    }
    insert_recorded(connection, &chunk.events).await
}
