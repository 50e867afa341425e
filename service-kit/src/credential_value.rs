//! The value of a credential: a prefix for its kind, 30 random characters and 6 check characters.
//!
//! The check (CRC-32 of the 30 characters, in base 62) rejects mistyped or truncated values without a lookup. It gives
//! no security; the 178 random bits do. Only the SHA-256 of a value is ever stored.

use sha2::{Digest, Sha256};

use crate::hex::hex;
use crate::random::{BASE62, secret_base62};

const PREFIX: usize = 3;
const SECRET: usize = 30;
const CHECK: usize = 6;
const LENGTH: usize = PREFIX + SECRET + CHECK;

/// What a credential gives access to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An API key, which acts for its organization.
    ApiKey,
    /// A user token, which has the permissions of its user.
    UserToken,
    /// A link to the page where a user sets a password, once.
    PasswordLink,
    /// A link to the page where a user confirms an e-mail address, once.
    EmailLink,
}

impl Kind {
    /// Returns the prefix of values of this kind.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::ApiKey => "sk_",
            Self::UserToken => "ut_",
            Self::PasswordLink => "pl_",
            Self::EmailLink => "el_",
        }
    }
}

/// The value of a credential. It is shown only once, when it is created.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CredentialValue([u8; LENGTH]);

/// The text is not a valid value: wrong prefix, length or characters, or a typing error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a credential of this kind")]
pub struct Malformed;

impl CredentialValue {
    /// Generates a new value with the operating system's random generator.
    pub fn generate(kind: Kind) -> Self {
        let secret = secret_base62(SECRET);
        let mut value = [0; LENGTH];
        value[..PREFIX].copy_from_slice(kind.prefix().as_bytes());
        value[PREFIX..PREFIX + SECRET].copy_from_slice(secret.as_bytes());
        value[PREFIX + SECRET..].copy_from_slice(&check(secret.as_bytes()));
        Self(value)
    }

    /// Parses a value that a client sent.
    pub fn parse(kind: Kind, text: &str) -> Result<Self, Malformed> {
        let value: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| Malformed)?;
        let (secret, sent) = value[PREFIX..].split_at(SECRET);
        if !text.starts_with(kind.prefix()) || !secret.iter().all(u8::is_ascii_alphanumeric) || sent != check(secret) {
            return Err(Malformed);
        }
        Ok(Self(value))
    }

    /// Returns the SHA-256 of the value in lower-case hex, which is stored and looked up.
    pub fn sha256_hex(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// Returns the value itself, to be shown once.
    pub fn expose(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

crate::hidden!(CredentialValue);

/// Returns the CRC-32 in base 62, most significant digit first.
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
    fn a_value_is_read_back_as_one_of_its_kind_and_of_no_other() {
        use Kind::{ApiKey, EmailLink, PasswordLink, UserToken};
        let kinds = [(ApiKey, "sk_"), (UserToken, "ut_"), (PasswordLink, "pl_"), (EmailLink, "el_")];
        for (kind, prefix) in kinds {
            let value = CredentialValue::generate(kind);
            let text = value.expose();
            assert!(text.starts_with(prefix) && text.len() == 39 && text.is_ascii(), "{text}");
            for (other, _) in kinds {
                let expected = if other == kind { Ok(value) } else { Err(Malformed) };
                assert_eq!(CredentialValue::parse(other, text), expected, "{text}");
            }
        }
    }

    #[test]
    fn the_format_stays() {
        let text = "sk_ABCDEFGHIJKLMNOPQRSTUVWXYZabcd34KlM6";
        assert_eq!(CredentialValue::parse(Kind::ApiKey, text).unwrap().expose(), text);
    }

    #[test]
    fn any_single_typing_error_is_noticed() {
        let key = CredentialValue::generate(Kind::ApiKey);
        for place in 0..LENGTH {
            let mut typed = key.expose().to_owned();
            typed.replace_range(place..=place, if &typed[place..=place] == "x" { "y" } else { "x" });
            assert_eq!(CredentialValue::parse(Kind::ApiKey, &typed), Err(Malformed), "at {place}");
        }
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let whole = CredentialValue::generate(Kind::ApiKey);
        let (whole, too_long) = (whole.expose(), format!("{}0", whole.expose()));
        let other = "pk_ABCDEFGHIJKLMNOPQRSTUVWXYZabcd000000";
        for text in ["", "sk_", "sk_short", &whole[1..], &whole[..38], &too_long, other, "sk_ÄÖÜ"] {
            assert_eq!(CredentialValue::parse(Kind::ApiKey, text), Err(Malformed), "{text}");
        }
    }

    #[test]
    fn a_value_is_not_shown_by_accident() {
        let key = CredentialValue::generate(Kind::ApiKey);
        assert!(!format!("{key:?}").contains(&key.expose()[3..]));
    }

    #[test]
    fn the_hash_is_sha256_in_hex() {
        let key = CredentialValue::generate(Kind::ApiKey);
        let expected: String = Sha256::digest(key.expose()).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(key.sha256_hex(), expected);
    }
}
