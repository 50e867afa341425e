//! Secrets and signatures of Standard Webhooks 1.0.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::random;

/// The beginning of a secret.
const PREFIX: &str = "whsec_";
/// Random bytes of a secret.
const BYTES: usize = 32;

/// A secret that signs messages. It is shown only once, when it is made.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSecret(Vec<u8>);

impl WebhookSecret {
    /// Makes a secret with the operating system's random generator.
    pub fn generate() -> Self {
        Self(random::bytes::<BYTES>().to_vec())
    }

    /// Parses a stored secret. `None` if the text is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = STANDARD.decode(text.strip_prefix(PREFIX)?).ok()?;
        (24..=64).contains(&bytes.len()).then_some(Self(bytes))
    }

    /// Returns the secret itself, to be stored, and shown once.
    pub fn expose(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(&self.0))
    }

    /// Returns the signature of a message: `v1,` and base64.
    pub fn sign(&self, id: &str, timestamp: i64, body: &[u8]) -> String {
        // HMAC takes keys of any length, so this cannot fail.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else { return String::new() };
        mac.update(format!("{id}.{timestamp}.").as_bytes());
        mac.update(body);
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// Hides the secret, because secrets must not reach a log.
impl std::fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WebhookSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_the_specification() {
        let secret = WebhookSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signature = secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, b"{\"test\": 2432232314}");
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_secret_is_read_back_and_never_shown() {
        let secret = WebhookSecret::generate();
        assert_eq!(WebhookSecret::parse(&secret.expose()), Some(secret.clone()));
        assert_ne!(WebhookSecret::generate(), secret);
        assert_eq!(format!("{secret:?}"), "WebhookSecret(…)");
        for wrong in ["", "whsec_", "whsec_c2hvcnQ=", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_??"] {
            assert_eq!(WebhookSecret::parse(wrong), None, "{wrong}");
        }
    }
}
