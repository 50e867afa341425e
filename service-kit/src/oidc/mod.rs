//! Sign-in at OpenID Connect providers: the authorization code flow with PKCE (OpenID Connect Core 1.0, RFC 7636).
//!
//! A provider's addresses and keys are read from its issuer, kept for an hour, and read by one task at a time. All requests
//! go to addresses that the operator's issuer names, with TLS, or to this machine; redirects are not followed.

mod error;
mod id_token;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::{HeaderValue, Request, Uri, header};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use form_urlencoded::{Serializer, byte_serialize};
use serde::Deserialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;

use crate::password::Password;
use crate::{chain, http_client, random};
use id_token::{Expected, Jwk, verify};

pub use error::OidcError;

/// Maximum number of bytes of a provider's answer.
const MAX_ANSWER: usize = 256 << 10;
/// How long addresses and keys of a provider are kept.
const KEPT: Duration = Duration::from_secs(3600);
/// Time between two attempts to read them, after a failure and for an unknown key.
const PAUSE: Duration = Duration::from_secs(5);
/// Characters of the secret of an attempt: 62 to the power of 43 is more than 256 bits.
const SECRET: usize = 43;

/// A provider, as the operator sets it.
#[derive(Debug, Clone)]
pub struct ProviderSettings {
    /// The operator's name for it, in addresses.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// The issuer: an address, exactly as the provider writes it.
    pub issuer: String,
    /// The client id that the provider gave.
    pub client_id: String,
    /// The client secret that the provider gave; none for a public client.
    pub client_secret: Option<Password>,
    /// Scopes to ask for besides `openid`, `email` and `profile`.
    pub scopes: Vec<String>,
}

/// One attempt to sign in. The browser keeps its secret; the provider learns only values that are derived from it.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// The secret.
    pub secret: String,
}

impl Attempt {
    /// Begins an attempt.
    pub fn begin() -> Self {
        Self { secret: random::secret_base62(SECRET) }
    }

    /// Returns the value that comes back with the provider's answer.
    pub fn state(&self) -> String {
        self.derived("state")
    }

    fn nonce(&self) -> String {
        self.derived("nonce")
    }

    fn verifier(&self) -> String {
        self.derived("verifier")
    }

    fn derived(&self, purpose: &str) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(format!("{purpose}:{}", self.secret)))
    }
}

/// A person, as a provider describes it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// The provider's permanent id of the person.
    pub subject: String,
    claims: Map<String, Value>,
}

impl Identity {
    /// Returns a claim that is a text; empty if there is none.
    pub fn text(&self, claim: &str) -> &str {
        self.claims.get(claim).and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns the e-mail address, if the provider has verified it.
    pub fn verified_email(&self) -> Option<&str> {
        let is_verified = match self.claims.get("email_verified") {
            Some(Value::Bool(is_verified)) => *is_verified,
            // Some providers write it as a text.
            Some(Value::String(text)) => text == "true",
            _ => false,
        };
        Some(self.text("email")).filter(|email| is_verified && !email.is_empty())
    }

    /// Whether a claim has a value, or a list with it. Dots lead into objects: `realm_access.roles`.
    pub fn has(&self, claim: &str, value: &str) -> bool {
        let inner = || {
            let mut parts = claim.split('.');
            let first = self.claims.get(parts.next()?)?;
            parts.try_fold(first, |object, part| object.get(part))
        };
        match self.claims.get(claim).or_else(inner) {
            Some(Value::Array(values)) => values.iter().any(|it| it.as_str() == Some(value)),
            Some(it) => it.as_str() == Some(value),
            None => false,
        }
    }
}

/// The addresses of a provider.
#[derive(Debug, Deserialize)]
struct Metadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    userinfo_endpoint: Option<String>,
    jwks_uri: String,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

#[derive(Debug, Deserialize)]
struct Keys {
    keys: Vec<Value>,
}

#[derive(Debug, Deserialize)]
struct Tokens {
    id_token: String,
    access_token: Option<String>,
}

/// A provider's addresses and keys.
#[derive(Debug)]
struct Known {
    metadata: Metadata,
    keys: Vec<Jwk>,
    read_at: Instant,
}

/// The addresses and keys of a provider, and the last time at which they could not be read.
type Looked = (Option<Arc<Known>>, Option<Instant>);

/// A client of one provider. Clones share what they know of it.
#[derive(Debug, Clone)]
pub struct Client {
    settings: ProviderSettings,
    known: Arc<Mutex<Looked>>,
}

impl Client {
    /// Creates a client. It sends no request yet.
    pub fn new(settings: ProviderSettings) -> Self {
        Self { settings, known: Arc::default() }
    }

    /// Returns the provider's settings.
    pub fn settings(&self) -> &ProviderSettings {
        &self.settings
    }

