//! The value of an API key: `sk_`, 30 random characters, 6 check characters.
//!
//! The check (CRC-32 of the 30, in base 62) lets a mistyped or truncated key be refused without a look-up. It is no
//! protection: that is in the 178 random bits. Only the SHA-256 of a value is ever stored.

use sha2::{Digest, Sha256};

use crate::random::{BASE62, secret_base62};

const PREFIX: &str = "sk_";
const SECRET: usize = 30;
const CHECK: usize = 6;
const LENGTH: usize = PREFIX.len() + SECRET + CHECK;

/// An API key's value. It is shown once, when it is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ApiKeyValue([u8; LENGTH]);

/// What was sent is no API key: wrong prefix, length or letters, or a typing error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an API key")]
pub struct Malformed;

impl ApiKeyValue {
    /// A new key from the operating system's generator.
    pub fn generate() -> Self {
        let secret = secret_base62(SECRET);
        let mut value = [0; LENGTH];
        value[..PREFIX.len()].copy_from_slice(PREFIX.as_bytes());
        value[PREFIX.len()..PREFIX.len() + SECRET].copy_from_slice(secret.as_bytes());
        value[PREFIX.len() + SECRET..].copy_from_slice(&check(secret.as_bytes()));
        Self(value)
    }

    /// Reads a key as a client sent it.
    ///
    /// # Errors
    /// When it cannot be the value of any key.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        let value: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| Malformed)?;
        let (secret, sent) = value[PREFIX.len()..].split_at(SECRET);
        if !text.starts_with(PREFIX) || !secret.iter().all(u8::is_ascii_alphanumeric) || sent != check(secret) {
            return Err(Malformed);
        }
        Ok(Self(value))
    }

    /// SHA-256 of the value in lower-case hex: what is stored and looked up.
    pub fn sha256_hex(&self) -> String {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let digest = Sha256::digest(self.0);
        digest
            .iter()
            .flat_map(|byte| [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]])
            .map(char::from)
            .collect()
    }

    /// The value itself, for the one time that it is shown.
    pub fn expose(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// Shows nothing: values must not reach a log.
impl std::fmt::Debug for ApiKeyValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ApiKeyValue(…)")
    }
}

/// CRC-32 in base 62, most significant digit first.
fn check(secret: &[u8]) -> [u8; CHECK] {
    let mut rest = crc32fast::hash(secret);
    let mut digits = [BASE62[0]; CHECK];
    for digit in digits.iter_mut().rev() {
        *digit = usize::try_from(rest % 62).map_or(BASE62[0], |index| BASE62[index]);
        rest /= 62;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generated_key_is_read_back() {
        let key = ApiKeyValue::generate();
        let text = key.expose();
        assert!(text.starts_with("sk_") && text.len() == 39 && text.is_ascii(), "{text}");
        assert_eq!(ApiKeyValue::parse(text), Ok(key));
    }

    #[test]
    fn the_format_stays() {
        let text = "sk_ABCDEFGHIJKLMNOPQRSTUVWXYZabcd34KlM6";
        let key = ApiKeyValue::parse(text).unwrap();
        assert_eq!(key.expose(), text);
        assert_eq!(key.sha256_hex().len(), 64);
    }

    #[test]
    fn any_single_typing_error_is_noticed() {
        let key = ApiKeyValue::generate();
        for place in 0..LENGTH {
            let mut typed = key.expose().as_bytes().to_vec();
            typed[place] = if typed[place] == b'x' { b'y' } else { b'x' };
            assert_eq!(ApiKeyValue::parse(std::str::from_utf8(&typed).unwrap()), Err(Malformed), "at {place}");
        }
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let whole = ApiKeyValue::generate();
        let (whole, too_long) = (whole.expose(), format!("{}0", whole.expose()));
        for text in [
            "",
            "sk_",
            "sk_short",
            &whole[1..],
            &whole[..38],
            &too_long,
            "pk_ABCDEFGHIJKLMNOPQRSTUVWXYZabcd000000",
            "sk_ÄÖÜ",
        ] {
            assert_eq!(ApiKeyValue::parse(text), Err(Malformed), "{text}");
        }
    }

    #[test]
    fn a_value_is_not_shown_by_accident() {
        let key = ApiKeyValue::generate();
        assert!(!format!("{key:?}").contains(&key.expose()[3..]));
    }

    #[test]
    fn the_hash_is_sha256_in_hex() {
        let key = ApiKeyValue::generate();
        let expected: String = Sha256::digest(key.expose()).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(key.sha256_hex(), expected);
    }
}
