//! The demo as a running service, at a time and with a seed of the caller's choice: what tests of the whole look at.

use std::sync::Arc;

use service_kit::api_key::ApiKeyValue;
use service_kit::clock::Clock;

use super::organizations::KEYS;
use super::{Origin, create};
use crate::app::{Claimed, RunningApp, Settings};

/// Starts the service on the demo's data, in a folder without any. Returns its keys, too: first the one that is shown.
///
/// # Errors
/// When the folder or the address is taken, or a database fails.
pub async fn start(
    settings: Settings,
    clock: Arc<dyn Clock>,
    seed: u64,
) -> anyhow::Result<(RunningApp, Vec<ApiKeyValue>)> {
    let app = Claimed::take(settings, &*clock).await?.open_stores(Arc::clone(&clock)).await?;
    let keys: Vec<_> = KEYS.iter().map(|_| ApiKeyValue::generate()).collect();
    let key_hashes: Vec<_> = keys.iter().map(ApiKeyValue::sha256_hex).collect();
    create(&**app.events(), Origin { now: clock.now(), seed, key_hashes: &key_hashes }).await?;
    Ok((app.run().await?, keys))
}
