//! Encryption of personal data in the log, with a separate key for each person. The keys are in their own table:
//! deleting a key erases the person's data, while the log and its hashes do not change.
//!
//! The cipher is AES-256-GCM, with a random nonce before the ciphertext. The stream, the version and the event type are
//! authenticated, so that a payload can only be decrypted in the event that it was written for.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use proto_events::ids::UserId;
use proto_events::{Encoded, Recorded, StreamId, StreamKind, Version};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};

use crate::StoreError;
use crate::backup::BackupItem;
use crate::checksum;
use crate::events::AppendRequest;

/// Bytes of a key.
const KEY_BYTES: usize = 32;
/// Maximum number of keys kept in memory, about 3 MiB. When it is exceeded, all are forgotten and read again as needed.
const REMEMBERED: usize = 65_536;

/// The key of a person.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonKey([u8; KEY_BYTES]);

/// Hides the key.
impl std::fmt::Debug for PersonKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PersonKey(…)")
    }
}

impl PersonKey {
    /// Creates a random key.
    pub(crate) fn generate() -> Result<Self, StoreError> {
        let mut key = [0; KEY_BYTES];
        SystemRandom::new().fill(&mut key).map_err(|_| no_randomness())?;
        Ok(Self(key))
    }

    /// Reads a stored key. Returns `None` if the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// Returns the key as it is stored.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    fn cipher(&self) -> Result<LessSafeKey, StoreError> {
        // This cannot fail: the type guarantees the length.
        let key = UnboundKey::new(&AES_256_GCM, &self.0).map_err(|error| StoreError::Damaged(error.to_string()))?;
        Ok(LessSafeKey::new(key))
    }

    /// Encrypts the payload of the event at this place.
    pub(crate) fn seal(&self, place: &Place<'_>, payload: &str) -> Result<String, StoreError> {
        let mut sealed = vec![0; NONCE_LEN];
        SystemRandom::new().fill(&mut sealed).map_err(|_| no_randomness())?;
        let nonce = Nonce::try_assume_unique_for_key(&sealed).map_err(|_| no_randomness())?;
        let mut text = payload.as_bytes().to_vec();
        let sealing = self.cipher()?.seal_in_place_append_tag(nonce, place.authenticated(), &mut text);
        sealing.map_err(|_| StoreError::Unwritable("a payload cannot be encrypted".into()))?;
        sealed.append(&mut text);
        Ok(Encoded::seal(&STANDARD_NO_PAD.encode(sealed)))
    }

    /// Decrypts a payload. Returns `None` if it was not encrypted with this key for this place.
    fn open(&self, place: &Place<'_>, sealed: &str) -> Option<String> {
        let mut sealed = STANDARD_NO_PAD.decode(sealed).ok()?;
        let (nonce, text) = sealed.split_at_mut_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let text = self.cipher().ok()?.open_in_place(nonce, place.authenticated(), text).ok()?.to_vec();
        String::from_utf8(text).ok()
    }
}

fn no_randomness() -> StoreError {
    StoreError::Unwritable("the operating system returned no random bytes".into())
}

/// The event that a payload belongs to.
pub(crate) struct Place<'a> {
    pub(crate) stream: StreamId,
    pub(crate) version: Version,
    pub(crate) event_type: &'a str,
}

impl Place<'_> {
    fn authenticated(&self) -> Aad<Vec<u8>> {
        Aad::from(format!("{}/{}/{}", self.stream, self.version, self.event_type).into_bytes())
    }
}

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
    remembered: Mutex<HashMap<UserId, PersonKey>>,
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
        Self { source, remembered: Mutex::default() }
    }

    fn remembered(&self) -> MutexGuard<'_, HashMap<UserId, PersonKey>> {
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

    /// Decrypts payloads. A payload without a matching key stays encrypted and cannot be decoded.
    ///
    /// # Errors
    /// If the database fails.
    pub(crate) async fn open(&self, events: &mut [Recorded]) -> Result<(), StoreError> {
        let mut wanted: HashSet<UserId> =
            events.iter().filter(|event| is_sealed(event)).map(|event| UserId(event.stream.id)).collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let mut keys = HashMap::with_capacity(wanted.len());
        {
            let remembered = self.remembered();
            wanted.retain(|user| match remembered.get(user) {
                Some(key) => keys.insert(*user, key.clone()).is_some(),
                None => true,
            });
        }
        if !wanted.is_empty() {
            let missing: Vec<UserId> = wanted.into_iter().collect();
            let loaded = self.source.load(&missing).await?;
            let usable = loaded.into_iter().filter_map(|(user, stored)| match stored {
                StoredKey::Usable(key) => Some((user, key)),
                StoredKey::Erased | StoredKey::Damaged => None,
            });
            let usable: Vec<_> = usable.collect();
            self.remember(&usable);
            keys.extend(usable);
        }
        for event in events.iter_mut().filter(|event| is_sealed(event)) {
            if let Some(key) = keys.get(&UserId(event.stream.id)) {
                open_event(event, key);
            }
        }
        Ok(())
    }

    fn remember(&self, keys: &[(UserId, PersonKey)]) {
        let mut remembered = self.remembered();
        if remembered.len() + keys.len() > REMEMBERED {
            remembered.clear();
        }
        remembered.extend(keys.iter().take(REMEMBERED).cloned());
    }
}

