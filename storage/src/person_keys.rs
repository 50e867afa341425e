//! The keys of people, and how they are stored.

mod key;

use std::collections::HashMap;

use proto_events::ids::UserId;
use proto_events::{StreamId, StreamKind};

use crate::StoreError;
use crate::checksum;
pub(crate) use key::EventContext;
pub use key::PersonKey;

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

/// The keys that encrypt a request's events.
#[derive(Debug, Default)]
pub(crate) struct WritingKeys {
    pub(crate) keys: HashMap<UserId, PersonKey>,
    /// New keys, to be stored with the events.
    pub(crate) new: Vec<(UserId, PersonKey)>,
}

impl WritingKeys {
    /// Returns the key of the person whose stream it is.
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
