//! The contents of a backup of the log, for any database: everything that cannot be recreated.
//!
//! A backup shows the log at one moment. It starts with [`BackupItem::Head`], which is used to check that it is
//! complete. The events come last, in order.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use futures::StreamExt;
use futures::stream::BoxStream;
use proto_events::ids::{PasswordId, UserId};
use proto_events::player_salt::PlayerSalt;
use proto_events::{DomainEvent, EventHash, Position, Recorded, StreamId, StreamKind, Version};
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::append_request::{Claim, IdempotentAnswer};
use crate::erasures::Erasure;
use crate::notifications::NotificationItem;
use crate::person_keys::{EventContext, PersonKey};
use crate::pictures::StoredPicture;
use crate::shows::shows;
use crate::webhooks::StoredWebhookSecret;

/// Items written together.
const CHUNK_ITEMS: usize = 500;
/// Bytes of payload written together.
const CHUNK_BYTES: usize = 4 * 1024 * 1024;

/// Checks a backup while it is read: that it is complete and in order, without duplicates, and that each event matches
/// its hash. Events of older versions have no hash; they are encrypted and hashed here.
///
/// Call [`BackupChecker::next_chunk`] until there is no more, and commit only after [`BackupChecker::finish`] succeeded.
#[derive(Default)]
pub(crate) struct BackupChecker {
    promised: Option<Position>,
    /// The id of the log that the backup was made of.
    pub(crate) log_id: String,
    last: Position,
    hash: EventHash,
    versions: HashMap<StreamId, Version>,
    /// Encrypts and hashes events of older versions; `None` if the backup has hashes.
    sealer: Option<Sealer>,
}

impl BackupChecker {
    /// Returns the next items, or `None` at the end. Behind an event come the keys that were created for it.
    pub(crate) async fn next_chunk(
        &mut self,
        items: &mut BoxStream<'static, Result<BackupItem, StoreError>>,
    ) -> Result<Option<Vec<BackupItem>>, StoreError> {
        let (mut chunk, mut bytes) = (Vec::new(), 0);
        while chunk.len() < CHUNK_ITEMS
            && bytes < CHUNK_BYTES
            && let Some(item) = items.next().await
        {
            let (item, key) = self.checked(item?)?;
            bytes += match &item {
                BackupItem::Answer(answer) => answer.response.len(),
                BackupItem::Picture(picture) => picture.content.len(),
                BackupItem::Event(event) => event.encoded.payload.len(),
                _ => 0,
            };
            chunk.push(item);
            chunk.extend(key);
        }
        Ok((!chunk.is_empty()).then_some(chunk))
    }

    fn checked(&mut self, mut item: BackupItem) -> Result<(BackupItem, Option<BackupItem>), StoreError> {
        let mut key = None;
        match (self.promised, &mut item) {
            (None, BackupItem::Head { position, log_id }) => {
                (self.promised, self.log_id) = (Some(*position), log_id.clone());
            }
            (None, _) => return Err(damaged("the first item is not a head")),
            (Some(_), BackupItem::Head { .. }) => return Err(damaged("it has two heads")),
            (Some(_), BackupItem::Event(event)) => {
                if self.last == Position::START && event.hash == EventHash::START {
                    self.sealer = Some(Sealer::default());
                }
                if let Some(sealer) = &mut self.sealer {
                    key = sealer.seal(event)?.map(|(user, key)| BackupItem::PersonKey(user, key));
                }
                self.check(event)?;
            }
            _ => {}
        }
        Ok((item, key))
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

    /// Returns the position of the newest event.
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

/// Encrypts and hashes events of a backup without hashes, in the order of the log.
#[derive(Default)]
struct Sealer {
    keys: HashMap<UserId, PersonKey>,
    last: EventHash,
}

impl Sealer {
    /// Encrypts the payload if it is personal, and sets the hash. Returns the person's key if it was created for this
    /// event.
    fn seal(&mut self, event: &mut Recorded) -> Result<Option<(UserId, PersonKey)>, StoreError> {
        let mut made = None;
        if is_personal(event) {
            let user = UserId(event.stream.id);
            let key = match self.keys.entry(user) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => {
                    let key = PersonKey::generate()?;
                    made = Some((user, key.clone()));
                    unknown.insert(key)
                }
            };
            let place =
                EventContext { stream: event.stream, version: event.version, event_type: &event.encoded.event_type };
            event.encoded.payload = key.seal(&place, &event.encoded.payload)?;
        }
        event.hash = event.hash_after(self.last);
        self.last = event.hash;
        Ok(made)
    }
}

/// Whether an event must be encrypted. This includes a person's events that cannot be decoded, because they may contain
/// personal data.
fn is_personal(event: &Recorded) -> bool {
    event.stream.kind == StreamKind::User
        && DomainEvent::decode(event.stream.kind, &event.encoded).map_or(true, |event| event.is_personal())
}

/// The hash of a password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredPassword {
    /// Its id in events.
    #[serde(rename = "password_id")]
    pub id: PasswordId,
    /// The user.
    pub user_id: UserId,
    /// The hash, as a PHC string.
    pub hash: String,
}

shows!(StoredPassword: id, user_id);

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
    /// Where notifications go, and what people want of them. Backups of older versions have none.
    Notification(NotificationItem),
    /// A picture that a stream names. Backups of older versions have none.
    Picture(StoredPicture),
    /// An event as it is stored, with encrypted personal data.
    Event(Recorded),
}
