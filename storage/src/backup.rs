//! The contents of a backup of the log, for any database: everything that cannot be recreated.
//!
//! A backup shows the log at one moment. It starts with [`BackupItem::Head`], which is used to check that it is
//! complete. The events come last, in order. A slow consumer does not delay the database.

use std::collections::HashMap;

use futures::StreamExt;
use futures::stream::{self, BoxStream};
use proto_events::ids::{PasswordId, UserId};
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, Version};
use tokio::sync::mpsc;

use crate::StoreError;
use crate::append_request::{Claim, IdempotentAnswer};
use crate::checksum::RowChecksum;
use crate::erasures::Erasure;
use crate::person_keys::PersonKey;
use crate::sealing::Sealer;
use crate::webhooks::StoredWebhookSecret;

/// The sending end of a backup.
pub(crate) struct BackupSender(mpsc::Sender<Result<BackupItem, StoreError>>);

impl BackupSender {
    /// Sends an item. Returns an error if the receiver is gone.
    pub(crate) async fn put(&self, item: BackupItem) -> Result<(), StoreError> {
        self.0.send(Ok(item)).await.map_err(|_| StoreError::Closed)
    }
}

/// Returns the items that `read` puts into the sender, and its error if it fails.
pub(crate) fn backup<F>(read: impl FnOnce(BackupSender) -> F) -> BoxStream<'static, Result<BackupItem, StoreError>>
where
    F: Future<Output = Result<(), StoreError>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(CHUNK_ITEMS);
    let reading = read(BackupSender(sender.clone()));
    tokio::spawn(async move {
        if let Err(error) = reading.await {
            // If the receiver is gone, it needs no error either.
            let _ = sender.send(Err(error)).await;
        }
    });
    stream::unfold(receiver, async |mut receiver| Some((receiver.recv().await?, receiver))).boxed()
}

/// Items written together.
const CHUNK_ITEMS: usize = 500;
/// Bytes of payload written together.
const CHUNK_BYTES: usize = 4 * 1024 * 1024;

/// Items to be written together, by kind.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    pub(crate) next_ids: Vec<(String, i64)>,
    pub(crate) claims: Vec<Claim>,
    pub(crate) answers: Vec<IdempotentAnswer>,
    pub(crate) passwords: Vec<StoredPassword>,
    pub(crate) webhook_secrets: Vec<StoredWebhookSecret>,
    pub(crate) keys: Vec<(UserId, PersonKey)>,
    pub(crate) player_salt: Option<PlayerSalt>,
    pub(crate) erasures: Vec<Erasure>,
    pub(crate) events: Vec<Recorded>,
    items: usize,
    bytes: usize,
}

impl Chunk {
    /// Whether it is large enough to be written.
    fn is_full(&self) -> bool {
        self.items >= CHUNK_ITEMS || self.bytes >= CHUNK_BYTES
    }
}

/// Checks a backup while it is read: that it is complete and in order, without duplicates, and that each event matches
/// its hash. Events of older versions have no hash; they are encrypted and hashed here.
///
/// Call [`BackupChecker::next_chunk`] until there is no more, and commit only after [`BackupChecker::finish`] succeeded.
#[derive(Default)]
pub(crate) struct BackupChecker {
    promised: Option<Position>,
    log_id: String,
    last: Position,
    hash: EventHash,
    versions: HashMap<StreamId, Version>,
    /// Encrypts and hashes events of older versions; `None` if the backup has hashes.
    sealer: Option<Sealer>,
}

impl BackupChecker {
    /// Returns the next items, or `None` at the end.
    pub(crate) async fn next_chunk(
        &mut self,
        items: &mut BoxStream<'static, Result<BackupItem, StoreError>>,
    ) -> Result<Option<Chunk>, StoreError> {
        let mut chunk = Chunk::default();
        while !chunk.is_full()
            && let Some(item) = items.next().await
        {
            self.take(item?, &mut chunk)?;
        }
        Ok((chunk.items > 0).then_some(chunk))
    }

