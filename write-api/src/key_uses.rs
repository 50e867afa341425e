//! Notes uses of API keys: those that the read side of this process noticed, and those that others did, which come over NATS,
//! each to one of the processes that write.

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
use crate::commands::organizations::note_key_use::NoteKeyUse;

/// Those of a group share the uses among them.
const GROUP: &str = "write-api";
/// How far another process's clock may be ahead. A use from far in the future would keep later ones from being noted.
const AHEAD: Duration = Duration::seconds(60);

/// Notes the uses of this process now and then, until the soft stop, and what is left then.
///
/// # Errors
/// None; whoever runs tasks wants a result.
pub async fn note_own(write_api: WriteApi, uses: Arc<KeyUses>, stop: Stop) -> Result<(), BoxError> {
    loop {
        let stopping = tokio::select! {
            () = stop.soft() => true,
            () = tokio::time::sleep(EVERY) => false,
        };
        note(&write_api, &uses.drain()).await;
        if stopping {
            return Ok(());
        }
    }
}

/// Notes those of other processes, until the soft stop.
///
/// # Errors
/// When NATS cannot be asked at all.
pub async fn receive(write_api: WriteApi, nats: Nats, stop: Stop) -> Result<(), BoxError> {
    let mut messages = nats.client().queue_subscribe(subject(nats.prefix()), GROUP.to_owned()).await?;
    loop {
        let message = tokio::select! {
            () = stop.soft() => return Ok(()),
            message = messages.next() => message,
        };
        let Some(message) = message else {
            // The client was closed: nothing comes any more.
            stop.soft().await;
            return Ok(());
        };
        match serde_json::from_slice::<Vec<KeyUse>>(&message.payload) {
            Ok(uses) => note(&write_api, &uses).await,
            Err(error) => tracing::warn!(%error, "uses of keys cannot be read; another version may have sent them"),
        }
    }
}

async fn note(write_api: &WriteApi, uses: &[KeyUse]) {
    let latest = write_api.clock.now() + AHEAD;
    for KeyUse { organization_id, key_id, used_at } in uses.iter().copied().filter(|used| used.used_at <= latest) {
        let command = NoteKeyUse { organization_id, key_id, used_at };
        // A use that is not noted harms nobody; the next one is.
        if let Err(error) = write_api.note_key_use(&Actor::System, &command).await {
            tracing::warn!(key = key_id.0, error = chain(&error), "use of a key not noted");
        }
    }
}
