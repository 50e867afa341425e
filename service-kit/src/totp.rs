//! One-time passwords by time, as authenticator apps show them (RFC 6238): six digits of an HMAC-SHA-1, for 30 seconds.

use chrono::{DateTime, Utc};
use ring::hmac::{self, HMAC_SHA1_FOR_LEGACY_USE_ONLY};

/// Seconds of a step.
const STEP: i64 = 30;
/// Bytes of a secret, as the RFC recommends for SHA-1.
const BYTES: usize = 20;

/// The secret that a service and an app share. It has no `Debug`, so nothing shows it.
pub struct TotpSecret([u8; BYTES]);

impl TotpSecret {
    /// Makes a secret of the first bytes of a key.
    pub fn new(key: &[u8; 32]) -> Self {
        let mut bytes = [0; BYTES];
        bytes.copy_from_slice(&key[..BYTES]);
        Self(bytes)
    }

    /// Returns the secret in base32 without padding, as people type it into an app.
    pub fn base32(&self) -> String {
        const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        let bit = |at: usize| usize::from((self.0[at / 8] >> (7 - at % 8)) & 1);
        let letter = |at: usize| (0..5).fold(0, |value, more| (value << 1) | bit(at * 5 + more));
        (0..BYTES * 8 / 5).map(|at| char::from(LETTERS[letter(at)])).collect()
    }

    /// Returns the step whose code this is, if it is the present one, or the one before or after: clocks differ. It must
    /// not be accepted for a step twice.
    pub fn step_of(&self, code: &str, now: DateTime<Utc>) -> Option<i64> {
        let present = now.timestamp().div_euclid(STEP);
        (present - 1..=present + 1).find(|step| self.code(*step) == code)
    }

    /// Returns the code of a step.
    pub fn code(&self, step: i64) -> String {
        let key = hmac::Key::new(HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0);
        let tag = hmac::sign(&key, &step.to_be_bytes());
        let hash = tag.as_ref();
        let offset = usize::from(hash[hash.len() - 1] & 15);
        let number = hash[offset..offset + 4].iter().fold(0_u32, |value, byte| (value << 8) | u32::from(*byte));
        format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret() -> TotpSecret {
        let mut key = [0; 32];
        key[..20].copy_from_slice(b"12345678901234567890");
        TotpSecret::new(&key)
    }

    /// Appendix B of RFC 6238, the last six of eight digits.
    #[test]
    fn codes_are_those_of_the_rfc() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            let now = DateTime::from_timestamp(seconds, 0).unwrap();
            assert_eq!(secret().step_of(code, now), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn code_is_right_for_its_step_and_the_two_beside_it() {
        let is_right = |seconds| secret().step_of("287082", DateTime::from_timestamp(seconds, 0).unwrap()).is_some();
        assert_eq!([-1, 0, 30, 60, 89, 90].map(is_right), [false, true, true, true, true, false]);
        for wrong in ["", "287083", "87082", "0287082", "28708x"] {
            assert_eq!(secret().step_of(wrong, DateTime::from_timestamp(59, 0).unwrap()), None);
        }
    }

    #[test]
    fn secret_is_typed_in_base32() {
        assert_eq!(secret().base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }
}