    fn take(&mut self, item: BackupItem, chunk: &mut Chunk) -> Result<(), StoreError> {
        match (self.promised, item) {
            (None, BackupItem::Head { position, log_id }) => (self.promised, self.log_id) = (Some(position), log_id),
            (None, _) => return Err(damaged("the first item is not a head")),
            (Some(_), BackupItem::Head { .. }) => return Err(damaged("it has two heads")),
            (Some(_), BackupItem::NextId { sequence, next }) => chunk.next_ids.push((sequence, next)),
            (Some(_), BackupItem::Claim(claim)) => chunk.claims.push(claim),
            (Some(_), BackupItem::Answer(answer)) => {
                chunk.bytes += answer.response.len();
                chunk.answers.push(answer);
            }
            (Some(_), BackupItem::Password(password)) => chunk.passwords.push(password),
            (Some(_), BackupItem::WebhookSecret(secret)) => chunk.webhook_secrets.push(secret),
            (Some(_), BackupItem::PersonKey(user, key)) => chunk.keys.push((user, key)),
            (Some(_), BackupItem::PlayerSalt(salt)) => chunk.player_salt = Some(salt),
            (Some(_), BackupItem::Erasure(erasure)) => chunk.erasures.push(erasure),
            (Some(_), BackupItem::Event(mut event)) => {
                if self.last == Position::START && event.hash == EventHash::START {
                    self.sealer = Some(Sealer::default());
                }
                if let Some(sealer) = &mut self.sealer {
                    chunk.keys.extend(sealer.seal(&mut event)?);
                }
                self.check(&event)?;
                chunk.bytes += event.encoded.payload.len();
                chunk.events.push(event);
            }
        }
        chunk.items += 1;
        Ok(())
    }

    fn check(&mut self, event: &Recorded) -> Result<(), StoreError> {
        let version = self.versions.entry(event.stream).or_default();
        if event.position.0 != self.last.0 + 1 || event.version != *version + 1 {
            let Recorded { position, stream, version: found, .. } = event;
            return Err(damaged(&format!("after event {} comes {position}, version {found} of {stream}", self.last)));
        }
        if event.is_damaged || event.hash_after(self.hash) != event.hash {
            return Err(damaged(&format!("event {} does not match its hash", event.position)));
        }
        (self.last, self.hash, *version) = (event.position, event.hash, event.version);
        Ok(())
    }

    /// Returns the id of the log that the backup was made of.
    pub(crate) fn log_id(&self) -> &str {
        &self.log_id
    }

    /// Returns the position of the newest event.
    ///
    /// # Errors
    /// If the backup is not complete.
    pub(crate) fn finish(&self) -> Result<Position, StoreError> {
        match self.promised {
            Some(promised) if promised == self.last => Ok(promised),
            Some(promised) => Err(damaged(&format!("it ends with event {} of {promised}", self.last))),
            None => Err(damaged("it is empty")),
        }
    }
}

fn damaged(why: &str) -> StoreError {
    StoreError::Damaged(format!("the backup cannot be restored: {why}"))
}

/// Returns the number of events after one position, up to and including another. Positions have no gaps.
pub(crate) fn events_between(after: Position, last: Position) -> usize {
    usize::try_from(last.0 - after.0).unwrap_or_default()
}

/// Returns the error for a backup of a log with a gap.
pub(crate) fn missing(after: Position) -> StoreError {
    StoreError::Damaged(format!("the event after {after} is missing"))
}

/// The hash of a password.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredPassword {
    /// Its id in events.
    pub id: PasswordId,
    /// The user.
    pub user_id: UserId,
    /// The hash, as a PHC string.
    pub hash: String,
}

impl StoredPassword {
    /// Computes the checksum of its row.
    pub(crate) fn checksum(&self) -> i64 {
        RowChecksum::default().number(self.id.0).number(self.user_id.0).bytes(&self.hash).value()
    }
}

/// Hides the hash.
impl std::fmt::Debug for StoredPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoredPassword").field("id", &self.id).field("user_id", &self.user_id).finish_non_exhaustive()
    }
}

/// A part of a backup.
#[derive(Debug, Clone, PartialEq)]
pub enum BackupItem {
    /// The first item.
    Head {
        /// The id of the log.
        log_id: String,
        /// Position of the newest event, which is also the number of events.
        position: Position,
    },
    /// The next id of a sequence.
    NextId {
        /// The sequence's name.
        sequence: String,
        /// The id that is issued next.
        next: i64,
    },
    /// A claimed name.
    Claim(Claim),
    /// An answer recorded for an idempotency key.
    Answer(IdempotentAnswer),
    /// The hash of a password. Backups of older versions have none.
    Password(StoredPassword),
    /// A secret of a webhook. Backups of older versions have none.
    WebhookSecret(StoredWebhookSecret),
    /// The key that encrypts a person's data. Backups of older versions have none.
    PersonKey(UserId, PersonKey),
    /// The salt of the ids under which players are shown. Backups of older versions have none.
    PlayerSalt(PlayerSalt),
    /// The erasure of a person, who has no key any more.
    Erasure(Erasure),
    /// An event as it is stored, with encrypted personal data.
    Event(Recorded),
}
