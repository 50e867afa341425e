//! Who may come in: the key in `X-API-Key`, and what its role may do.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName};
use chrono::{DateTime, SecondsFormat, Utc};
use domain::permissions::{Operation, may};
use service_kit::api_key::ApiKeyValue;
use service_kit::clock::Clock;
use service_kit::problem::Problem;
use storage::Credential;

use crate::{Credentials, KeyUses};

/// The header that holds the key.
pub const KEY_HEADER: HeaderName = HeaderName::from_static("x-api-key");

/// Who asks.
pub type Caller = Arc<Credential>;

/// Lets callers in, or says why not.
#[derive(Clone)]
pub struct Gate {
    credentials: Credentials,
    clock: Arc<dyn Clock>,
    uses: Arc<KeyUses>,
}

impl Gate {
    /// A gate for the holders of these credentials.
    pub fn new(credentials: Credentials, clock: Arc<dyn Clock>, uses: Arc<KeyUses>) -> Self {
        Self { credentials, clock, uses }
    }

    /// Lets the holder of a key in whose role may do this, and notes the use of the key.
    ///
    /// # Errors
    /// 401 without a valid key, 403 where its role may not.
    pub async fn admit(&self, headers: &HeaderMap, operation: Operation) -> Result<Caller, Problem> {
        let caller = self.authenticate(headers).await?;
        authorize(&caller, operation)?;
        Ok(caller)
    }

    /// Whether a request brings a credential at all, valid or not.
    pub fn is_sent_one(headers: &HeaderMap) -> bool {
        headers.contains_key(KEY_HEADER)
    }

    /// When a key was last used, as far as the log or this process knows.
    pub fn last_use(&self, credential: &Credential) -> Option<DateTime<Utc>> {
        credential.last_used_at.max(self.uses.last(credential.key_id))
    }

    async fn authenticate(&self, headers: &HeaderMap) -> Result<Caller, Problem> {
        let Some(sent) = headers.get(KEY_HEADER) else {
            return Err(Problem::unauthorized("No API key was sent. Send one in the header X-API-Key."));
        };
        let key = sent.to_str().ok().and_then(|text| ApiKeyValue::parse(text.trim()).ok()).ok_or_else(|| {
            Problem::unauthorized(
                "What X-API-Key holds is not an API key: it is mistyped or cut off. A key is `sk_` and 36 letters and digits.",
            )
        })?;
        let credential = self.credentials.find(&key.sha256_hex()).await?;
        let credential = credential.ok_or_else(|| Problem::unauthorized("This API key is not known here."))?;
        let now = self.clock.now();
        refuse_inactive(&credential, now)?;
        self.uses.note(credential.organization_id, credential.key_id, now);
        Ok(credential)
    }
}

fn refuse_inactive(credential: &Credential, now: DateTime<Utc>) -> Result<(), Problem> {
    if credential.is_active(now) {
        return Ok(());
    }
    match credential.expires_at {
        Some(expiry) if !credential.revoked => {
            let expiry = expiry.to_rfc3339_opts(SecondsFormat::Secs, true);
            Err(Problem::unauthorized(format!("This API key expired at {expiry}.")))
        }
        _ => Err(Problem::unauthorized("This API key was revoked.")),
    }
}

/// Refuses a caller whose role may not do this.
///
/// # Errors
/// 403, naming the roles that may.
pub fn authorize(caller: &Credential, operation: Operation) -> Result<(), Problem> {
    if may(caller.role, operation) {
        return Ok(());
    }
    let roles: Vec<_> = operation.roles().iter().map(|role| role.wire_name()).collect();
    let (role, phrase, roles) = (caller.role, operation.phrase(), roles.join(", "));
    Err(Problem::forbidden(format!("The role of this API key, {role}, may not {phrase}. These roles may: {roles}.")))
}