impl StoredKey {
    /// Returns the key as a part of a backup, or `None` if it was erased.
    pub(crate) fn backed_up(self, user: UserId) -> Result<Option<BackupItem>, StoreError> {
        match self {
            Self::Erased => Ok(None),
            key => Ok(Some(BackupItem::PersonKey(user, key.usable_for(user)?))),
        }
    }

    /// Returns the key for writing personal data of this person.
    pub(crate) fn usable_for(self, user: UserId) -> Result<PersonKey, StoreError> {
        match self {
            Self::Usable(key) => Ok(key),
            Self::Damaged => Err(StoreError::Damaged(format!("the key of user {user} cannot be used"))),
            Self::Erased => Err(StoreError::Unwritable(format!(
                "the personal data of user {user} was erased and cannot be written again"
            ))),
        }
    }
}

fn is_sealed(event: &Recorded) -> bool {
    event.stream.kind == StreamKind::User && event.encoded.sealed().is_some()
}

fn open_event(event: &mut Recorded, key: &PersonKey) {
    let Recorded { stream, version, encoded, .. } = event;
    let place = Place { stream: *stream, version: *version, event_type: &encoded.event_type };
    if let Some(payload) = encoded.sealed().and_then(|sealed| key.open(&place, sealed)) {
        encoded.payload = payload;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(id: i64, version: Version, event_type: &str) -> Place<'_> {
        Place { stream: StreamId { kind: StreamKind::User, id }, version, event_type }
    }

    fn base64(sealed: &str) -> &str {
        sealed.strip_prefix("{\"sealed\":\"").and_then(|rest| rest.strip_suffix("\"}")).unwrap()
    }

    #[test]
    fn a_payload_opens_in_the_event_it_was_written_for_alone() {
        let key = PersonKey::generate().unwrap();
        let payload = r#"{"registered":{"profile":{"email":"ada@example.org"}}}"#;
        let sealed = key.seal(&place(7, 1, "registered"), payload).unwrap();
        let sealed = base64(&sealed);

        assert_eq!(key.open(&place(7, 1, "registered"), sealed).as_deref(), Some(payload));
        for other in [place(8, 1, "registered"), place(7, 2, "registered"), place(7, 1, "profile_changed")] {
            assert_eq!(key.open(&other, sealed), None);
        }
        assert_eq!(PersonKey::generate().unwrap().open(&place(7, 1, "registered"), sealed), None);
    }

    #[test]
    fn a_changed_letter_opens_nothing() {
        let key = PersonKey::generate().unwrap();
        let sealed = key.seal(&place(7, 1, "registered"), "{}").unwrap();
        let sealed = base64(&sealed);
        for index in 0..sealed.len() {
            let other = if &sealed[index..=index] == "A" { "B" } else { "A" };
            let mut changed = sealed.to_owned();
            changed.replace_range(index..=index, other);
            assert_eq!(key.open(&place(7, 1, "registered"), &changed), None, "letter {index}");
        }
        for cut in ["", "AAAA", &sealed[1..]] {
            assert_eq!(key.open(&place(7, 1, "registered"), cut), None, "{cut}");
        }
    }

    #[test]
    fn the_same_payload_is_never_encrypted_alike() {
        let key = PersonKey::generate().unwrap();
        let seal = || key.seal(&place(7, 1, "registered"), "{}").unwrap();
        assert_ne!(seal(), seal());
    }
}
