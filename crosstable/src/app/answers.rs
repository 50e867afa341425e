//! Forgets answers to idempotency keys once nobody may count on them any more.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use domain::limits::IDEMPOTENCY_HOURS;
use service_kit::BoxError;
use service_kit::clock::Clock;
use service_kit::lifecycle::Stop;
use storage::EventStore;

/// How often it looks for some.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// Runs until the soft stop.
pub(super) async fn forget(events: Arc<dyn EventStore>, clock: Arc<dyn Clock>, stop: Stop) -> Result<(), BoxError> {
    loop {
        let before = clock.now() - TimeDelta::hours(IDEMPOTENCY_HOURS);
        // An answer that is kept too long harms nobody; the next round forgets it.
        if let Err(error) = events.forget_answers(before).await {
            tracing::warn!(error = service_kit::chain(&error), "old answers not forgotten");
        }
        tokio::select! {
            () = stop.soft() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}
