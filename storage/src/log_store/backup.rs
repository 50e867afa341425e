//! Backs up the log, and restores a backup into an empty store.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures::future::ready;
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use proto_events::Position;

use super::events::number;
use super::store::LogTables;
use super::{erasures, events, notifications, pictures, webhooks};
use crate::StoreError;
use crate::backup::{BackupChecker, BackupItem};
use crate::erasures::Erasure;
use crate::log_rows::{
    ANSWERS, CLAIMS, EVENTS, ID_SEQUENCES, PASSWORDS, PERSON_KEYS, WEBHOOK_SECRETS, answer, answer_row, claim,
    claim_row, event_row, password, password_row, person_key, person_key_row, secret, secret_row,
};
use crate::pictures::changed_by;
use crate::sql::{Row, Sql, StoreRow, Table, sql};
use crate::tables::Purpose;

/// Reads the side tables in one snapshot, and then the pictures one by one, and the events up to its position, in ranges. No
/// transaction is open while items wait to be read, because an open one would prevent the database from cleaning up what it
/// wrote meanwhile.
pub(super) fn read<T: LogTables>(tables: Arc<T>) -> BoxStream<'static, Result<BackupItem, StoreError>> {
    let begun = async move {
        let mut snapshot = tables.snapshot(Purpose::Export).await?;
        let (head, items) = side_tables(&mut *snapshot).await?;
        let named = snapshot.all(pictures::all_used(), |row| Ok(row.column::<String>(0)?)).await?;
        snapshot.rollback().await?;
        let store = Arc::clone(&tables);
        // One that was removed meanwhile is left out.
        let pictures = stream::iter(named).then(move |sha256| {
            let store = Arc::clone(&store);
            async move { store.show().first(pictures::any(&sha256), pictures::picture).await }
        });
        let pictures = pictures.try_filter_map(|found| ready(Ok(found.map(BackupItem::Picture))));
        let events = stream::try_unfold(Position::START, move |after| {
            let tables = Arc::clone(&tables);
            async move {
                if after >= head {
                    return Ok(None);
                }
                // Positions have no gaps.
                let limit = usize::try_from(head.0 - after.0).unwrap_or_default();
                let events = events::read_log(&mut tables.show(), after, limit).await?;
                let missing = || StoreError::Damaged(format!("the event after {after} is missing"));
                let last = events.last().ok_or_else(missing)?.position;
                Ok::<_, StoreError>(Some((events, last)))
            }
        });
        let events = events.map_ok(|events| {
            stream::iter(events.into_iter().map(|event| Ok::<_, StoreError>(BackupItem::Event(event))))
        });
        Ok::<_, StoreError>(stream::iter(items.into_iter().map(Ok)).chain(pictures).chain(events.try_flatten()))
    };
    stream::once(begun).try_flatten().boxed()
}

