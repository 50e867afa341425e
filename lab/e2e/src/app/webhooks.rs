//! Deliveries: waits for those to webhooks, and reads letters.

use std::collections::HashMap;
use std::time::Duration;

use proto_events::ids::{UserId, WebhookId};
use storage::deliveries::{Delivery, DeliveryPage, DeliveryState};

use super::TestApp;

impl TestApp {
    /// Returns the newest letters to a person, newest first.
    pub async fn letters(&self, to: UserId) -> Vec<Delivery> {
        let page = DeliveryPage { recipient: to.into(), state: None, before: None, limit: 10 };
        self.events.deliveries(&page).await.expect("a log of deliveries")
    }

    /// Waits until a webhook has a delivery, and returns the id of its first one.
    pub async fn first_delivery(&self, webhook: i64) -> i64 {
        let page = DeliveryPage { recipient: WebhookId(webhook).into(), state: None, before: None, limit: 1_000 };
        loop {
            let deliveries = self.events.deliveries(&page).await.expect("a log of deliveries");
            if let Some(first) = deliveries.last() {
                return first.id.0;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until each message that is due was sent once, so that the log of deliveries changes no more while the clock
    /// stands still.
    pub async fn messages_sent(&self, webhook: i64) {
        let pending = Some(DeliveryState::Pending);
        let page = DeliveryPage { recipient: WebhookId(webhook).into(), state: pending, before: None, limit: 10_000 };
        loop {
            let is_read = self.events.webhook_progress().await.expect("a position").position == self.head().await;
            let deliveries = self.events.deliveries(&page).await.expect("a log of deliveries");
            let heads: HashMap<_, _> =
                deliveries.iter().map(|delivery| (delivery.message.subject, delivery.attempts)).collect();
            if is_read && heads.values().all(|attempts| *attempts > 0) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
