//! Takes queues that are due, sends their messages, and stores the results, many in one transaction.
//!
//! Each recipient and each organization has a limited number of queues under way, below the limit of all.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use proto_events::ids::OrganizationId;
use service_kit::chain;
use service_kit::concurrency::{ConcurrencyLimit, ConcurrencyPermit};
use service_kit::lifecycle::Stop;
use storage::StoreError;
use storage::deliveries::{ChannelKind, DueQueue, Queue, Recipient, SettledQueue};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

use crate::attempt::Sent;
use crate::channel::{Channel, limits};
use crate::{AFTER_ERROR, Sender};

/// Time between two looks for queues that are due.
const LOOK: Duration = Duration::from_millis(250);
/// Time in which results come together: they are stored in one transaction, and one look for other queues follows, which reads all
/// that wait.
const TOGETHER: Duration = Duration::from_millis(10);
/// Time beyond the limit of an attempt that the last attempts have when the process stops. Messages without a result are sent
/// again.
const LAST_ATTEMPTS: Duration = Duration::from_secs(1);

/// Queues that are taken, or whose results are stored, in one transaction. Other writes wait for it.
const QUEUES: usize = 256;
/// Attempts to store results. After that, the queues are sent again when the time for which they were taken is over.
const ATTEMPTS: usize = 20;

/// The limit of queues under way: of a recipient, of its organization and of all.
type QueueLimit = ConcurrencyLimit<Recipient, OrganizationId>;

fn queue_limit(kind: ChannelKind) -> QueueLimit {
    let [of_organization, of_all] = limits(kind);
    ConcurrencyLimit::new(kind.queues_at_once(), of_organization, of_all)
}

/// Takes permits for those queues that may be under way now.
fn permitted(limit: &QueueLimit, due: &[DueQueue]) -> BTreeMap<Queue, ConcurrencyPermit> {
    let permit = |due: &DueQueue| Some((due.queue, limit.try_acquire(due.queue.0, Some(due.organization_id)).ok()?));
    due.iter().filter_map(permit).collect()
}

impl Sender {
    /// Sends the messages of a channel, and stores the results, until the soft stop.
    pub(crate) async fn send(&self, kind: ChannelKind, channel: impl Channel + 'static, stop: &Stop) {
        let channel: Arc<dyn Channel> = Arc::new(channel);
        let (limit, mut attempts, mut batch) = (queue_limit(kind), JoinSet::new(), Vec::new());
        let (settled, mut results) = mpsc::channel(QUEUES);
        loop {
            while attempts.try_join_next().is_some() {}
            if let Err(error) = self.take_due((kind, &channel), (&limit, stop), &mut attempts, &settled).await {
                tracing::warn!(error = chain(&error), "messages cannot be read; trying again");
                sleep(AFTER_ERROR).await;
            }
            sleep(TOGETHER).await;
            // Results make room for other queues.
            tokio::select! {
                () = stop.soft() => break,
                _ = results.recv_many(&mut batch, QUEUES) => self.store(&*channel, &mut batch).await,
                () = sleep(LOOK) => {}
            }
        }
        drop(settled);
        let end = Instant::now() + self.context.pace.answer() + LAST_ATTEMPTS;
        loop {
            match timeout_at(end, results.recv_many(&mut batch, QUEUES)).await {
                // All attempts have ended.
                Ok(0) => return,
                Ok(_) => self.store(&*channel, &mut batch).await,
                Err(_) => attempts.shutdown().await,
            }
        }
    }

    async fn take_due(
        &self,
        (kind, channel): (ChannelKind, &Arc<dyn Channel>),
        (limit, stop): (&QueueLimit, &Stop),
        attempts: &mut JoinSet<()>,
        settled: &mpsc::Sender<Sent>,
    ) -> Result<(), StoreError> {
        let mut due = self.context.api.events().due_queues(kind, self.context.api.now()).await?;
        due.sort_by_cached_key(|due| limit.in_progress_of(due.queue.0));
        for some in due.chunks(QUEUES) {
            let mut permits = permitted(limit, some);
            let wanted: Vec<_> = permits.keys().copied().collect();
            let now = self.context.api.now();
            let until = now + self.context.pace.lease(kind);
            for queue in self.context.api.events().claim_queues(&wanted, (now, until)).await? {
                let first = queue.first().map(|first| (first.message.recipient, first.message.subject));
                let Some(permit) = first.and_then(|first| permits.remove(&first)) else { continue };
                let (sender, channel, settled, stop) =
                    (self.clone(), Arc::clone(channel), settled.clone(), stop.clone());
                attempts.spawn(async move {
                    if let Some(sent) = sender.send_queue(&*channel, (queue, until), permit, &stop).await {
                        // It is received until all attempts have ended.
                        let _ = settled.send(sent).await;
                    }
                });
            }
        }
        Ok(())
    }

    /// Stores the results of queues, which are no longer under way then.
    async fn store(&self, channel: &dyn Channel, batch: &mut Vec<Sent>) {
        let (mut queues, _permits): (Vec<_>, Vec<_>) = batch.drain(..).unzip();
        queues.sort_by_key(|queue: &SettledQueue| (queue.recipient, queue.subject));
        for _ in 0..ATTEMPTS {
            match self.context.api.events().settle_queues(&queues).await {
                Ok(failing) => return channel.settled(&queues, failing).await,
                Err(error) => {
                    tracing::warn!(error = chain(&error), "results of messages cannot be stored; trying again");
                    sleep(AFTER_ERROR).await;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::WebhookId;

    use super::*;

    /// Returns queues of a webhook.
    fn due(webhook: i64, organization_id: i64) -> Vec<DueQueue> {
        let organization_id = OrganizationId(organization_id);
        (0..10).map(|subject| DueQueue { queue: (WebhookId(webhook).into(), subject), organization_id }).collect()
    }

    #[test]
    fn recipients_and_organizations_have_limited_queues_under_way() {
        let limit = queue_limit(ChannelKind::Webhook);
        let mut under_way: Vec<_> = (1..=4).map(|webhook| permitted(&limit, &due(webhook, 1))).collect();
        assert!(under_way.iter().all(|permits| permits.len() == 8));
        assert!(permitted(&limit, &due(5, 1)).is_empty(), "the organization has no more room");
        assert_eq!(permitted(&limit, &due(6, 2)).len(), 8, "another organization does not wait");
        under_way[0].pop_first();
        assert_eq!(permitted(&limit, &due(5, 1)).len(), 1);
    }
}
