//! Backs up the log, and restores a backup into an empty store.

use std::sync::Arc;

use futures::stream::BoxStream;
use proto_events::Position;

use super::events::number;
use super::store::LogTables;
use super::{erasures, events, passwords, person_keys, webhooks};
use crate::StoreError;
use crate::backup::{BackupChecker, BackupItem, BackupSender, Chunk, events_between, missing};
use crate::checksum;
use crate::erasures::Erasure;
use crate::log_rows;
use crate::sql::{Sql, StoreRow, sql};
use crate::webhooks::secret;

/// Reads the side tables in one snapshot, and then the events up to its position, in ranges. No transaction is open
/// while items wait to be read, because an open one would prevent the database from cleaning up what it wrote meanwhile.
pub(super) async fn read<T: LogTables>(tables: Arc<T>, sender: BackupSender) -> Result<(), StoreError> {
    let mut snapshot = tables.snapshot().await?;
    let (head, side_tables) = side_tables(&mut *snapshot, &sender).await?;
    snapshot.rollback().await?;
    for item in side_tables {
        sender.put(item).await?;
    }
    let mut after = Position::START;
    while after < head {
        let events = tables.read_log(after, events_between(after, head)).await?;
        after = events.last().ok_or_else(|| missing(after))?.position;
        for event in events {
            sender.put(BackupItem::Event(event)).await?;
        }
    }
    Ok(())
}

/// Reads everything except the events. Puts the head and the sequences, which are few, into the sender at once. Returns
/// the head's position and the other items.
async fn side_tables(
    connection: &mut impl Sql,
    sender: &BackupSender,
) -> Result<(Position, Vec<BackupItem>), StoreError> {
    let (position, log_id) = (events::head(connection).await?, events::log_id(connection).await?);
    sender.put(BackupItem::Head { log_id, position }).await?;
    let sequences = sql("SELECT name, next FROM id_sequences ORDER BY name");
    for item in connection.all(sequences, next_id).await? {
        sender.put(item).await?;
    }
    let claims = sql("SELECT scope, name, holder_kind, holder_id, checksum FROM claims ORDER BY scope, name");
    let mut items = connection.all(claims, |row| Ok(BackupItem::Claim(log_rows::claim(row)?))).await?;
    let answers =
        sql("SELECT owner, client_key, request_sha256, response, recorded_at, checksum FROM idempotent_answers
                       ORDER BY owner, client_key");
    items.extend(connection.all(answers, |row| Ok(BackupItem::Answer(log_rows::answer(row)?))).await?);
    let passwords = sql("SELECT password_id, user_id, hash, checksum FROM passwords ORDER BY password_id");
    items.extend(connection.all(passwords, |row| Ok(BackupItem::Password(log_rows::password(row)?))).await?);
    let secrets = sql("SELECT secret_id, webhook_id, secret, checksum FROM webhook_secrets ORDER BY secret_id");
    items.extend(connection.all(secrets, |row| Ok(BackupItem::WebhookSecret(secret(row)?))).await?);
    let keys = sql("SELECT user_id, key, checksum FROM person_keys ORDER BY user_id");
    for (user, key) in connection.all(keys, log_rows::person_key).await? {
        items.extend(key.backed_up(user)?.map(|key| BackupItem::PersonKey(user, key)));
    }
    items.push(BackupItem::PlayerSalt(events::player_salt(connection).await?));
    items.extend(erasures::all(connection).await?.into_iter().map(BackupItem::Erasure));
    Ok((position, items))
}

fn next_id(row: &impl StoreRow) -> Result<BackupItem, StoreError> {
    Ok(BackupItem::NextId { sequence: row.column(0)?, next: row.column(1)? })
}

/// Fills an empty log, while appends wait. Returns the newest position and the log's new id. The caller begins the
/// transaction and commits.
pub(super) async fn fill<C: Sql>(
    connection: &mut C,
    mut items: BoxStream<'static, Result<BackupItem, StoreError>>,
    erased: &[Erasure],
) -> Result<(Position, String), StoreError> {
    let lock = sql("SELECT position FROM log_head").then(C::pick("", " FOR UPDATE"));
    connection.execute(lock).await?;
    let used = sql("SELECT 1 FROM log_head WHERE position > 0 OR EXISTS (SELECT 1 FROM events)
                    OR EXISTS (SELECT 1 FROM claims) OR EXISTS (SELECT 1 FROM idempotent_answers)
                    OR EXISTS (SELECT 1 FROM id_sequences) OR EXISTS (SELECT 1 FROM passwords)
                    OR EXISTS (SELECT 1 FROM person_keys) OR EXISTS (SELECT 1 FROM erasures)
                    OR EXISTS (SELECT 1 FROM webhook_secrets)");
    if connection.first(used, |_| Ok(())).await?.is_some() {
        return Err(StoreError::NotEmpty);
    }
    let mut checker = BackupChecker::default();
    // Their rows name events, which come last.
    let mut known = Vec::new();
    while let Some(mut chunk) = checker.next_chunk(&mut items).await? {
        known.append(&mut chunk.erasures);
        insert(connection, chunk).await?;
    }
    let head = checker.finish()?;
    let erased = erasures::that_apply(connection, checker.log_id(), erased).await?;
    known.extend(erased);
    erasures::restore(connection, &known).await?;
    webhooks::begin_silently(connection, head.0).await?;
    let log_id = events::renewed_log_id(connection, &format!(", position = {}", head.0)).await?;
    Ok((head, log_id))
}

async fn insert(connection: &mut impl Sql, chunk: Chunk) -> Result<(), StoreError> {
    let next_ids = chunk.next_ids.iter().map(|(name, next)| vec![name.as_str().into(), (*next).into()]).collect();
    connection.insert("id_sequences (name, next)", next_ids, "").await?;
    let claims = chunk.claims.iter().map(|claim| {
        vec![
            claim.scope.as_str().into(),
            claim.name.as_str().into(),
            claim.holder.kind.name().into(),
            claim.holder.id.into(),
            checksum::of_claim(claim).into(),
        ]
    });
    connection.insert("claims (scope, name, holder_kind, holder_id, checksum)", claims.collect(), "").await?;
    let hour = connection.one(sql("SELECT hour FROM answer_clock"), number).await?;
    let answers = chunk.answers.iter().map(|answer| {
        vec![
            answer.owner.as_str().into(),
            answer.key.as_str().into(),
            answer.request_sha256.as_str().into(),
            answer.response.as_str().into(),
            answer.recorded_at.timestamp_micros().into(),
            checksum::of_answer(answer).into(),
            hour.into(),
        ]
    });
    let columns = "idempotent_answers (owner, client_key, request_sha256, response, recorded_at, checksum, hour)";
    connection.insert(columns, answers.collect(), "").await?;
    person_keys::insert(connection, &chunk.keys).await?;
    passwords::insert(connection, &chunk.passwords).await?;
    for secret in &chunk.webhook_secrets {
        webhooks::put_secret(connection, secret).await?;
    }
    if let Some(salt) = &chunk.player_salt {
        connection.execute(sql("UPDATE player_salt SET salt = $1").bind(salt.as_bytes().as_slice())).await?;
    }
    events::insert(connection, &chunk.events).await
}
