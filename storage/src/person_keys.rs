//! The keys of people: how they are stored, and a cache of them.

mod key;

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use proto_events::ids::UserId;
use proto_events::{Recorded, StreamId, StreamKind, UserEvent};

use crate::StoreError;
use crate::append_request::AppendRequest;
use crate::checksum;
pub(crate) use key::EventContext;
pub use key::PersonKey;

/// Maximum number of keys kept in memory, about 3 MiB. When it is exceeded, all are forgotten and read again as needed.
const REMEMBERED: usize = 65_536;

/// How long keys are remembered. A process that never reads that a person was erased forgets the key after this time.
const REMEMBERED_FOR: Duration = Duration::from_secs(60);

/// The stored key of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StoredKey {
    /// The key.
    Usable(PersonKey),
    /// The key was erased, permanently.
    Erased,
    /// The row is damaged.
    Damaged,
}

/// Reads a key from the columns of its row.
pub(crate) fn from_columns(user_id: i64, key: Option<&[u8]>, stored: i64) -> (UserId, StoredKey) {
    let usable = key.and_then(PersonKey::from_bytes);
    let is_whole = key.is_some() == usable.is_some() && stored == checksum::of_person_key(user_id, usable.as_ref());
    let key = match usable {
        _ if !is_whole => StoredKey::Damaged,
        Some(key) => StoredKey::Usable(key),
        None => StoredKey::Erased,
    };
    (UserId(user_id), key)
}

/// Reads keys from a database.
#[async_trait]
pub(crate) trait LoadKeys: Send + Sync + 'static {
    /// Returns the stored keys of these people, without those who have none.
    async fn load(&self, users: &[UserId]) -> Result<Vec<(UserId, StoredKey)>, StoreError>;
}

/// The keys of people, with a cache.
pub(crate) struct PersonKeys<L> {
    source: L,
    remembered: Mutex<Remembered>,
}

/// Keys in memory.
struct Remembered {
    keys: HashMap<UserId, PersonKey>,
    since: Instant,
}

/// The keys that encrypt a request's events.
#[derive(Debug, Default)]
pub(crate) struct WritingKeys {
    keys: HashMap<UserId, PersonKey>,
    /// New keys, to be stored with the events.
    pub(crate) new: Vec<(UserId, PersonKey)>,
}

impl WritingKeys {
    /// Returns the key of the person whose stream it is.
    pub(crate) fn of(&self, stream: StreamId) -> Option<&PersonKey> {
        self.keys.get(&UserId(stream.id)).filter(|_| stream.kind == StreamKind::User)
    }
}

impl<L: LoadKeys> PersonKeys<L> {
    pub(crate) fn new(source: L) -> Self {
        Self { source, remembered: Mutex::new(Remembered { keys: HashMap::new(), since: Instant::now() }) }
    }

    fn remembered(&self) -> MutexGuard<'_, Remembered> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the keys that a request needs, with new ones for people who have none.
    ///
    /// # Errors
    /// If the database fails, or the request contains personal data of a person whose key was erased.
    pub(crate) async fn for_writing(&self, request: &AppendRequest) -> Result<WritingKeys, StoreError> {
        let personal = request.writes.iter().filter(|write| write.events.iter().any(|event| event.event.is_personal()));
        let (mut new, mut known) = (HashSet::new(), HashSet::new());
        for write in personal {
            let is_new = write.expected_version == 0;
            if is_new { &mut new } else { &mut known }.insert(UserId(write.stream.id));
        }
        known.retain(|user| !new.contains(user));
        let mut writing = WritingKeys::default();
        if !known.is_empty() {
            let known: Vec<UserId> = known.into_iter().collect();
            for (user, stored) in self.source.load(&known).await? {
                writing.keys.insert(user, stored.usable_for(user)?);
            }
            new.extend(known.into_iter().filter(|user| !writing.keys.contains_key(user)));
        }
        for user in new {
            let key = PersonKey::generate()?;
            writing.keys.insert(user, key.clone());
            writing.new.push((user, key));
        }
        Ok(writing)
    }

    /// Decrypts payloads. A payload without a matching key stays encrypted and cannot be decoded. If the key was erased,
    /// a redacted event takes its place.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn open(&self, events: &mut [Recorded]) -> Result<(), StoreError> {
        let mut wanted: HashSet<UserId> =
            events.iter().filter(|event| is_sealed(event)).map(|event| UserId(event.stream.id)).collect();
        if wanted.is_empty() && !events.iter().any(is_erasure) {
            return Ok(());
        }
        let mut keys = HashMap::with_capacity(wanted.len());
        let mut erased = HashSet::new();
        {
            let mut remembered = self.remembered();
            if remembered.since.elapsed() >= REMEMBERED_FOR {
                remembered.keys.clear();
                remembered.since = Instant::now();
            }
            for event in events.iter().filter(|event| is_erasure(event)) {
                remembered.keys.remove(&UserId(event.stream.id));
            }
            wanted.retain(|user| match remembered.keys.get(user) {
                Some(key) => keys.insert(*user, key.clone()).is_some(),
                None => true,
            });
        }
        if !wanted.is_empty() {
            let missing: Vec<UserId> = wanted.into_iter().collect();
            let loaded = self.source.load(&missing).await?;
            let mut usable = Vec::with_capacity(loaded.len());
            for (user, stored) in loaded {
                match stored {
                    StoredKey::Usable(key) => usable.push((user, key)),
                    StoredKey::Erased => drop(erased.insert(user)),
                    StoredKey::Damaged => {}
                }
            }
            self.remember(&usable);
            keys.extend(usable);
        }
        for event in events.iter_mut().filter(|event| is_sealed(event)) {
            let user = UserId(event.stream.id);
            match keys.get(&user) {
                Some(key) => open_event(event, key),
                None if erased.contains(&user) => event.encoded.redact(),
                None => {}
            }
        }
        Ok(())
    }

    fn remember(&self, keys: &[(UserId, PersonKey)]) {
        let mut remembered = self.remembered();
        if remembered.keys.len() + keys.len() > REMEMBERED {
            remembered.keys.clear();
        }
        remembered.keys.extend(keys.iter().take(REMEMBERED).cloned());
    }
}

impl StoredKey {
    /// Returns the key for a backup, or `None` if it was erased.
    pub(crate) fn backed_up(self, user: UserId) -> Result<Option<PersonKey>, StoreError> {
        match self {
            Self::Erased => Ok(None),
            key => Ok(Some(key.usable_for(user)?)),
        }
    }

    /// Returns the key for writing personal data of this person.
    pub(crate) fn usable_for(self, user: UserId) -> Result<PersonKey, StoreError> {
        match self {
            Self::Usable(key) => Ok(key),
            Self::Damaged => Err(StoreError::Damaged(format!("the key of user {user} cannot be used"))),
            Self::Erased => Err(StoreError::Erased(user)),
        }
    }
}

fn is_erasure(event: &Recorded) -> bool {
    event.stream.kind == StreamKind::User && event.encoded.event_type == UserEvent::ERASED
}

fn is_sealed(event: &Recorded) -> bool {
    event.stream.kind == StreamKind::User && event.encoded.sealed().is_some()
}

fn open_event(event: &mut Recorded, key: &PersonKey) {
    let Recorded { stream, version, encoded, .. } = event;
    let place = EventContext { stream: *stream, version: *version, event_type: &encoded.event_type };
    if let Some(payload) = encoded.sealed().and_then(|sealed| key.open(&place, sealed)) {
        encoded.payload = payload;
    }
}