    /// Returns the address at the provider where the person signs in. The answer comes to `redirect_uri`.
    pub async fn address(&self, attempt: &Attempt, redirect_uri: &str) -> Result<String, OidcError> {
        let known = self.known(None).await?;
        let address = &known.metadata.authorization_endpoint;
        let scopes = ["openid", "email", "profile"].into_iter().chain(self.settings.scopes.iter().map(String::as_str));
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(attempt.verifier()));
        let query = Serializer::new(String::new())
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("scope", &scopes.collect::<Vec<_>>().join(" "))
            .append_pair("state", &attempt.state())
            .append_pair("nonce", &attempt.nonce())
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256")
            .finish();
        Ok(format!("{address}{}{query}", if address.contains('?') { '&' } else { '?' }))
    }

    /// Checks that an answer comes from this provider (RFC 9207). `iss` is that of the answer, if it has one.
    pub async fn check_issuer(&self, iss: Option<&str>) -> Result<(), OidcError> {
        let is_right = match iss {
            Some(iss) => iss == self.settings.issuer,
            None => !self.known(None).await?.metadata.authorization_response_iss_parameter_supported,
        };
        if is_right { Ok(()) } else { Err(OidcError::Invalid("the answer comes from another provider")) }
    }

    /// Exchanges the code of an answer, and returns the person.
    ///
    /// # Errors
    /// If the provider refuses the code, its token is not one for this attempt, or it does not answer.
    pub async fn identity(
        &self,
        attempt: &Attempt,
        (code, redirect_uri): (&str, &str),
        now: DateTime<Utc>,
    ) -> Result<Identity, OidcError> {
        let mut known = self.known(None).await?;
        let request = self.token_request(&known.metadata, attempt, (code, redirect_uri))?;
        let tokens: Tokens = read(send(request).await?)?;
        let nonce = attempt.nonce();
        let (issuer, client_id) = (&*self.settings.issuer, &*self.settings.client_id);
        let expected = Expected { issuer, client_id, nonce: &nonce, now };
        if !id_token::has_key(&tokens.id_token, &known.keys) {
            known = self.known(Some(&known)).await?;
        }
        let mut claims = verify(&tokens.id_token, &known.keys, &expected)?;
        let subject = claims.get("sub").and_then(Value::as_str).unwrap_or_default().to_owned();
        if let (Some(address), Some(token)) = (&known.metadata.userinfo_endpoint, &tokens.access_token) {
            let more = self.user_info(address, token).await?;
            if more.get("sub").and_then(Value::as_str) != Some(&subject) {
                return Err(OidcError::Invalid("the claims are of another person"));
            }
            for (name, value) in more {
                claims.entry(name).or_insert(value);
            }
        }
        Ok(Identity { subject, claims })
    }

    /// Returns the request that exchanges a code for tokens.
    fn token_request(
        &self,
        metadata: &Metadata,
        attempt: &Attempt,
        (code, redirect_uri): (&str, &str),
    ) -> Result<Request<Bytes>, OidcError> {
        let settings = &self.settings;
        let mut form = Serializer::new(String::new());
        form.append_pair("grant_type", "authorization_code").append_pair("code", code);
        form.append_pair("redirect_uri", redirect_uri).append_pair("code_verifier", &attempt.verifier());
        let methods = &metadata.token_endpoint_auth_methods_supported;
        // Without a list, a provider takes the secret in a header.
        let in_header = methods.is_empty() || methods.iter().any(|method| method == "client_secret_basic");
        let mut request = Request::post(&metadata.token_endpoint);
        match &settings.client_secret {
            Some(secret) if in_header => {
                let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
                let pair = format!("{}:{}", encoded(&settings.client_id), encoded(secret.expose()));
                let mut value = HeaderValue::try_from(format!("Basic {}", STANDARD.encode(pair))).map_err(unusable)?;
                value.set_sensitive(true);
                request = request.header(header::AUTHORIZATION, value);
            }
            secret => {
                form.append_pair("client_id", &settings.client_id);
                if let Some(secret) = secret {
                    form.append_pair("client_secret", secret.expose());
                }
            }
        }
        let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        request.body(form.finish().into()).map_err(unusable)
    }

    async fn user_info(&self, address: &str, token: &str) -> Result<Map<String, Value>, OidcError> {
        let request = Request::get(address).header(header::AUTHORIZATION, format!("Bearer {token}"));
        read(send(request.body(Bytes::new()).map_err(unusable)?).await?)
    }

    /// Returns what is known of the provider, reading it if it is not known or old, or has a key that `lacking` lacks.
    async fn known(&self, lacking: Option<&Arc<Known>>) -> Result<Arc<Known>, OidcError> {
        let mut state = self.known.lock().await;
        let (known, failed_at) = &*state;
        if let Some(known) = known {
            let is_enough = lacking.is_none_or(|lacking| !Arc::ptr_eq(lacking, known));
            let age = known.read_at.elapsed();
            if (is_enough && age < KEPT) || age < PAUSE {
                return Ok(Arc::clone(known));
            }
        }
        if failed_at.is_some_and(|at| at.elapsed() < PAUSE) {
            return Err(OidcError::Unavailable("it did not answer a moment ago".to_owned()));
        }
        let read = self.discover().await.map(Arc::new);
        *state = match &read {
            Ok(known) => (Some(Arc::clone(known)), None),
            Err(_) => (state.0.take(), Some(Instant::now())),
        };
        read
    }

