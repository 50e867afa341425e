//! Reads a rotated secret from its file while the process runs.

use std::time::Duration;

use service_kit::BoxError;
use service_kit::keyring::{Keyring, Secrets};
use service_kit::lifecycle::Stop;

use crate::home::Home;

/// Interval between two reads. It is short, so that every process accepts a new secret before any process signs with it
/// (`commands/secret.rs`); reading a small file costs nothing.
const EVERY: Duration = Duration::from_secs(2);

/// Watches the secret's file until the soft stop.
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
                tracing::info!("the installation's secret was rotated; the new one has been read");
                is_lost = false;
            }
            Ok(_) => is_lost = false,
            // The process continues with the secrets it has, and logs the failure once.
            Err(error) => {
                if !std::mem::replace(&mut is_lost, true) {
                    tracing::warn!(error = format!("{error:#}"), "the installation's secret cannot be read any more");
                }
            }
        }
    }
}
