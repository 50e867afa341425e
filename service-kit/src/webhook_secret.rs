//! Secrets and signatures of Standard Webhooks 1.0.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::random;
use crate::secret::mac;

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
        let message = [format!("{id}.{timestamp}.").as_bytes(), body].concat();
        format!("v1,{}", STANDARD.encode(mac(&self.0, &message)))
    }
}

crate::hidden!(WebhookSecret);

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
