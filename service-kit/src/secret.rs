//! The secret of an installation, from which keys for single purposes are derived.
//!
//! It is generated once and stored with the data. It never leaves the process: no log, event or answer contains it.

use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::random::secret_base62;

/// Number of digits and letters in a secret, which gives more than 256 bits.
const LENGTH: usize = 44;

/// A key for one purpose.
pub type Key = [u8; 32];

/// The secret of an installation.
#[derive(Clone)]
pub struct Secret(String);

/// The text is not a secret: wrong length or characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a secret must have {LENGTH} digits and letters")]
pub struct Malformed;

impl Secret {
    /// Generates a new secret with the operating system's random generator.
    pub fn generate() -> Self {
        Self(secret_base62(LENGTH))
    }

    /// Parses a stored secret.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        let text = text.trim();
        let well_formed = text.len() == LENGTH && text.bytes().all(|letter| letter.is_ascii_alphanumeric());
        if well_formed { Ok(Self(text.to_owned())) } else { Err(Malformed) }
    }

    /// Returns the secret itself, to be stored.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Derives the key for a purpose. Keys reveal nothing about each other or about the secret.
    pub fn derive(&self, purpose: &str) -> Key {
        mac(self.0.as_bytes(), purpose.as_bytes())
    }
}

/// Implements `Debug` without the value, because secrets must not reach a log.
#[macro_export]
macro_rules! hidden {
    ($type:ident) => {
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($type), "(…)"))
            }
        }
    };
}

hidden!(Secret);

/// Returns the HMAC-SHA-256 of a message.
pub fn mac(key: &[u8], message: &[u8]) -> Key {
    signed(key, message).finalize().into_bytes().into()
}

/// Returns whether `tag` is a prefix of the message's HMAC-SHA-256. It compares in constant time.
pub fn verify(key: &[u8], message: &[u8], tag: &[u8]) -> bool {
    signed(key, message).verify_truncated_left(tag).is_ok()
}

fn signed(key: &[u8], message: &[u8]) -> Hmac<Sha256> {
    // HMAC accepts keys of any length, so this cannot fail.
    let mut hmac = <Hmac<Sha256> as Mac>::new_from_slice(key).unwrap_or_else(|_| Hmac::new(&Default::default()));
    hmac.update(message);
    hmac
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_as_it_was_kept() {
        let secret = Secret::generate();
        let read = Secret::parse(&format!("{}\n", secret.expose())).unwrap();
        assert_eq!(read.derive("a"), secret.derive("a"));
        assert_ne!(read.derive("a"), secret.derive("b"));
        for wrong in ["", "short", &"ü".repeat(22), &"x".repeat(45)] {
            assert_eq!(Secret::parse(wrong).err(), Some(Malformed), "{wrong}");
        }
    }

    #[test]
    fn a_secret_is_not_shown() {
        let secret = Secret::generate();
        assert!(!format!("{secret:?}").contains(secret.expose()));
    }

    #[test]
    fn a_message_is_told_from_another() {
        let tag = mac(b"key", b"message");
        assert!(verify(b"key", b"message", &tag) && verify(b"key", b"message", &tag[..16]));
        assert!(!verify(b"key", b"massage", &tag) && !verify(b"kay", b"message", &tag));
        assert!(!verify(b"key", b"message", &[0; 16]) && !verify(b"key", b"message", b""));
    }
}
