//! Checks ID tokens: the signature by a key of the provider, and the claims that bind a token to one attempt (OpenID Connect
//! Core 1.0, section 3.1.3.7). `ring` checks signatures; each algorithm takes keys of its own kind only, and `none` and those
//! with a shared secret are unknown here.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA512,
    RSA_PSS_2048_8192_SHA256, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm,
};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::error::OidcError;

/// Seconds by which clocks may differ.
const LEEWAY: i64 = 60;

/// A public key of a provider (RFC 7517). Values are base64url.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct Jwk {
    kty: String,
    kid: Option<String>,
    #[serde(rename = "use")]
    usage: Option<String>,
    #[serde(default)]
    crv: String,
    #[serde(default)]
    n: String,
    #[serde(default)]
    e: String,
    #[serde(default)]
    x: String,
    #[serde(default)]
    y: String,
}

/// What a token must say.
pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) client_id: &'a str,
    pub(super) nonce: &'a str,
    pub(super) now: DateTime<Utc>,
}

#[derive(Debug, Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
}

/// Whether one of the keys may have signed the token.
pub(super) fn has_key(token: &str, keys: &[Jwk]) -> bool {
    header(token).is_some_and(|header| keys.iter().any(|key| key.may_sign(&header)))
}

/// Returns the claims of a token.
pub(super) fn verify(token: &str, keys: &[Jwk], expected: &Expected<'_>) -> Result<Map<String, Value>, OidcError> {
    let invalid = OidcError::Invalid;
    let header = header(token).ok_or(invalid("the token cannot be read"))?;
    let (message, signature) = token.rsplit_once('.').ok_or(invalid("the token cannot be read"))?;
    let signature = decoded(signature).ok_or(invalid("the token cannot be read"))?;
    let mut keys = keys.iter().filter(|key| key.may_sign(&header));
    if !keys.any(|key| key.has_signed(&header.alg, message.as_bytes(), &signature)) {
        return Err(invalid("the signature of the token is wrong"));
    }
    let payload = message.split_once('.').and_then(|(_, payload)| decoded(payload));
    let claims: Map<String, Value> =
        payload.and_then(|payload| serde_json::from_slice(&payload).ok()).ok_or(invalid("the token cannot be read"))?;
    let is = |claim: &str, value: &str| claims.get(claim).and_then(Value::as_str) == Some(value);
    if !is("iss", expected.issuer) {
        return Err(invalid("the token is of another issuer"));
    }
    let (is_ours, is_alone) = match claims.get("aud") {
        Some(Value::Array(all)) => (all.iter().any(|it| it.as_str() == Some(expected.client_id)), all.len() == 1),
        _ => (is("aud", expected.client_id), true),
    };
    let is_party = match claims.get("azp") {
        Some(_) => is("azp", expected.client_id),
        None => is_alone,
    };
    if !is_ours || !is_party {
        return Err(invalid("the token is for another client"));
    }
    if !is("nonce", expected.nonce) {
        return Err(invalid("the token is of another attempt"));
    }
    let subject = claims.get("sub").and_then(Value::as_str).unwrap_or_default();
    if !(1..=255).contains(&subject.len()) {
        return Err(invalid("the token names no person"));
    }
    let time = |claim: &str| claims.get(claim).and_then(Value::as_f64);
    #[allow(clippy::cast_precision_loss, reason = "seconds since 1970 are exact in a float for millions of years")]
    let (now, leeway) = (expected.now.timestamp() as f64, LEEWAY as f64);
    match (time("exp"), time("iat")) {
        (Some(expires), Some(issued)) if now < expires + leeway && issued <= now + leeway => Ok(claims),
        (Some(_), Some(_)) => Err(OidcError::Clock),
        _ => Err(invalid("the token says no time")),
    }
}

fn header(token: &str) -> Option<Header> {
    serde_json::from_slice(&decoded(token.split_once('.')?.0)?).ok()
}

