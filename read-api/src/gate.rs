//! Who may come in: the key in `X-API-Key`, and what its role may do.

use axum::http::{HeaderMap, HeaderName};
use chrono::{DateTime, SecondsFormat, Utc};
use domain::permissions::{Operation, may};
use proto_events::ids::OrganizationId;
use service_kit::api_key::ApiKeyValue;
use service_kit::problem::Problem;
use storage::{Credential, DocumentKey, ViewKind};

use crate::Shared;
use crate::call::Caller;

/// The header that holds the key.
pub(crate) const KEY_HEADER: HeaderName = HeaderName::from_static("x-api-key");

/// A credential document that is none.
#[derive(Debug, thiserror::Error)]
#[error("a credential in the view store cannot be read")]
struct Unreadable;

/// Lets the holder of a key in whose role may do this, and notes the use of the key.
pub(crate) async fn admit(shared: &Shared, headers: &HeaderMap, operation: Operation) -> Result<Caller, Problem> {
    let caller = authenticate(shared, headers).await?;
    authorize(&caller, operation)?;
    Ok(caller)
}

async fn authenticate(shared: &Shared, headers: &HeaderMap) -> Result<Caller, Problem> {
    let Some(sent) = headers.get(KEY_HEADER) else {
        return Err(Problem::unauthorized("No API key was sent. Send one in the header X-API-Key."));
    };
    let key = sent.to_str().ok().and_then(|text| ApiKeyValue::parse(text.trim()).ok()).ok_or_else(|| {
        Problem::unauthorized(
            "What X-API-Key holds is not an API key: it is mistyped or cut off. A key is `sk_` and 36 letters and digits.",
        )
    })?;
    let name = DocumentKey::new(OrganizationId::SHARED, ViewKind::Credential, key.sha256_hex());
    let entry = shared.cache.get(&name).await?;
    let entry = entry.ok_or_else(|| Problem::unauthorized("This API key is not known here."))?;
    let credential = entry.credential().ok_or_else(|| Problem::internal(Unreadable))?;
    let now = shared.clock.now();
    refuse_inactive(&credential, now)?;
    shared.uses.note(credential.organization_id, credential.key_id, now);
    Ok(credential)
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
pub(crate) fn authorize(caller: &Credential, operation: Operation) -> Result<(), Problem> {
    if may(caller.role, operation) {
        return Ok(());
    }
    let roles: Vec<_> = operation.roles().iter().map(|role| role.wire_name()).collect();
    let (role, phrase, roles) = (caller.role, operation.phrase(), roles.join(", "));
    Err(Problem::forbidden(format!("The role of this API key, {role}, may not {phrase}. These roles may: {roles}.")))
}
