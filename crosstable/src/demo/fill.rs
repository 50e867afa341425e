//! The demo's data at a time and with a seed of the caller's choice: what tests of the whole look at.

use chrono::{DateTime, Utc};
use service_kit::credential_value::{CredentialValue, Kind};
use storage::EventStore;

use super::organizations::KEYS;
use super::{Origin, create};

/// Fills an empty log. Returns the keys: first the one that the demo shows.
///
/// # Errors
/// When the database fails.
pub async fn fill(events: &dyn EventStore, now: DateTime<Utc>, seed: u64) -> anyhow::Result<Vec<CredentialValue>> {
    let keys: Vec<_> = KEYS.iter().map(|_| CredentialValue::generate(Kind::ApiKey)).collect();
    let key_hashes: Vec<_> = keys.iter().map(CredentialValue::sha256_hex).collect();
    create(events, Origin { now, seed, key_hashes: &key_hashes }).await?;
    Ok(keys)
}
