//! Backs up the log, and restores a backup into an empty store.

use futures::TryStreamExt;
use futures::stream::BoxStream;
use proto_events::Position;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::log_inserts::{insert_answers, insert_claims, insert_events, insert_keys};
use super::read_events;
use super::script::Script;
use super::writer::Writer;
use super::{erasures, passwords, person_keys, webhooks};
use crate::StoreError;
use crate::backup::{BackupChecker, BackupItem, BackupSender, Chunk, events_between, missing, not_empty};
use crate::erasures::Erasure;
use crate::log_rows;
use crate::transaction::Transaction;
use crate::webhooks::rows::secret;

/// Reads the side tables in one snapshot, and then the events up to its position, in ranges. No transaction is open
/// while items wait to be read, because an open one would prevent the write-ahead log from starting again.
pub(super) async fn read(readers: SqlitePool, sender: BackupSender) -> Result<(), StoreError> {
    let (head, side_tables) = read_side_tables(&readers, &sender).await?;
    for item in side_tables {
        sender.put(item).await?;
    }
    let mut after = Position::START;
    while after < head {
        let events = read_events::from(&readers, after, events_between(after, head)).await?;
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
    readers: &SqlitePool,
    sender: &BackupSender,
) -> Result<(Position, Vec<BackupItem>), StoreError> {
    let mut transaction = Transaction::begin(readers, "BEGIN").await?;
    let head = sqlx::query("SELECT log_id, position FROM log_head").fetch_one(&mut *transaction).await?;
    let position = Position(head.try_get(1)?);
    sender.put(BackupItem::Head { log_id: head.try_get(0)?, position }).await?;
    let sequences = sqlx::query("SELECT name, next FROM id_sequences ORDER BY name");
    for row in sequences.fetch_all(&mut *transaction).await? {
        sender.put(BackupItem::NextId { sequence: row.try_get(0)?, next: row.try_get(1)? }).await?;
    }
    let mut side_tables = Vec::new();
    let claims = "SELECT scope, name, holder_kind, holder_id, checksum FROM claims ORDER BY scope, name";
    let mut rows = sqlx::query(claims).fetch(&mut *transaction);
    while let Some(row) = rows.try_next().await? {
        side_tables.push(BackupItem::Claim(log_rows::claim(&row)?));
    }
    drop(rows);
    let answers = "SELECT owner, client_key, request_sha256, response, recorded_at, checksum FROM idempotent_answers
                   ORDER BY owner, client_key";
    let mut rows = sqlx::query(answers).fetch(&mut *transaction);
    while let Some(row) = rows.try_next().await? {
        side_tables.push(BackupItem::Answer(log_rows::answer(&row)?));
    }
    drop(rows);
    let mut rows = sqlx::query(passwords::ALL).fetch(&mut *transaction);
    while let Some(row) = rows.try_next().await? {
        side_tables.push(BackupItem::Password(log_rows::password(&row)?));
    }
    drop(rows);
    let mut rows = sqlx::query(webhooks::ALL_SECRETS).fetch(&mut *transaction);
    while let Some(row) = rows.try_next().await? {
        side_tables.push(BackupItem::WebhookSecret(secret(&row)?));
    }
    drop(rows);
    let mut rows = sqlx::query(person_keys::ALL).fetch(&mut *transaction);
    while let Some(row) = rows.try_next().await? {
        let (user, key) = log_rows::person_key(&row)?;
        side_tables.extend(key.backed_up(user)?.map(|key| BackupItem::PersonKey(user, key)));
    }
    drop(rows);
    let salt = read_events::player_salt(&mut *transaction).await?;
    side_tables.push(BackupItem::PlayerSalt(salt));
    side_tables.extend(erasures::all(&mut *transaction).await?.into_iter().map(BackupItem::Erasure));
    transaction.rollback().await?;
    Ok((position, side_tables))
}

/// Fills the store in one transaction. Returns the newest position and the log's new id.
pub(super) async fn restore(
    writer: &Writer,
    mut items: BoxStream<'static, Result<BackupItem, StoreError>>,
    erased: &[Erasure],
) -> Result<(Position, String), StoreError> {
    let mut transaction = writer.transaction().await?;
    let used = "SELECT (SELECT position FROM log_head) > 0 OR EXISTS (SELECT 1 FROM events)
                OR EXISTS (SELECT 1 FROM claims) OR EXISTS (SELECT 1 FROM idempotent_answers)
                OR EXISTS (SELECT 1 FROM id_sequences) OR EXISTS (SELECT 1 FROM passwords)
                OR EXISTS (SELECT 1 FROM person_keys) OR EXISTS (SELECT 1 FROM erasures)
                OR EXISTS (SELECT 1 FROM webhook_secrets)";
    if sqlx::query(used).fetch_one(&mut *transaction).await?.try_get(0)? {
        return Err(not_empty());
    }
    let mut checker = BackupChecker::default();
    // Their rows name events, which come last.
    let mut known = Vec::new();
    while let Some(mut chunk) = checker.next_chunk(&mut items).await? {
        known.append(&mut chunk.erasures);
        insert(&mut transaction, chunk).await?;
    }
    let head = checker.finish()?;
    let erased = erasures::that_apply(&mut transaction, checker.log_id(), erased).await?;
    known.extend(erased);
    erasures::restore(&mut transaction, &known).await?;
    webhooks::begin_silently(&mut transaction, head.0).await?;
    let finish = "UPDATE log_head SET position = ?1, log_id = lower(hex(randomblob(16))) RETURNING log_id";
    let log_id = sqlx::query(finish).bind(head.0).fetch_one(&mut *transaction).await?.try_get(0)?;
    transaction.commit().await?;
    Ok((head, log_id))
}

async fn insert(connection: &mut SqliteConnection, chunk: Chunk) -> Result<(), StoreError> {
    for (sequence, next) in &chunk.next_ids {
        let insert = sqlx::query("INSERT INTO id_sequences (name, next) VALUES (?1, ?2)");
        insert.bind(sequence).bind(next).execute(&mut *connection).await?;
    }
    let mut script = Script::default();
    insert_claims(&mut script, &chunk.claims.iter().collect::<Vec<_>>());
    insert_answers(&mut script, &chunk.answers.iter().collect::<Vec<_>>());
    insert_keys(&mut script, &chunk.keys.iter().collect::<Vec<_>>());
    script.run(connection).await?;
    if !chunk.passwords.is_empty() {
        passwords::insert(connection, &chunk.passwords).await?;
    }
    for secret in &chunk.webhook_secrets {
        webhooks::put_secret(&mut *connection, secret).await?;
    }
    if let Some(salt) = &chunk.player_salt {
        let change = sqlx::query("UPDATE player_salt SET salt = ?1").bind(salt.as_bytes().as_slice());
        change.execute(&mut *connection).await?;
    }
    if !chunk.events.is_empty() {
        insert_events(connection, &chunk.events).await?;
    }
    Ok(())
}
