//! The key that identifies this service to push services, and the tokens that it signs (RFC 8292).

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::error::Unspecified;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};

/// Decodes a key or a secret of a browser's subscription, in base64url without padding.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

/// A key pair on the curve P-256. It has no `Debug`, so nothing shows it.
pub struct PushKey(EcdsaKeyPair);

impl PushKey {
    /// Makes a key with the operating system's random generator, to be stored: PKCS#8 in base64.
    ///
    /// # Errors
    /// If there is no randomness.
    pub fn generate() -> Result<String, Unspecified> {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())?;
        Ok(STANDARD.encode(made))
    }

    /// Parses a stored key. `None` if the text is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = STANDARD.decode(text).ok()?;
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &bytes, &SystemRandom::new()).ok().map(Self)
    }

    /// Returns the public key as browsers take it: the uncompressed point in base64url.
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// Returns the header `Authorization` for a push service, by its origin. The subject is an address at which the
    /// service's operator reaches this one's: `mailto:` or `https:`. It expires at a time in seconds since 1970, at most
    /// a day from now.
    ///
    /// # Errors
    /// If there is no randomness.
    pub fn authorization(&self, origin: &str, subject: &str, expires: i64) -> Result<String, Unspecified> {
        let claims = serde_json::json!({ "aud": origin, "exp": expires, "sub": subject }).to_string();
        let [head, claims] = [r#"{"typ":"JWT","alg":"ES256"}"#, &claims].map(|part| URL_SAFE_NO_PAD.encode(part));
        let signed = format!("{head}.{claims}");
        let signature = URL_SAFE_NO_PAD.encode(self.0.sign(&SystemRandom::new(), signed.as_bytes())?);
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    #[test]
    fn a_token_names_its_service_and_its_signature_fits_the_public_key() {
        let stored = PushKey::generate().unwrap();
        let key = PushKey::parse(&stored).unwrap();
        let header = key.authorization("https://push.example", "mailto:desk@store.example", 1_790_000_000).unwrap();
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!((public, public.len()), (PushKey::parse(&stored).unwrap().public().as_str(), 87));
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let [public, signature] = [public, signature].map(|text| URL_SAFE_NO_PAD.decode(text).unwrap());
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, public).verify(signed.as_bytes(), &signature).unwrap();
        let claims = URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        let expected = serde_json::json!({
            "aud": "https://push.example", "exp": 1_790_000_000, "sub": "mailto:desk@store.example",
        });
        assert_eq!(claims, expected);
    }

    #[test]
    fn other_texts_are_no_keys() {
        let stored = PushKey::generate().unwrap();
        for wrong in ["", "AAAA", "not base64", &stored[4..]] {
            assert!(PushKey::parse(wrong).is_none(), "{wrong}");
        }
    }
}
