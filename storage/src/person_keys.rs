//! The keys of people, how they are stored, and the encryption of personal data in the log with a separate key for each
//! person. The keys are in their own table: deleting a key erases the person's data, while the log and its hashes do not change.
//!
//! The cipher is AES-256-GCM, with a random nonce before the ciphertext. The stream, the version and the event type are
//! authenticated, so that a payload can only be decrypted in the event that it was written for.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use proto_events::ids::UserId;
use proto_events::{Encoded, StreamId, StreamKind, Version};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};

use crate::StoreError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StoredKey {
    Usable(PersonKey),
    /// The key was erased, permanently.
    Erased,
    /// The row is damaged.
    Damaged,
}

/// Reads a key from its column. `is_whole` says whether the row matches its checksum.
pub(crate) fn from_columns(key: Option<&[u8]>, is_whole: bool) -> StoredKey {
    match key.map(PersonKey::from_bytes) {
        Some(Some(key)) if is_whole => StoredKey::Usable(key),
        None if is_whole => StoredKey::Erased,
        _ => StoredKey::Damaged,
    }
}

/// The keys that encrypt a request's events.
#[derive(Debug, Default)]
pub(crate) struct WritingKeys {
    pub(crate) keys: HashMap<UserId, PersonKey>,
    /// New keys, to be stored with the events.
    pub(crate) new: Vec<(UserId, PersonKey)>,
}

impl WritingKeys {
    pub(crate) fn of(&self, stream: StreamId) -> Option<&PersonKey> {
        self.keys.get(&UserId(stream.id)).filter(|_| stream.kind == StreamKind::User)
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

const KEY_BYTES: usize = 32;

/// The key of a person.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonKey([u8; KEY_BYTES]);

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
    pub(crate) fn seal(&self, place: &EventContext<'_>, payload: &str) -> Result<String, StoreError> {
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
    pub(crate) fn open(&self, place: &EventContext<'_>, sealed: &str) -> Option<String> {
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
pub(crate) struct EventContext<'a> {
    pub(crate) stream: StreamId,
    pub(crate) version: Version,
    pub(crate) event_type: &'a str,
}

impl EventContext<'_> {
    fn authenticated(&self) -> Aad<Vec<u8>> {
        Aad::from(format!("{}/{}/{}", self.stream, self.version, self.event_type).into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use proto_events::StreamKind;

    use super::*;

    fn place(id: i64, version: Version, event_type: &str) -> EventContext<'_> {
        EventContext { stream: StreamId { kind: StreamKind::User, id }, version, event_type }
    }

    #[test]
    fn a_payload_opens_unchanged_in_the_event_it_was_written_for_alone() {
        let key = PersonKey::generate().unwrap();
        let payload = r#"{"registered":{"profile":{"email":"ada@example.org"}}}"#;
        let sealed = key.seal(&place(7, 1, "registered"), payload).unwrap();
        let sealed = sealed.strip_prefix("{\"sealed\":\"").and_then(|rest| rest.strip_suffix("\"}")).unwrap();

        assert_eq!(key.open(&place(7, 1, "registered"), sealed).as_deref(), Some(payload));
        for other in [place(8, 1, "registered"), place(7, 2, "registered"), place(7, 1, "profile_changed")] {
            assert_eq!(key.open(&other, sealed), None);
        }
        assert_eq!(PersonKey::generate().unwrap().open(&place(7, 1, "registered"), sealed), None);
        for index in 0..sealed.len() {
            let mut changed = sealed.to_owned();
            changed.replace_range(index..=index, if &sealed[index..=index] == "A" { "B" } else { "A" });
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
