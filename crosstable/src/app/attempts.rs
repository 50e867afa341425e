//! Deletes password attempts that no longer count, and known addresses that people have not signed in from for a long
//! time.

use std::sync::Arc;
use std::time::Duration;

use service_kit::BoxError;
use service_kit::clock::Clock;
use service_kit::lifecycle::Stop;
use storage::EventStore;

/// Time between two passes. Rows that are kept longer refuse no attempt and take little room.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// Deletes old rows until the soft stop.
pub(super) async fn forget(events: Arc<dyn EventStore>, clock: Arc<dyn Clock>, stop: Stop) -> Result<(), BoxError> {
    loop {
        let now = clock.now();
        let begun = now - web::site::WINDOW;
        if let Err(error) = events.forget_attempts(begun, now - web::site::KNOWN_FOR).await {
            tracing::warn!(error = service_kit::chain(&error), "old password attempts could not be deleted");
        }
        tokio::select! {
            () = stop.soft() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
