//! Takes queues that are due and sends their messages.
//!
//! Each recipient and each organization has a limited number of queues under way, below the limit of all.

use std::time::Duration;

use api_kit::concurrency::{ConcurrencyLimit, ConcurrencyPermit};
use proto_events::ids::OrganizationId;
use service_kit::chain;
use service_kit::lifecycle::Stop;
use storage::StoreError;
use storage::deliveries::{DueRecipient, QueueClaim, Recipient};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::attempt::Sent;
use crate::channel::{Channel, Receiver};
use crate::{AFTER_ERROR, Sender};

/// Messages of a queue that are sent before other queues have their turn.
const OF_QUEUE: i64 = 50;
/// Time between two looks for queues that are due.
const LOOK: Duration = Duration::from_millis(250);
/// Time that attempts under way have when the process stops. Messages without a result are sent again.
const LAST_ATTEMPTS: Duration = Duration::from_secs(5);

/// The limit of queues under way: of a recipient, of its organization and of all.
type QueueLimit = ConcurrencyLimit<Recipient, OrganizationId>;

fn queue_limit([of_recipient, of_organization, of_all]: [usize; 3]) -> QueueLimit {
    ConcurrencyLimit::new(of_recipient, of_organization, of_all)
}

/// Takes permits for all queues of a recipient that may be under way now.
fn permits(limit: &QueueLimit, due: &DueRecipient) -> Vec<ConcurrencyPermit> {
    std::iter::from_fn(|| limit.try_acquire(due.recipient, Some(due.organization_id)).ok()).collect()
}

impl Sender {
    /// Sends what is due on a channel until the soft stop.
    pub(crate) async fn dispatch(
        &self,
        channel: &dyn Channel,
        settled: mpsc::Sender<Sent>,
        freed: &Notify,
        stop: &Stop,
    ) {
        let (limit, mut attempts) = (queue_limit(channel.limits()), JoinSet::new());
        let looking = async {
            loop {
                while attempts.try_join_next().is_some() {}
                match self.take_due(channel, &limit, &mut attempts, &settled).await {
                    Ok(()) => {}
                    Err(error) => {
                        tracing::warn!(error = chain(&error), "messages cannot be read; trying again");
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
        channel: &dyn Channel,
        limit: &QueueLimit,
        attempts: &mut JoinSet<()>,
        settled: &mpsc::Sender<Sent>,
    ) -> Result<(), StoreError> {
        let mut due = self.api.events().due_recipients(channel.kind(), self.api.now()).await?;
        due.sort_by_cached_key(|due| limit.in_progress_of(due.recipient));
        for due in due {
            let permits = permits(limit, &due);
            if permits.is_empty() {
                continue;
            }
            let now = self.api.now();
            let claim = QueueClaim {
                recipient: due.recipient,
                queues: i64::try_from(permits.len()).unwrap_or(i64::MAX),
                messages: OF_QUEUE,
                now,
                until: now + self.pace.lease(),
            };
            let queues = self.api.events().claim_queues(&claim).await?;
            let receiver: std::sync::Arc<dyn Receiver> = match channel.receiver(due.recipient).await {
                Ok(Some(receiver)) => receiver.into(),
                Ok(None) => continue,
                // Its queues are free again after a while. Other recipients do not wait for it.
                Err(error) => {
                    tracing::warn!(error = chain(&error), "a recipient of messages cannot be read; trying again");
                    continue;
                }
            };
            for (queue, permit) in queues.into_iter().zip(permits) {
                let (sender, receiver, settled) = (self.clone(), receiver.clone(), settled.clone());
                attempts.spawn(async move {
                    if let Some(sent) = sender.send_queue(&*receiver, queue, permit).await {
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
    use proto_events::ids::WebhookId;

    use super::*;

    const LIMITS: [usize; 3] = [8, 32, 1_024];

    fn due(webhook: i64, organization: i64) -> DueRecipient {
        DueRecipient { recipient: WebhookId(webhook).into(), organization_id: OrganizationId(organization) }
    }

    #[test]
    fn recipients_and_organizations_have_limited_queues_under_way() {
        let limit = queue_limit(LIMITS);
        let mut under_way: Vec<_> = (1..=4).map(|webhook| permits(&limit, &due(webhook, 1))).collect();
        assert!(under_way.iter().all(|permits| permits.len() == LIMITS[0]));
        assert!(permits(&limit, &due(5, 1)).is_empty(), "the organization has no more room");
        assert_eq!(permits(&limit, &due(6, 2)).len(), LIMITS[0], "another organization does not wait");
        under_way[0].pop();
        assert_eq!(permits(&limit, &due(5, 1)).len(), 1);
    }
}