    async fn discover(&self) -> Result<Known, OidcError> {
        let address = format!("{}/.well-known/openid-configuration", self.settings.issuer.trim_end_matches('/'));
        let metadata: Metadata = get(&address).await?;
        if metadata.issuer != self.settings.issuer {
            return Err(OidcError::Unavailable(format!("it calls itself {}", metadata.issuer)));
        }
        for address in [&metadata.authorization_endpoint, &metadata.token_endpoint, &metadata.jwks_uri] {
            check_address(address).map_err(OidcError::Unavailable)?;
        }
        let keys = get::<Keys>(&metadata.jwks_uri).await?.keys;
        // Keys of kinds that this program does not know are left out.
        let keys = keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect();
        Ok(Known { metadata, keys, read_at: Instant::now() })
    }
}

/// Checks that requests to an address are encrypted, or stay on this machine.
pub fn check_address(address: &str) -> Result<(), String> {
    let uri: Uri = address.parse().map_err(|_| format!("{address} is not an address"))?;
    let is_here = matches!(uri.host(), Some("localhost" | "127.0.0.1" | "[::1]"));
    match uri.scheme_str() {
        Some("https") => Ok(()),
        Some("http") if is_here => Ok(()),
        _ => Err(format!("{address} must begin with https://")),
    }
}

async fn get<T: for<'a> Deserialize<'a>>(address: &str) -> Result<T, OidcError> {
    read(send(Request::get(address).body(Bytes::new()).map_err(unusable)?).await?)
}

/// Sends a request, and returns the status and the body of the answer.
async fn send(mut request: Request<Bytes>) -> Result<(u16, Bytes), OidcError> {
    check_address(&request.uri().to_string()).map_err(OidcError::Unavailable)?;
    request.headers_mut().insert(header::ACCEPT, HeaderValue::from_static("application/json"));
    let answer = http_client::send(request, MAX_ANSWER).await.map_err(unusable)?;
    Ok((answer.status().as_u16(), answer.into_body()))
}

/// Reads an answer. That of a refusal has a code of the provider's, such as `invalid_grant`.
fn read<T: for<'a> Deserialize<'a>>((status, body): (u16, Bytes)) -> Result<T, OidcError> {
    match status {
        200 => serde_json::from_slice(&body).map_err(unusable),
        400 | 401 => {
            let code = serde_json::from_slice::<Map<String, Value>>(&body).ok();
            let code = code.and_then(|body| Some(body.get("error")?.as_str()?.chars().take(60).collect()));
            Err(OidcError::Refused(code.unwrap_or_else(|| format!("status {status}"))))
        }
        _ => Err(OidcError::Unavailable(format!("it answers with status {status}"))),
    }
}

fn unusable(error: impl std::error::Error + 'static) -> OidcError {
    OidcError::Unavailable(chain(&error))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn claims_are_found_by_name_and_in_objects() {
        let Value::Object(claims) = json!({
            "groups": ["judges", "club"], "role": "judge", "realm_access": { "roles": ["head"] },
            "https://club.example/groups": "staff", "email": "ada@club.example", "email_verified": false,
        }) else {
            panic!()
        };
        let mut identity = Identity { subject: "7".into(), claims };
        for (claim, value) in [
            ("groups", "judges"),
            ("role", "judge"),
            ("realm_access.roles", "head"),
            ("https://club.example/groups", "staff"),
        ] {
            assert!(identity.has(claim, value), "{claim}");
            assert!(!identity.has(claim, "admin") && !identity.has("other", value), "{claim}");
        }
        assert_eq!(identity.verified_email(), None);
        for verified in [json!(true), json!("true")] {
            identity.claims.insert("email_verified".into(), verified);
            assert_eq!(identity.verified_email(), Some("ada@club.example"));
        }
    }

    #[test]
    fn addresses_are_encrypted_or_of_this_machine() {
        for fine in ["https://id.example/realm", "http://127.0.0.1:4110", "http://localhost/a"] {
            assert_eq!(check_address(fine), Ok(()));
        }
        for wrong in ["http://id.example", "id.example", "ftp://id.example", "http://127.0.0.1.evil.example/", ""] {
            assert!(check_address(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn values_of_an_attempt_differ_and_follow_from_its_secret() {
        let attempt = Attempt::begin();
        let same = Attempt { secret: attempt.secret.clone() };
        assert_eq!(attempt.state(), same.state());
        assert_ne!(attempt.state(), attempt.nonce());
        assert_ne!(attempt.verifier(), Attempt::begin().verifier());
        assert_eq!(attempt.verifier().len(), 43);
    }
}
