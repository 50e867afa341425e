//! Takes queues that are due and sends their messages.
//!
//! Each webhook and each organization has a limited number of queues under way, far below the limit of all. So a slow
//! address delays neither other organizations nor, unless there are several, other webhooks of its own.

use std::time::Duration;

use api_kit::concurrency::{ConcurrencyLimit, ConcurrencyPermit};
use proto_events::ids::{OrganizationId, WebhookId};
use service_kit::chain;
use service_kit::lifecycle::Stop;
use storage::StoreError;
use storage::webhooks::{DueWebhook, QueueClaim};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::attempt::{Receiver, Sent, begin_counting};
use crate::{AFTER_ERROR, Sender};

/// Queues of a webhook under way.
const OF_WEBHOOK: usize = 8;
/// Queues of an organization under way.
const OF_ORGANIZATION: usize = 32;
/// Queues under way.
const OF_ALL: usize = 1_024;
/// Messages of a queue that are sent before other queues have their turn.
const OF_QUEUE: i64 = 50;
/// Time between two looks for queues that are due.
const LOOK: Duration = Duration::from_millis(250);
/// Time that attempts under way have when the process stops. Messages without a result are sent again.
const LAST_ATTEMPTS: Duration = Duration::from_secs(5);

/// The limit of queues under way: of a webhook, of its organization and of all.
type QueueLimit = ConcurrencyLimit<WebhookId, OrganizationId>;

fn queue_limit() -> QueueLimit {
    ConcurrencyLimit::new(OF_WEBHOOK, OF_ORGANIZATION, OF_ALL)
}

/// Takes permits for all queues of a webhook that may be under way now.
fn permits(limit: &QueueLimit, due: &DueWebhook) -> Vec<ConcurrencyPermit> {
    std::iter::from_fn(|| limit.try_acquire(due.webhook_id, Some(due.organization_id)).ok()).collect()
}

impl Sender {
    /// Sends what is due until the soft stop.
    pub(crate) async fn dispatch(&self, settled: mpsc::Sender<Sent>, freed: &Notify, stop: &Stop) {
        begin_counting();
        let (limit, mut attempts) = (queue_limit(), JoinSet::new());
        let looking = async {
            loop {
                while attempts.try_join_next().is_some() {}
                match self.take_due(&limit, &mut attempts, &settled).await {
                    Ok(()) => {}
                    Err(error) => {
                        tracing::warn!(error = chain(&error), "webhook messages cannot be read; trying again");
                        sleep(AFTER_ERROR).await;
                    }
                }
                // Looks sooner if the results of queues were stored.
                let _ = timeout(LOOK, freed.notified()).await;
            }
        };
        tokio::select! {
            () = stop.soft() => {}
            () = looking => {}
        }
        let rest = async { while attempts.join_next().await.is_some() {} };
        if timeout(LAST_ATTEMPTS, rest).await.is_err() {
            attempts.shutdown().await;
        }
    }

    async fn take_due(
        &self,
        limit: &QueueLimit,
        attempts: &mut JoinSet<()>,
        settled: &mpsc::Sender<Sent>,
    ) -> Result<(), StoreError> {
        let mut due = self.api.events().due_webhooks(self.api.now()).await?;
        due.sort_by_cached_key(|due| limit.in_progress_of(due.webhook_id));
        for webhook in due {
            let permits = permits(limit, &webhook);
            if permits.is_empty() {
                continue;
            }
            let now = self.api.now();
            let claim = QueueClaim {
                webhook_id: webhook.webhook_id,
                queues: i64::try_from(permits.len()).unwrap_or(i64::MAX),
                messages: OF_QUEUE,
                now,
                until: now + self.pace.lease(),
            };
            let Some(claimed) = self.api.events().claim_queues(&claim).await? else { continue };
            let receiver = Receiver::of(&claimed, now);
            for (queue, permit) in claimed.queues.into_iter().zip(permits) {
                let (sender, receiver, settled) = (self.clone(), receiver.clone(), settled.clone());
                attempts.spawn(async move {
                    if let Some(sent) = sender.send_queue(receiver, queue, permit).await {
                        // If the settling task has ended, the process ends too, and the queue is sent again.
                        let _ = settled.send(sent).await;
                    }
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(webhook: i64, organization: i64) -> DueWebhook {
        DueWebhook { webhook_id: WebhookId(webhook), organization_id: OrganizationId(organization) }
    }

    #[test]
    fn webhooks_and_organizations_have_limited_queues_under_way() {
        let limit = queue_limit();
        let mut under_way: Vec<_> = (1..=4).map(|webhook| permits(&limit, &due(webhook, 1))).collect();
        assert!(under_way.iter().all(|permits| permits.len() == OF_WEBHOOK));
        assert!(permits(&limit, &due(5, 1)).is_empty(), "the organization has no more room");
        assert_eq!(permits(&limit, &due(6, 2)).len(), OF_WEBHOOK, "another organization does not wait");
        under_way[0].pop();
        assert_eq!(permits(&limit, &due(5, 1)).len(), 1);
    }
}
