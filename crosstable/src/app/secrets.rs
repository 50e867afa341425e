//! Takes up a rotated secret while the process runs, by looking at its file.

use std::time::Duration;

use service_kit::BoxError;
use service_kit::keyring::{Keyring, Secrets};
use service_kit::lifecycle::Stop;

use crate::home::Home;

/// Between two looks: often enough that every process accepts a new secret before any signs with it
/// (`commands/secret.rs`), and a small file costs nothing to read.
const EVERY: Duration = Duration::from_secs(2);

/// Runs until the soft stop.
pub(super) async fn follow(home: Home, first: Secrets, keys: Keyring, stop: Stop) -> Result<(), BoxError> {
    let mut known = first.expose();
    let mut is_lost = false;
    loop {
        tokio::select! {
            () = stop.soft() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
        match home.kept_secrets() {
            Ok(secrets) if secrets.expose() != known => {
                known = secrets.expose();
                keys.replace(secrets);
                tracing::info!("the installation's secret was rotated, and is taken up");
                is_lost = false;
            }
            Ok(_) => is_lost = false,
            // The process goes on with what it knows, and says so once.
            Err(error) => {
                if !std::mem::replace(&mut is_lost, true) {
                    tracing::warn!(error = format!("{error:#}"), "the installation's secret cannot be read any more");
                }
            }
        }
    }
}
