//! Takes queues that are due, sends their messages, and stores the results, many in one transaction.
//!
//! Each recipient and each organization has a limited number of queues under way, below the limit of all.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use api_kit::concurrency::{ConcurrencyLimit, ConcurrencyPermit};
use proto_events::ids::OrganizationId;
use service_kit::chain;
use service_kit::lifecycle::Stop;
use storage::StoreError;
use storage::deliveries::{ChannelKind, DueRecipient, QueueClaim, Recipient, SettledQueue};
use storage::webhooks::FailingWebhook;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::attempt::Sent;
use crate::channel::{Channel, limits};
use crate::{AFTER_ERROR, Sender};

/// Messages of a queue that are sent before other queues have their turn.
const OF_QUEUE: i64 = 50;
/// Recipients whose queues are taken in one transaction. Other writes wait for it.
const RECIPIENTS: usize = 256;
/// Time between two looks for queues that are due.
const LOOK: Duration = Duration::from_millis(250);
/// Time beyond the limit of an attempt that the last attempts have when the process stops. Messages without a result are sent
/// again.
const LAST_ATTEMPTS: Duration = Duration::from_secs(1);

/// Queues in one transaction.
const QUEUES: usize = 256;
/// Attempts to store results. After that, the queues are sent again when the time for which they were taken is over.
const ATTEMPTS: usize = 20;

/// The limit of queues under way: of a recipient, of its organization and of all.
type QueueLimit = ConcurrencyLimit<Recipient, OrganizationId>;

fn queue_limit([of_recipient, of_organization, of_all]: [usize; 3]) -> QueueLimit {
    ConcurrencyLimit::new(of_recipient, of_organization, of_all)
}

/// Takes permits for all queues of a recipient that may be under way now.
fn permits(limit: &QueueLimit, due: &DueRecipient) -> Vec<ConcurrencyPermit> {
    std::iter::from_fn(|| limit.try_acquire(due.recipient, Some(due.organization_id)).ok()).collect()
}

/// Takes permits for recipients; one with several queues may be in the list several times. Those without room are left out.
fn permitted(limit: &QueueLimit, due: &[DueRecipient]) -> BTreeMap<Recipient, Vec<ConcurrencyPermit>> {
    let mut permitted = BTreeMap::new();
    for due in due {
        permitted.entry(due.recipient).or_insert_with(|| permits(limit, due));
    }
    permitted.retain(|_, permits| !permits.is_empty());
    permitted
}

impl Sender {
    /// Sends what is due on a channel until the soft stop.
    pub(crate) async fn dispatch(
        &self,
        kind: ChannelKind,
        channel: &Arc<dyn Channel>,
        settled: mpsc::Sender<Sent>,
        freed: &Notify,
        stop: &Stop,
    ) {
        let (limit, mut attempts) = (queue_limit(limits(kind)), JoinSet::new());
        let looking = async {
            loop {
                while attempts.try_join_next().is_some() {}
                if let Err(error) = self.take_due((kind, channel), (&limit, stop), &mut attempts, &settled).await {
                    tracing::warn!(error = chain(&error), "messages cannot be read; trying again");
                    sleep(AFTER_ERROR).await;
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
        if timeout(self.context.pace.answer() + LAST_ATTEMPTS, rest).await.is_err() {
            attempts.shutdown().await;
        }
    }

    async fn take_due(
        &self,
        (kind, channel): (ChannelKind, &Arc<dyn Channel>),
        (limit, stop): (&QueueLimit, &Stop),
        attempts: &mut JoinSet<()>,
        settled: &mpsc::Sender<Sent>,
    ) -> Result<(), StoreError> {
        let mut due = self.context.api.events().due_recipients(kind, self.context.api.now()).await?;
        due.sort_by_cached_key(|due| limit.in_progress_of(due.recipient));
        // Where a recipient may have several queues under way, it gives room back before others ask.
        let at_once = if limits(kind)[0] > 1 { 1 } else { RECIPIENTS };
        for some in due.chunks(at_once) {
            let mut permitted = permitted(limit, some);
            let now = self.context.api.now();
            let until = now + self.context.pace.lease(kind);
            let claim = |(recipient, permits): (&Recipient, &Vec<ConcurrencyPermit>)| QueueClaim {
                recipient: *recipient,
                queues: i64::try_from(permits.len()).unwrap_or(i64::MAX),
                messages: OF_QUEUE,
                now,
                until,
            };
            let claims: Vec<_> = permitted.iter().map(claim).collect();
            let queues = self.context.api.events().claim_queues(&claims).await?;
            for queue in queues {
                let Some(recipient) = queue.first().map(|delivery| delivery.message.recipient) else { continue };
                let Some(permit) = permitted.get_mut(&recipient).and_then(Vec::pop) else { continue };
                let (sender, channel, settled, stop) =
                    (self.clone(), Arc::clone(channel), settled.clone(), stop.clone());
                attempts.spawn(async move {
                    if let Some(sent) = sender.send_queue(&*channel, (queue, until), permit, &stop).await {
                        // If the settling task has ended, the process ends too, and the queue is sent again.
                        let _ = settled.send(sent).await;
                    }
                });
            }
        }
        Ok(())
    }

    /// Stores the results of a channel until no more can come.
    pub(crate) async fn settle(&self, channel: &dyn Channel, mut sent: mpsc::Receiver<Sent>, freed: &Notify) {
        let mut batch = Vec::new();
        while sent.recv_many(&mut batch, QUEUES).await > 0 {
            let mut queues: Vec<_> = batch.iter().map(|sent: &Sent| sent.queue.clone()).collect();
            queues.sort_by_key(|queue| (queue.recipient, queue.subject));
            let failing = self.stored(&queues).await;
            channel.settled(&queues, failing).await;
            batch.clear();
            freed.notify_one();
        }
    }

    /// Stores the results of a batch. Returns the webhooks that fail.
    async fn stored(&self, queues: &[SettledQueue]) -> Vec<FailingWebhook> {
        for _ in 0..ATTEMPTS {
            match self.context.api.events().settle_queues(queues).await {
                Ok(failing) => return failing,
                Err(error) => {
                    tracing::warn!(error = chain(&error), "results of messages cannot be stored; trying again");
                    sleep(AFTER_ERROR).await;
                }
            }
        }
        Vec::new()
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

    #[test]
    fn a_recipient_with_several_queues_that_are_due_gets_its_permits_once() {
        let limit = queue_limit([1, 2, 2]);
        let taken = permitted(&limit, &[due(1, 1), due(2, 2), due(1, 1), due(3, 3)]);
        let taken: Vec<_> = taken.iter().map(|(recipient, permits)| (recipient.id, permits.len())).collect();
        assert_eq!(taken, [(1, 1), (2, 1)]);
    }
}
