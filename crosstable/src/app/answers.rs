//! Forgets answers to idempotency keys once nobody may count on them any more.
//!
//! Their age is counted in hours that a process has lived through, by a watch that cannot be set: a clock that jumps ahead by
//! a day would make every key old at once, and a request that is repeated would be carried out twice.

use std::sync::Arc;
use std::time::Duration;

use domain::limits::IDEMPOTENCY_HOURS;
use service_kit::BoxError;
use service_kit::lifecycle::Stop;
use storage::{EventStore, StoreError};

/// An hour.
pub(super) const HOUR: Duration = Duration::from_secs(60 * 60);

/// Runs until the soft stop, with hours of this length.
pub(super) async fn forget(events: Arc<dyn EventStore>, hour: Duration, stop: Stop) -> Result<(), BoxError> {
    let mut seen = None;
    loop {
        // An answer that is kept too long does no harm; a later round forgets it.
        seen = match pass(&*events, seen).await {
            Ok(current) => Some(current),
            Err(error) => {
                tracing::warn!(error = service_kit::chain(&error), "old answers not forgotten");
                None
            }
        };
        tokio::select! {
            () = stop.soft() => return Ok(()),
            () = tokio::time::sleep(hour) => {}
        }
    }
}

/// Ends the hour that was seen an hour ago, unless another process has ended it since. Gives the current one.
async fn pass(events: &dyn EventStore, seen: Option<i64>) -> Result<i64, StoreError> {
    if let Some(hour) = seen {
        events.end_answer_hour(hour, IDEMPOTENCY_HOURS).await?;
    }
    events.answer_hour().await
}

#[cfg(test)]
mod tests {
    use service_kit::lifecycle::Lifecycle;
    use storage::sqlite::SqliteEventStore;

    use super::*;

    #[tokio::test]
    async fn hours_pass_while_a_process_runs() {
        let folder = tempfile::tempdir().unwrap();
        let events: Arc<dyn EventStore> =
            Arc::new(SqliteEventStore::open(&folder.path().join("events.sqlite")).await.unwrap());
        let lifecycle = Lifecycle::new(Duration::from_secs(10));
        lifecycle.spawn("answers", forget(Arc::clone(&events), Duration::from_millis(1), lifecycle.stop_signal()));
        let passed = tokio::time::timeout(Duration::from_secs(60), async {
            while events.answer_hour().await.unwrap() < 3 {
                tokio::task::yield_now().await;
            }
        });
        passed.await.unwrap();
        lifecycle.stop();
        lifecycle.wait().await.unwrap();
        let stands = events.answer_hour().await.unwrap();
        assert_eq!(pass(&*events, None).await.unwrap(), stands, "who has seen no hour ends none");
        assert_eq!(pass(&*events, Some(stands - 1)).await.unwrap(), stands, "nor one that has ended");
        assert_eq!(pass(&*events, Some(stands)).await.unwrap(), stands + 1);
    }
}
