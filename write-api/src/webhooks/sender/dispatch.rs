//! Takes queues that are due and sends their messages.
//!
//! Each webhook and each organization has a limited number of queues under way, far below the limit of all. So a slow
//! address delays neither other organizations nor, unless there are several, other webhooks of its own.

use std::collections::HashMap;
use std::time::Duration;

use proto_events::ids::{OrganizationId, WebhookId};
use service_kit::chain;
use service_kit::lifecycle::Stop;
use storage::StoreError;
use storage::webhooks::{DueWebhook, QueueClaim, SettledQueue};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::attempt::{Receiver, Sent, begin_counting};
use super::{AFTER_ERROR, Sender};

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

/// A queue that is free again.
pub(super) type Freed = DueWebhook;

/// The queues under way.
#[derive(Default)]
struct UnderWay {
    of_webhooks: HashMap<WebhookId, usize>,
    of_organizations: HashMap<OrganizationId, usize>,
    all: usize,
}

impl UnderWay {
    /// Returns how many more queues of a webhook may be taken.
    fn room_for(&self, due: &DueWebhook) -> usize {
        let of_webhook = OF_WEBHOOK.saturating_sub(self.of(due));
        let of_organization = self.of_organizations.get(&due.organization_id).copied().unwrap_or_default();
        of_webhook.min(OF_ORGANIZATION.saturating_sub(of_organization)).min(OF_ALL.saturating_sub(self.all))
    }

    fn of(&self, due: &DueWebhook) -> usize {
        self.of_webhooks.get(&due.webhook_id).copied().unwrap_or_default()
    }

    fn add(&mut self, due: &DueWebhook) {
        *self.of_webhooks.entry(due.webhook_id).or_default() += 1;
        *self.of_organizations.entry(due.organization_id).or_default() += 1;
        self.all += 1;
    }

    fn remove(&mut self, due: &DueWebhook) {
        fn less<K: Eq + std::hash::Hash>(counts: &mut HashMap<K, usize>, key: K) {
            if let std::collections::hash_map::Entry::Occupied(mut count) = counts.entry(key) {
                *count.get_mut() = count.get().saturating_sub(1);
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
        less(&mut self.of_webhooks, due.webhook_id);
        less(&mut self.of_organizations, due.organization_id);
        self.all = self.all.saturating_sub(1);
    }
}

impl Sender {
    /// Sends what is due until the soft stop.
    pub(super) async fn dispatch(
        &self,
        settled: mpsc::Sender<Sent>,
        mut freed: mpsc::UnboundedReceiver<Freed>,
        stop: &Stop,
    ) {
        begin_counting();
        let (mut under_way, mut attempts) = (UnderWay::default(), JoinSet::new());
        let looking = async {
            loop {
                while let Ok(queue) = freed.try_recv() {
                    under_way.remove(&queue);
                }
                while attempts.try_join_next().is_some() {}
                match self.take_due(&mut under_way, &mut attempts, &settled).await {
                    Ok(()) => {}
                    Err(error) => {
                        tracing::warn!(error = chain(&error), "webhook messages cannot be read; trying again");
                        sleep(AFTER_ERROR).await;
                    }
                }
                if let Ok(Some(queue)) = timeout(LOOK, freed.recv()).await {
                    under_way.remove(&queue);
                }
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
        under_way: &mut UnderWay,
        attempts: &mut JoinSet<()>,
        settled: &mpsc::Sender<Sent>,
    ) -> Result<(), StoreError> {
        let mut due = self.api.events.due_webhooks(self.api.clock.now()).await?;
        due.sort_by_key(|due| under_way.of(due));
        for webhook in due {
            let room = under_way.room_for(&webhook);
            if room == 0 {
                continue;
            }
            let now = self.api.clock.now();
            let claim = QueueClaim {
                webhook_id: webhook.webhook_id,
                queues: i64::try_from(room).unwrap_or(i64::MAX),
                messages: OF_QUEUE,
                now,
                until: now + self.pace.lease(),
            };
            let Some(claimed) = self.api.events.claim_queues(&claim).await? else { continue };
            let receiver = Receiver::of(&claimed, now);
            for queue in claimed.queues {
                under_way.add(&webhook);
                let (sender, receiver, settled) = (self.clone(), receiver.clone(), settled.clone());
                attempts.spawn(async move {
                    if let Some(sent) = sender.send_queue(receiver, queue).await {
                        // If the settling task has ended, the process ends too, and the queue is sent again.
                        let _ = settled.send(sent).await;
                    }
                });
            }
        }
        Ok(())
    }
}

impl Sent {
    /// Returns the queue's webhook, which has room for another queue.
    pub(super) fn freed(&self) -> Freed {
        let SettledQueue { webhook_id, .. } = self.queue;
        DueWebhook { webhook_id, organization_id: self.endpoint.organization_id }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(webhook: i64, organization: i64) -> DueWebhook {
        DueWebhook { webhook_id: WebhookId(webhook), organization_id: OrganizationId(organization) }
    }

    #[test]
    fn webhooks_and_organizations_have_limited_room() {
        let mut under_way = UnderWay::default();
        for webhook in 1..=4 {
            for _ in 0..OF_WEBHOOK {
                assert!(under_way.room_for(&due(webhook, 1)) > 0);
                under_way.add(&due(webhook, 1));
            }
            assert_eq!(under_way.room_for(&due(webhook, 1)), 0, "webhook {webhook}");
        }
        assert_eq!(under_way.room_for(&due(5, 1)), 0, "the organization has no more room");
        assert_eq!(under_way.room_for(&due(6, 2)), OF_WEBHOOK, "another organization does not wait");
        under_way.remove(&due(1, 1));
        assert_eq!(under_way.room_for(&due(5, 1)), 1);
    }
}
