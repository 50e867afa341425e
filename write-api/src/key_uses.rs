//! Records uses of API keys: those seen by the read side of this process, and those of other processes, which arrive
//! over NATS, each at one of the writing processes.

use std::sync::Arc;

use api_kit::key_uses::EVERY;
use api_kit::key_uses::sender::subject;
use api_kit::{KeyUse, KeyUses};
use chrono::Duration;
use futures::StreamExt;
use proto_events::Actor;
use service_kit::lifecycle::Stop;
use service_kit::nats::Nats;
use service_kit::{BoxError, chain};

use crate::WriteApi;

/// Queue group: each message goes to one member.
const GROUP: &str = "write-api";
/// Limit by which another process's clock may be ahead. A use from the far future would hide all later ones.
const AHEAD: Duration = Duration::seconds(60);

/// Records the uses of this process at intervals until the soft stop, and then the remaining ones.
pub async fn note_own(write_api: WriteApi, uses: Arc<KeyUses>, stop: Stop) -> Result<(), BoxError> {
    loop {
        let stopping = stop.soft_within(EVERY).await;
        note(&write_api, &uses.drain()).await;
        if stopping {
            return Ok(());
        }
    }
}

/// Records the uses of other processes until the soft stop.
///
/// # Errors
/// When the subscription to NATS fails.
pub async fn receive(write_api: WriteApi, nats: Nats, stop: Stop) -> Result<(), BoxError> {
    let mut messages = nats.client().queue_subscribe(subject(nats.prefix()), GROUP.to_owned()).await?;
    loop {
        let message = tokio::select! {
            () = stop.soft() => return Ok(()),
            message = messages.next() => message,
        };
        let Some(message) = message else {
            // The client was closed: no more messages arrive.
            stop.soft().await;
            return Ok(());
        };
        match serde_json::from_slice::<Vec<KeyUse>>(&message.payload) {
            Ok(uses) => note(&write_api, &uses).await,
            Err(error) => tracing::warn!(%error, "cannot read key uses; another version may have sent them"),
        }
    }
}

async fn note(write_api: &WriteApi, uses: &[KeyUse]) {
    let latest = write_api.clock.now() + AHEAD;
    for used in uses.iter().filter(|used| used.used_at <= latest) {
        // A lost use is harmless; the next one is recorded.
        if let Err(error) = write_api.carry_out(&Actor::System, used).await {
            tracing::warn!(key = used.key_id.0, error = chain(&error), "cannot record the use of a key");
        }
    }
}