/// Reads everything except the events. Returns the head's position and the items.
async fn side_tables(connection: &mut impl Sql) -> Result<(Position, Vec<BackupItem>), StoreError> {
    let (position, log_id) = (events::head(connection).await?, events::log_id(connection).await?);
    let mut items = vec![BackupItem::Head { log_id, position }];
    let sequences = ID_SEQUENCES.select("ORDER BY name");
    let next_id = connection.all(sequences, |row| Ok((row.column(0)?, row.column(1)?))).await?;
    items.extend(next_id.into_iter().map(|(sequence, next)| BackupItem::NextId { sequence, next }));
    let claims = CLAIMS.select("ORDER BY scope, name");
    items.extend(connection.all(claims, |row| Ok(BackupItem::Claim(claim(row)?))).await?);
    let answers = ANSWERS.select("ORDER BY owner, client_key");
    items.extend(connection.all(answers, |row| Ok(BackupItem::Answer(answer(row)?))).await?);
    let passwords = PASSWORDS.select("ORDER BY password_id");
    items.extend(connection.all(passwords, |row| Ok(BackupItem::Password(password(row)?))).await?);
    let secrets = WEBHOOK_SECRETS.select("ORDER BY secret_id");
    items.extend(connection.all(secrets, |row| Ok(BackupItem::WebhookSecret(secret(row)?))).await?);
    for (user, key) in connection.all(PERSON_KEYS.select("ORDER BY user_id"), person_key).await? {
        items.extend(key.backed_up(user)?.map(|key| BackupItem::PersonKey(user, key)));
    }
    items.push(BackupItem::PlayerSalt(events::player_salt(connection).await?));
    items.extend(notifications::all(connection).await?.into_iter().map(BackupItem::Notification));
    items.extend(erasures::all(connection).await?.into_iter().map(BackupItem::Erasure));
    Ok((position, items))
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
                    OR EXISTS (SELECT 1 FROM webhook_secrets) OR EXISTS (SELECT 1 FROM pictures)
                    OR EXISTS (SELECT 1 FROM push_subscriptions) OR EXISTS (SELECT 1 FROM notification_choices)
                    OR EXISTS (SELECT 1 FROM sender_secrets) OR EXISTS (SELECT 1 FROM discord_channels)");
    if connection.first(used, |_| Ok(())).await?.is_some() {
        return Err(StoreError::NotEmpty);
    }
    let mut checker = BackupChecker::default();
    // Their rows name events, which come last.
    let mut known = Vec::new();
    while let Some(chunk) = checker.next_chunk(&mut items).await? {
        insert(connection, chunk, &mut known).await?;
    }
    let head = checker.finish()?;
    let erased = erasures::that_apply(connection, &checker.log_id, erased).await?;
    known.extend(erased);
    erasures::restore(connection, &known).await?;
    webhooks::begin_silently(connection, head.0).await?;
    let log_id = events::renewed_log_id(connection, &format!(", position = {}", head.0)).await?;
    Ok((head, log_id))
}

/// Writes items, apart from the erasures, which it adds to `erasures`.
async fn insert(
    connection: &mut impl Sql,
    items: Vec<BackupItem>,
    erasures: &mut Vec<Erasure>,
) -> Result<(), StoreError> {
    let hour = connection.one(sql("SELECT hour FROM answer_clock"), number).await?;
    let mut uses = Vec::new();
    let mut tables = BTreeMap::<&str, (Table, Vec<Row>)>::new();
    let mut put = |table: Table, row| tables.entry(table.name).or_insert((table, Vec::new())).1.push(row);
    for item in items {
        match item {
            BackupItem::Head { .. } => {}
            BackupItem::NextId { sequence, next } => put(ID_SEQUENCES, vec![sequence.into(), next.into()]),
            BackupItem::Claim(claim) => put(CLAIMS, claim_row(&claim)),
            BackupItem::Answer(answer) => {
                put(ANSWERS, answer_row(&answer).into_iter().chain([hour.into()]).collect());
            }
            BackupItem::Password(password) => put(PASSWORDS, password_row(&password)),
            BackupItem::WebhookSecret(secret) => put(WEBHOOK_SECRETS, secret_row(&secret)),
            BackupItem::PersonKey(user, key) => put(PERSON_KEYS, person_key_row(user, Some(&key))),
            BackupItem::PlayerSalt(salt) => {
                connection.execute(sql("UPDATE player_salt SET salt = $1").bind(salt.as_bytes().as_slice())).await?;
            }
            BackupItem::Notification(item) => notifications::restore(connection, item).await?,
            BackupItem::Erasure(erasure) => erasures.push(erasure),
            BackupItem::Picture(picture) => drop(connection.execute(pictures::put(&picture)).await?),
            BackupItem::Event(event) => {
                uses.extend(changed_by(&event));
                put(EVENTS, event_row(&event)?);
            }
        }
    }
    for (table, rows) in tables.into_values() {
        connection.insert(&table, rows).await?;
    }
    pictures::note_uses(connection, &uses).await
}
