//! The hash chain over the log. The hash of an event covers all its stored columns and the hash of the previous event.
//! So reading one event is enough to find a changed byte, and two logs with the same hash at a position have the same
//! history up to there.
//!
//! Payloads with personal data are hashed in their stored, encrypted form: deleting a person's key changes no hash.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Bytes of a hash.
const LENGTH: usize = 32;

/// SHA-256 hash of an event and of all events before it. As text: 64 hexadecimal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EventHash([u8; LENGTH]);

impl EventHash {
    /// The hash before the first event.
    pub const START: Self = Self([0; LENGTH]);

    /// Returns the hash of what was given to a hasher.
    pub(crate) fn of(hasher: Sha256) -> Self {
        Self(hasher.finalize().into())
    }

    /// Returns the hash as it is stored.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Reads a stored hash. Returns `None` if the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

impl std::fmt::Display for EventHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::fmt::Debug for EventHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "EventHash({self})")
    }
}

impl From<EventHash> for String {
    fn from(hash: EventHash) -> Self {
        hash.to_string()
    }
}

/// The text is not a hash.
#[derive(Debug, thiserror::Error)]
#[error("a hash has {} hexadecimal digits", 2 * LENGTH)]
pub struct NoHash;

impl TryFrom<String> for EventHash {
    type Error = NoHash;

    fn try_from(text: String) -> Result<Self, NoHash> {
        let mut hash = [0; LENGTH];
        let is_hex = text.len() == 2 * LENGTH && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        for (byte, digits) in hash.iter_mut().zip(text.as_bytes().chunks(2)).filter(|_| is_hex) {
            let digits = std::str::from_utf8(digits).map_err(|_| NoHash)?;
            *byte = u8::from_str_radix(digits, 16).map_err(|_| NoHash)?;
        }
        if is_hex { Ok(Self(hash)) } else { Err(NoHash) }
    }
}
