//! The demo's data at a time and with a seed of the caller's choice: what tests of the whole look at.

use chrono::{DateTime, Utc};
use service_kit::api_key::ApiKeyValue;
use storage::EventStore;

use super::organizations::KEYS;
use super::{Origin, create};

/// Fills an empty log. Returns the keys: first the one that the demo shows.
///
/// # Errors
/// When the database fails.
pub async fn fill(events: &dyn EventStore, now: DateTime<Utc>, seed: u64) -> anyhow::Result<Vec<ApiKeyValue>> {
    let keys: Vec<_> = KEYS.iter().map(|_| ApiKeyValue::generate()).collect();
    let key_hashes: Vec<_> = keys.iter().map(ApiKeyValue::sha256_hex).collect();
    create(events, Origin { now, seed, key_hashes: &key_hashes }).await?;
    Ok(keys)
}
