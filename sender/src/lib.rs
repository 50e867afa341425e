//! Sends messages out of the service. Queues, leases, retries, limits and the log are the same for every channel.
//!
//! | Task | File |
//! |---|---|
//! | what a channel is: one attempt, and its result | `channel.rs` |
//! | takes queues that are due, sends their messages, many recipients at once, and stores the results | `dispatch.rs`, `attempt.rs` |
//! | turns events of the log into messages: of webhooks, and notifications | `follow.rs`, `webhooks/follow.rs`, `notifications.rs`, `later.rs` |
//! | the channel of webhooks | `webhooks/` |
//! | the channel of mail | `mail.rs` |
//! | the channel of push, with its encryption | `push/` |
//! | the channel of Discord | `discord.rs` |
//! | the channel of the service's own tasks | `schedule.rs`, `write-api/src/schedule.rs` |
//! | deletes old deliveries, and measures the age of the oldest pending one | here |
//!
//! All state is in the database of the log, so it needs no NATS, and a process that ends at any moment loses nothing.
//! Several processes may run it: positions are compared, and queues are taken for a limited time. A message may then be
//! sent twice, with the same id. A message is only sent after the one before it in its queue was accepted or given up, so
//! the first deliveries of messages are in order.
//!
//! # How to add a channel
//!
//! A [`ChannelKind`] with the query for its recipients that are due (`storage/src/log_store/deliveries.rs`), a folder or
//! file here that implements `Channel`, its limits (`channel.rs`) and metrics (`service-kit/src/metrics/table.rs`), and a
//! future in `Sender::run`.

mod attempt;
mod channel;
mod discord;
mod dispatch;
mod follow;
mod later;
mod mail;
mod notifications;
mod pace;
mod push;
mod schedule;
mod webhooks;

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use domain::limits::WEBHOOK_LOG_DAYS;
use futures::future::BoxFuture;
use service_kit::BoxError;
use service_kit::chain;
use service_kit::lifecycle::Stop;
use storage::StoreError;
use storage::deliveries::{ChannelKind, FORGOTTEN_AT_ONCE};

use crate::channel::{Context, label};
pub use crate::channel::{LetterWriter, PostWriter};
use crate::discord::Discord;
use crate::mail::Mail;
pub use crate::mail::MailSettings;
use crate::push::Push;
use crate::schedule::Schedule;
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
    context: Context,
    mail: Option<Arc<MailSettings>>,
}

impl Sender {
    /// Creates a sender. Messages contain addresses below the public address. Without settings it sends no mail.
    pub fn new(
        (api, public_url, pace): (WriteApi, &str, Pace),
        (write, post): (LetterWriter, PostWriter),
        mail: Option<MailSettings>,
    ) -> Self {
        let context = Context { api, public_url: public_url.into(), pace, write, post };
        Self { context, mail: mail.map(Arc::new) }
    }

    /// Runs until the process stops. Attempts under way are then given some time.
    pub fn run(self, stop: Stop) -> BoxFuture<'static, Result<(), BoxError>> {
        Box::pin(self.send_until(stop))
    }

    async fn send_until(self, stop: Stop) -> Result<(), BoxError> {
        ChannelKind::ALL.into_iter().for_each(Self::begin_counting);
        let until_stop = async {
            tokio::select! {
                () = stop.soft() => {}
                () = self.follow() => {}
                () = self.look_after() => {}
            }
        };
        let context = || self.context.clone();
        let mail = async {
            if let Some(settings) = &self.mail {
                let mail = Mail { context: context(), settings: Arc::clone(settings) };
                self.send(ChannelKind::Mail, mail, &stop).await;
            }
        };
        tokio::join!(
            until_stop,
            mail,
            self.send(ChannelKind::Webhook, Webhooks(context()), &stop),
            self.send(ChannelKind::Push, Push::new(context()), &stop),
            self.send(ChannelKind::Discord, Discord(context()), &stop),
            self.send(ChannelKind::Schedule, Schedule(context().api), &stop),
        );
        Ok(())
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
                if let Err(error) = self.forget_old().await {
                    tracing::warn!(error = chain(&error), "old deliveries could not be deleted");
                }
            }
            tokio::time::sleep(MEASURE).await;
        }
    }

    async fn measure(&self) -> Result<(), StoreError> {
        for kind in ChannelKind::ALL {
            let oldest = self.context.api.events().oldest_pending_message(kind).await?;
            let age = oldest.map_or(TimeDelta::zero(), |oldest| self.context.api.now() - oldest);
            let gauge = match label(kind) {
                None => metrics::gauge!("crosstable_webhook_pending_age_seconds"),
                Some(channel) => metrics::gauge!("crosstable_message_pending_age_seconds", "channel" => channel),
            };
            gauge.set(age.as_seconds_f64().max(0.0));
        }
        Ok(())
    }

    async fn forget_old(&self) -> Result<(), StoreError> {
        let before = self.context.api.now() - TimeDelta::days(WEBHOOK_LOG_DAYS);
        while self.context.api.events().forget_deliveries(before).await? >= FORGOTTEN_AT_ONCE.unsigned_abs() {}
        Ok(())
    }
}
