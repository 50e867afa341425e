//! What differs between channels: how a recipient is read, what one attempt is, and what follows from results.

use async_trait::async_trait;
use storage::StoreError;
use storage::deliveries::{ChannelKind, Delivery, Recipient, SettledQueue};
use storage::webhooks::FailingWebhook;

/// A way to send messages. Queues, leases, retries, limits and the log are the sender's.
#[async_trait]
pub(crate) trait Channel: Send + Sync {
    /// Its kind.
    fn kind(&self) -> ChannelKind;

    /// The most queues under way: of a recipient, of an organization, of all.
    fn limits(&self) -> [usize; 3];

    /// Reads what attempts to reach a recipient need; `None` if it wants no messages any more.
    async fn receiver(&self, recipient: Recipient) -> Result<Option<Box<dyn Receiver>>, StoreError>;

    /// Takes note of stored results. `_failing` are those webhooks among the recipients that fail.
    async fn settled(&self, _queues: &[SettledQueue], _failing: Vec<FailingWebhook>) {}
}

/// A recipient as it was read for some attempts.
#[async_trait]
pub(crate) trait Receiver: Send + Sync {
    /// Makes one attempt to send a message.
    async fn attempt(&self, delivery: &Delivery) -> Attempt;
}

/// The result of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attempt {
    /// What the receiver did.
    pub(crate) verdict: Verdict,
    /// The status of the answer, if there was one.
    pub(crate) status: Option<u16>,
    /// Why it failed, if it did.
    pub(crate) error: Option<String>,
}

/// What the receiver did with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It accepted the message.
    Sent,
    /// It may accept it later. With seconds, it asks for a pause of everything.
    Retry(Option<i64>),
    /// It will never accept it.
    Refused,
}

impl Attempt {
    /// An attempt after which another one follows.
    pub(crate) fn retry(error: impl Into<String>) -> Self {
        Self { verdict: Verdict::Retry(None), status: None, error: Some(error.into()) }
    }

    /// An attempt after which none follows.
    pub(crate) fn refused(error: impl Into<String>) -> Self {
        Self { verdict: Verdict::Refused, status: None, error: Some(error.into()) }
    }
}
