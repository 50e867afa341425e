//! Sends messages out of the service. Queues, leases, retries, limits and the log are the same for every channel.
//!
//! | Task | File |
//! |---|---|
//! | what a channel is: its recipients, and one attempt | `channel.rs` |
//! | takes queues that are due, and sends their messages, many recipients at once | `dispatch.rs`, `attempt.rs` |
//! | stores the results of queues, many in one transaction | `settle.rs` |
//! | turns events of the log into messages: of webhooks, and notifications | `follow.rs`, `webhooks/follow.rs`, `notifications.rs` |
//! | the channel of webhooks | `webhooks/` |
//! | the channel of mail | `mail.rs` |
//! | the channel of push, with its encryption | `push/` |
//! | the channel of Discord | `discord.rs` |
//! | deletes old deliveries, and measures the age of the oldest pending one | here |
//!
//! All state is in the database of the log, so it needs no NATS, and a process that ends at any moment loses nothing.
//! Several processes may run it: positions are compared, and queues are taken for a limited time. A message may then be
//! sent twice, with the same id. A message is only sent after the one before it in its queue was accepted or given up, so
//! the first deliveries of messages are in order.
//!
//! # How to add a channel
//!
//! A [`ChannelKind`] with the query for its recipients that are due
//! (`storage/src/log_store/deliveries.rs`), a folder or file here that implements `Channel` and `Receiver`, its metrics
//! (`service-kit/src/metrics/table.rs`), and a future in `Sender::run`.

mod attempt;
mod channel;
mod discord;
mod dispatch;
mod follow;
mod mail;
mod notifications;
mod pace;
mod push;
mod settle;
mod webhooks;

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use domain::limits::WEBHOOK_LOG_DAYS;
use service_kit::BoxError;
use service_kit::chain;
use service_kit::lifecycle::Stop;
use storage::deliveries::{ChannelKind, FORGOTTEN_AT_ONCE};
use tokio::sync::{Notify, mpsc};

use crate::channel::Channel;
use crate::discord::Discord;
pub use crate::discord::PostWriter;
use crate::mail::Mail;
pub use crate::mail::{LetterWriter, MailSettings};
use crate::push::Push;
use crate::webhooks::Webhooks;
pub use crate::webhooks::message::schemas;
pub use pace::Pace;
use write_api::WriteApi;

/// Time between two measurements of the age of the oldest pending message.
const MEASURE: Duration = Duration::from_secs(5);
/// Time between two passes that delete old deliveries.
const FORGET: Duration = Duration::from_secs(60 * 60);
/// Pause after an error of the store.
const AFTER_ERROR: Duration = Duration::from_millis(500);

/// Sends messages.
#[derive(Clone)]
pub struct Sender {
    api: WriteApi,
    public_url: Arc<str>,
    pace: Pace,
    write: LetterWriter,
    post: PostWriter,
    mail: Option<Arc<Mail>>,
}

impl Sender {
    /// Creates a sender. Messages contain addresses below the public address.
    pub fn new(api: WriteApi, public_url: &str, pace: Pace, write: LetterWriter, post: PostWriter) -> Self {
        Self { api, public_url: public_url.into(), pace, write, post, mail: None }
    }

    /// Sends mail as well.
    #[must_use]
    pub fn mailing(self, settings: &MailSettings) -> Self {
        let (api, public_url, write) = (self.api.clone(), Arc::clone(&self.public_url), Arc::clone(&self.write));
        let (settings, limit) = (Arc::new(settings.clone()), self.pace.answer());
        let mail = Mail { api, settings, public_url, limit, write };
        Self { mail: Some(Arc::new(mail)), ..self }
    }

    /// Runs until the process stops. Attempts under way are then given some time.
    ///
    /// # Errors
    /// Never; errors of the store are logged, and the work is done again.
    pub async fn run(self, stop: Stop) -> Result<(), BoxError> {
        ChannelKind::ALL.into_iter().for_each(Self::begin_counting);
        let webhooks = Webhooks { api: self.api.clone(), public_url: Arc::clone(&self.public_url), pace: self.pace };
        let until_stop = async {
            tokio::select! {
                () = stop.soft() => {}
                () = self.follow() => {}
                () = self.look_after() => {}
            }
        };
        let mail = async {
            if let Some(mail) = &self.mail {
                self.send(&**mail, &stop).await;
            }
        };
        let push = Push::new(self.api.clone(), Arc::clone(&self.write), &self.public_url, self.pace.answer());
        let discord = Discord { api: self.api.clone(), write: Arc::clone(&self.post), limit: self.pace.answer() };
        let at_discord = self.send(&discord, &stop);
        tokio::join!(until_stop, self.send(&webhooks, &stop), mail, self.send(&push, &stop), at_discord);
        Ok(())
    }

    /// Sends the messages of a channel, and stores the results.
    async fn send(&self, channel: &dyn Channel, stop: &Stop) {
        let (settled, queues) = mpsc::channel(1_024);
        let freed = Notify::new();
        tokio::join!(self.dispatch(channel, settled, &freed, stop), self.settle(channel, queues, &freed));
    }

    /// Deletes old deliveries, and measures.
    async fn look_after(&self) {
        let mut forgot = None;
        loop {
            if let Err(error) = self.measure().await {
                tracing::warn!(error = chain(&error), "the age of pending messages could not be read");
            }
            if forgot.is_none_or(|at: tokio::time::Instant| at.elapsed() >= FORGET) {
                forgot = Some(tokio::time::Instant::now());
                self.forget_old().await;
            }
            tokio::time::sleep(MEASURE).await;
        }
    }

    async fn measure(&self) -> Result<(), storage::StoreError> {
        let oldest = self.api.events().oldest_pending_message(ChannelKind::Webhook).await?;
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
                    tracing::warn!(error = chain(&error), "old deliveries could not be deleted");
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
