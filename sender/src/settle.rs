//! Stores the results of queues, many in one transaction.

use service_kit::chain;
use storage::deliveries::SettledQueue;
use storage::webhooks::FailingWebhook;
use tokio::sync::{Notify, mpsc};
use tokio::time::sleep;

use crate::attempt::Sent;
use crate::channel::Channel;
use crate::{AFTER_ERROR, Sender};

/// Queues in one transaction.
const QUEUES: usize = 256;
/// Attempts to store results. After that, the queues are sent again when the time for which they were taken is over.
const ATTEMPTS: usize = 20;

impl Sender {
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
