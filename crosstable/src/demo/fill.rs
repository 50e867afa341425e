//! Writes the demo's data for end-to-end tests, with a given time and seed.

use chrono::{DateTime, Utc};
use service_kit::credential_value::{CredentialValue, Kind};
use storage::EventStore;

use super::organizations::KEYS;
use super::{Origin, create};

/// Fills an empty log. Returns the keys; the first is the one that the demo shows.
///
/// # Errors
/// When the database fails.
pub async fn fill(events: &dyn EventStore, now: DateTime<Utc>, seed: u64) -> anyhow::Result<Vec<CredentialValue>> {
    let keys: Vec<_> = KEYS.iter().map(|_| CredentialValue::generate(Kind::ApiKey)).collect();
    let key_hashes: Vec<_> = keys.iter().map(CredentialValue::sha256_hex).collect();
    create(events, Origin { now, seed, key_hashes: &key_hashes }).await?;
    Ok(keys)
}
