//! Deliveries: waits for those to webhooks, and reads letters.

use std::collections::HashMap;

use proto_events::ids::{UserId, WebhookId};
use storage::deliveries::{Delivery, DeliveryPage, DeliveryState};

use super::TestApp;
use crate::until::until;

impl TestApp {
    /// Returns the newest letters to a person, newest first.
    pub async fn letters(&self, to: UserId) -> Vec<Delivery> {
        let page = DeliveryPage { recipient: to.into(), state: None, before: None, limit: 10 };
        self.events.deliveries(&page).await.expect("a log of deliveries")
    }

    /// Waits until a webhook has a delivery, and returns the id of its first one.
    pub async fn first_delivery(&self, webhook: i64) -> i64 {
        let page = DeliveryPage { recipient: WebhookId(webhook).into(), state: None, before: None, limit: 1_000 };
        until("a delivery", async || {
            let deliveries = self.events.deliveries(&page).await.expect("a log of deliveries");
            deliveries.last().map(|first| first.id.0).ok_or(())
        })
        .await
    }

    /// Waits until each message that is due was sent once, so that the log of deliveries changes no more while the clock
    /// stands still.
    pub async fn messages_sent(&self, webhook: i64) {
        let pending = Some(DeliveryState::Pending);
        let page = DeliveryPage { recipient: WebhookId(webhook).into(), state: pending, before: None, limit: 10_000 };
        until("all messages are sent", async || {
            let is_read = self.events.webhook_progress().await.expect("a position").position == self.head().await;
            let deliveries = self.events.deliveries(&page).await.expect("a log of deliveries");
            let heads: HashMap<_, _> =
                deliveries.iter().map(|delivery| (delivery.message.subject, delivery.attempts)).collect();
            (is_read && heads.values().all(|attempts| *attempts > 0)).then_some(()).ok_or(heads)
        })
        .await;
    }
}
