//! Deletes rows that no longer count, every hour: answers to idempotency keys after their lifetime, password attempts, and
//! known addresses that people have not signed in from for a long time. Rows that are kept longer do no harm.
//!
//! The age of an answer is counted in hours of process run time on a monotonic clock. If the system clock jumped ahead
//! by a day, it would expire every key at once, and a repeated request would be carried out twice.

use std::sync::Arc;
use std::time::Duration;

use domain::limits::IDEMPOTENCY_HOURS;
use service_kit::BoxError;
use service_kit::clock::Clock;
use service_kit::lifecycle::Stop;
use storage::{EventStore, StoreError};

/// An hour.
pub(super) const HOUR: Duration = Duration::from_secs(60 * 60);

/// Deletes old rows until the soft stop. `hour` is the length of an hour.
pub(super) async fn delete(
    events: Arc<dyn EventStore>,
    clock: Arc<dyn Clock>,
    hour: Duration,
    stop: Stop,
) -> Result<(), BoxError> {
    let mut seen = None;
    loop {
        seen = match pass(&*events, seen).await {
            Ok(current) => Some(current),
            Err(error) => {
                tracing::warn!(error = service_kit::chain(&error), "old answers could not be deleted");
                None
            }
        };
        let now = clock.now();
        if let Err(error) = events.forget_attempts(now - web::site::WINDOW, now - web::site::KNOWN_FOR).await {
            tracing::warn!(error = service_kit::chain(&error), "old password attempts could not be deleted");
        }
        tokio::select! {
            () = stop.soft() => return Ok(()),
            () = tokio::time::sleep(hour) => {}
        }
    }
}

/// Ends the hour that was current an hour ago, unless another process already has. Returns the current hour.
async fn pass(events: &dyn EventStore, seen: Option<i64>) -> Result<i64, StoreError> {
    if let Some(hour) = seen {
        events.end_answer_hour(hour, IDEMPOTENCY_HOURS).await?;
    }
    events.answer_hour().await
}

#[cfg(test)]
mod tests {
    use service_kit::clock::SystemClock;
    use service_kit::lifecycle::Lifecycle;
    use storage::sqlite::SqliteEventStore;

    use super::*;

    #[tokio::test]
    async fn hours_pass_while_a_process_runs() {
        let folder = tempfile::tempdir().unwrap();
        let events: Arc<dyn EventStore> =
            Arc::new(SqliteEventStore::open(&folder.path().join("events.sqlite")).await.unwrap());
        let lifecycle = Lifecycle::new(Duration::from_secs(10));
        lifecycle.spawn(
            "answers",
            delete(Arc::clone(&events), Arc::new(SystemClock), Duration::from_millis(1), lifecycle.stop_signal()),
        );
        let passed = tokio::time::timeout(Duration::from_secs(60), async {
            while events.answer_hour().await.unwrap() < 3 {
                tokio::task::yield_now().await;
            }
        });
        passed.await.unwrap();
        lifecycle.stop();
        lifecycle.wait().await.unwrap();
        let stands = events.answer_hour().await.unwrap();
        assert_eq!(pass(&*events, None).await.unwrap(), stands, "a process that has seen no hour ends none");
        assert_eq!(pass(&*events, Some(stands - 1)).await.unwrap(), stands, "an ended hour does not end again");
        assert_eq!(pass(&*events, Some(stands)).await.unwrap(), stands + 1);
    }
}
