//! Takes the uses of API keys that the read side noticed to the write side, now and then.

use std::sync::Arc;
use std::time::Duration;

use api_kit::KeyUses;
use proto_events::Actor;
use service_kit::BoxError;
use service_kit::lifecycle::Stop;
use write_api::WriteApi;
use write_api::commands::organizations::note_key_use::NoteKeyUse;

/// How long uses wait to be noted: as long as lies at least between two that are.
const EVERY: Duration = Duration::from_secs(60);

/// Runs until the soft stop, and notes what is left then.
pub(super) async fn note(write_api: WriteApi, uses: Arc<KeyUses>, stop: Stop) -> Result<(), BoxError> {
    loop {
        let stopping = tokio::select! {
            () = stop.soft() => true,
            () = tokio::time::sleep(EVERY) => false,
        };
        for used in uses.drain() {
            let command =
                NoteKeyUse { organization_id: used.organization_id, key_id: used.key_id, used_at: used.used_at };
            // A use that is not noted harms nobody; the next one is.
            if let Err(error) = write_api.note_key_use(&Actor::System, &command).await {
                tracing::warn!(key = used.key_id.0, error = service_kit::chain(&error), "use of a key not noted");
            }
        }
        if stopping {
            return Ok(());
        }
    }
}
