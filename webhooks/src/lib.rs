//! Sends messages to the webhooks that organizations subscribe (`write_api::webhooks`).
//!
//! | Task | File |
//! |---|---|
//! | follows the log, and stores messages about events with its position in one transaction | `follow.rs` |
//! | takes queues that are due, and sends their messages, many webhooks at once | `dispatch.rs`, `attempt.rs` |
//! | stores the results of queues, many in one transaction, and disables webhooks | `settle.rs` |
//! | the message itself, and its headers | `message.rs` |
//! | deletes old deliveries, and measures the age of the oldest pending one | here |
//!
//! All state is in the database of the log, so it needs no NATS, and a process that ends at any moment loses nothing.
//! Several processes may run it: positions are compared, and queues are taken for a limited time. A message may then be
//! sent twice, with the same id. A message is only sent after the one before it in its queue was accepted or given up, so
//! the first deliveries of messages are in order.

mod attempt;
mod dispatch;
mod follow;
mod message;
mod pace;
mod settle;

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use domain::limits::WEBHOOK_LOG_DAYS;
use service_kit::BoxError;
use service_kit::chain;
use service_kit::lifecycle::Stop;
use storage::webhooks::FORGOTTEN_AT_ONCE;
use tokio::sync::{Notify, mpsc};

pub use message::schemas;
pub use pace::Pace;
use write_api::WriteApi;

/// Time between two measurements of the age of the oldest pending message.
const MEASURE: Duration = Duration::from_secs(5);
/// Time between two passes that delete old deliveries.
const FORGET: Duration = Duration::from_secs(60 * 60);
/// Pause after an error of the store.
const AFTER_ERROR: Duration = Duration::from_millis(500);

/// Sends messages to webhooks.
#[derive(Clone)]
pub struct Sender {
    api: WriteApi,
    public_url: Arc<str>,
    pace: Pace,
}

impl Sender {
    /// Creates a sender. Messages contain addresses below the public address.
    pub fn new(api: WriteApi, public_url: &str, pace: Pace) -> Self {
        Self { api, public_url: public_url.into(), pace }
    }

    /// Runs until the process stops. Attempts under way are then given some time.
    ///
    /// # Errors
    /// Never; errors of the store are logged, and the work is done again.
    pub async fn run(self, stop: Stop) -> Result<(), BoxError> {
        let (settled, queues) = mpsc::channel(1_024);
        let freed = Notify::new();
        let sender = &self;
        let until_stop = async {
            tokio::select! {
                () = stop.soft() => {}
                () = sender.follow() => {}
                () = sender.look_after() => {}
            }
        };
        tokio::join!(until_stop, sender.dispatch(settled, &freed, &stop), sender.settle(queues, &freed));
        Ok(())
    }

    /// Deletes old deliveries, and measures.
    async fn look_after(&self) {
        let mut forgot = None;
        loop {
            if let Err(error) = self.measure().await {
                tracing::warn!(error = chain(&error), "the age of pending webhook messages could not be read");
            }
            if forgot.is_none_or(|at: tokio::time::Instant| at.elapsed() >= FORGET) {
                forgot = Some(tokio::time::Instant::now());
                self.forget_old().await;
            }
            tokio::time::sleep(MEASURE).await;
        }
    }

    async fn measure(&self) -> Result<(), storage::StoreError> {
        let oldest = self.api.events().oldest_pending_message().await?;
        let age = oldest.map_or(TimeDelta::zero(), |oldest| self.api.now() - oldest);
        metrics::gauge!("crosstable_webhook_pending_age_seconds").set(age.as_seconds_f64().max(0.0));
        Ok(())
    }

    async fn forget_old(&self) {
        let before = self.api.now() - TimeDelta::days(WEBHOOK_LOG_DAYS);
        loop {
            match self.api.events().forget_deliveries(before).await {
                Ok(forgotten) if i64::try_from(forgotten).is_ok_and(|forgotten| forgotten >= FORGOTTEN_AT_ONCE) => {}
                Ok(_) => return,
                Err(error) => {
                    tracing::warn!(error = chain(&error), "old webhook deliveries could not be deleted");
                    return;
                }
            }
        }
    }
}

impl std::fmt::Debug for Sender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sender").field("public_url", &self.public_url).field("pace", &self.pace).finish_non_exhaustive()
    }
}