fn decoded(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

impl Jwk {
    fn may_sign(&self, header: &Header) -> bool {
        let (kty, crv) = match header.alg.as_str() {
            "RS256" | "RS512" | "PS256" => ("RSA", ""),
            "ES256" => ("EC", "P-256"),
            "ES384" => ("EC", "P-384"),
            "EdDSA" => ("OKP", "Ed25519"),
            _ => return false,
        };
        let is_named = header.kid.is_none() || self.kid.is_none() || self.kid == header.kid;
        self.kty == kty && self.crv == crv && is_named && self.usage.as_deref() != Some("enc")
    }

    /// Whether this key has signed a message. The key is of the kind of the algorithm.
    fn has_signed(&self, alg: &str, message: &[u8], signature: &[u8]) -> bool {
        match alg {
            "RS256" => self.has_signed_by_rsa(&RSA_PKCS1_2048_8192_SHA256, message, signature),
            "RS512" => self.has_signed_by_rsa(&RSA_PKCS1_2048_8192_SHA512, message, signature),
            "PS256" => self.has_signed_by_rsa(&RSA_PSS_2048_8192_SHA256, message, signature),
            "ES256" => self.has_signed_by_point(&ECDSA_P256_SHA256_FIXED, message, signature),
            "ES384" => self.has_signed_by_point(&ECDSA_P384_SHA384_FIXED, message, signature),
            "EdDSA" => self.has_signed_by_point(&ED25519, message, signature),
            _ => false,
        }
    }

    fn has_signed_by_rsa(&self, parameters: &'static RsaParameters, message: &[u8], signature: &[u8]) -> bool {
        let (Some(n), Some(e)) = (decoded(&self.n), decoded(&self.e)) else { return false };
        RsaPublicKeyComponents { n, e }.verify(parameters, message, signature).is_ok()
    }

    fn has_signed_by_point(&self, by: &'static dyn VerificationAlgorithm, message: &[u8], signature: &[u8]) -> bool {
        let (Some(x), Some(y)) = (decoded(&self.x), decoded(&self.y)) else { return false };
        // A point of an EC curve is written uncompressed, after a byte that says so.
        let form: &[u8] = if self.kty == "EC" { &[4] } else { &[] };
        UnparsedPublicKey::new(by, [form, &x, &y].concat()).verify(message, signature).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use ring::hmac;
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
    use serde_json::json;

    use super::*;

    struct Signer(EcdsaKeyPair);

    impl Signer {
        fn new() -> Self {
            let (by, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
            let document = EcdsaKeyPair::generate_pkcs8(by, &random).unwrap();
            Self(EcdsaKeyPair::from_pkcs8(by, document.as_ref(), &random).unwrap())
        }

        fn key(&self) -> Jwk {
            let [x, y] = [1..33, 33..65].map(|at| URL_SAFE_NO_PAD.encode(&self.0.public_key().as_ref()[at]));
            let (kty, crv, kid) = ("EC".into(), "P-256".into(), Some("1".into()));
            Jwk { kty, crv, kid, x, y, ..Jwk::default() }
        }

        fn token(&self, alg: &str, claims: &Value) -> String {
            let header = URL_SAFE_NO_PAD.encode(json!({ "alg": alg, "kid": "1" }).to_string());
            let message = format!("{header}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
            let signature = self.0.sign(&SystemRandom::new(), message.as_bytes()).unwrap();
            format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref()))
        }
    }

    fn noon() -> DateTime<Utc> {
        "2026-11-29T12:00:00Z".parse().unwrap()
    }

    fn claims() -> Value {
        let now = noon().timestamp();
        json!({
            "iss": "https://id.example", "aud": "us", "nonce": "n", "sub": "7", "iat": now, "exp": now + 300,
        })
    }

    fn with(claim: &str, value: Value) -> Value {
        let mut claims = claims();
        claims[claim] = value;
        claims
    }

    fn result(token: &str, keys: &[Jwk], now: DateTime<Utc>) -> String {
        let expected = Expected { issuer: "https://id.example", client_id: "us", nonce: "n", now };
        match verify(token, keys, &expected) {
            Ok(claims) => claims["sub"].as_str().unwrap().to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_token_for_this_attempt_names_the_person() {
        let signer = Signer::new();
        let keys = [signer.key()];
        for fine in [claims(), with("aud", json!(["us"])), with("azp", json!("us"))] {
            assert_eq!(result(&signer.token("ES256", &fine), &keys, noon()), "7", "{fine}");
        }
        let mut shared = with("aud", json!(["us", "them"]));
        shared["azp"] = json!("us");
        assert_eq!(result(&signer.token("ES256", &shared), &keys, noon()), "7");
        assert!(has_key(&signer.token("ES256", &claims()), &keys));
        let renamed = Jwk { kid: Some("2".into()), ..signer.key() };
        assert!(!has_key(&signer.token("ES256", &claims()), &[renamed]));
    }

    #[test]
    fn tokens_of_others_are_refused() {
        let signer = Signer::new();
        let keys = [signer.key()];
        for (wrong, why) in [
            (with("iss", json!("https://evil.example")), "another issuer"),
            (with("iss", json!("https://id.example/")), "another issuer"),
            (with("aud", json!("them")), "another client"),
            (with("aud", json!(["them"])), "another client"),
            (with("aud", json!(["us", "them"])), "another client"),
            (with("azp", json!("them")), "another client"),
            (with("nonce", json!("m")), "another attempt"),
            (with("nonce", Value::Null), "another attempt"),
            (with("sub", json!("")), "no person"),
            (with("sub", json!(7)), "no person"),
            (with("exp", Value::Null), "no time"),
            (with("exp", json!(noon().timestamp() - LEEWAY)), "clocks"),
            (with("iat", json!(noon().timestamp() + LEEWAY + 1)), "clocks"),
        ] {
            let said = result(&signer.token("ES256", &wrong), &keys, noon());
            assert!(said.contains(why), "{wrong}: {said}");
        }
        assert!(result(&signer.token("ES256", &claims()), &keys, noon() + TimeDelta::seconds(360)).contains("clocks"));
    }

    #[test]
    fn keys_sign_with_algorithms_of_their_own_kind_alone() {
        let signer = Signer::new();
        let header = URL_SAFE_NO_PAD.encode(json!({ "alg": "HS256", "kid": "1" }).to_string());
        let message = format!("{header}.{}", URL_SAFE_NO_PAD.encode(claims().to_string()));
        // The public key is known to all, so it must not count as a shared secret.
        let shared = hmac::Key::new(hmac::HMAC_SHA256, signer.0.public_key().as_ref());
        let signature = hmac::sign(&shared, message.as_bytes());
        let forged = format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref()));
        assert!(result(&forged, &[signer.key()], noon()).contains("signature"));

        let token = signer.token("ES256", &claims());
        let rsa = Jwk { kty: "RSA".into(), crv: String::new(), n: signer.key().x, e: "AQAB".into(), ..signer.key() };
        let other_curve = Jwk { crv: "P-384".into(), ..signer.key() };
        let other_name = Jwk { kid: Some("2".into()), ..signer.key() };
        let for_encryption = Jwk { usage: Some("enc".into()), ..signer.key() };
        for key in [rsa, other_curve, other_name, for_encryption] {
            assert!(result(&token, std::slice::from_ref(&key), noon()).contains("signature"), "{key:?}");
            assert_eq!(result(&token, &[key, signer.key()], noon()), "7");
        }
    }

    #[test]
    fn tokens_without_the_providers_signature_are_refused() {
        let (signer, other) = (Signer::new(), Signer::new());
        let keys = [signer.key()];
        let token = signer.token("ES256", &claims());
        let (message, signature) = token.rsplit_once('.').unwrap();
        let (head, _) = message.split_once('.').unwrap();
        let changed = URL_SAFE_NO_PAD.encode(with("sub", json!("8")).to_string());
        for wrong in [
            format!("{head}.{changed}.{signature}"),
            format!("{message}."),
            other.token("ES256", &claims()),
            signer.token("none", &claims()),
            signer.token("HS256", &claims()),
            signer.token("ES384", &claims()),
            signer.token("RS256", &claims()),
        ] {
            assert!(result(&wrong, &keys, noon()).contains("signature"), "{wrong}");
        }
        assert!(result("a.b", &keys, noon()).contains("cannot be read"));
    }
}
