//! Push: the key of this service, and the subscriptions of browsers. The crate `sender` sends the messages.

use service_kit::push_key::{PushKey, decode};
use storage::notifications::PushSubscription;

use crate::prelude::*;

impl WriteApi {
    /// Subscribes a browser of a person to notifications. No event records it.
    pub async fn subscribe_to_push(&self, subscription: &PushSubscription) -> Result<(), CommandError> {
        let mut errors = self.check_target("endpoint", &subscription.endpoint).await;
        errors.required_line("endpoint", &subscription.endpoint, PUSH_ENDPOINT);
        for (field, key, bytes) in [("p256dh", &subscription.public_key, 65), ("auth", &subscription.auth, 16)] {
            if decode(key).is_none_or(|key| key.len() != bytes) {
                errors.add(field, message!("account-push-key", "The browser sent a key that is not valid."));
            }
        }
        errors.check().map_err(Refusal::from)?;
        Ok(self.events.put_push_subscription(subscription).await?)
    }

    /// Returns the key that identifies this service to push services. It is made when it is first needed.
    pub async fn push_key(&self) -> Result<PushKey, StoreError> {
        let damaged = || StoreError::Damaged("the key for push services".to_owned());
        let fresh = PushKey::generate().map_err(|error| StoreError::Unwritable(error.to_string()))?;
        PushKey::parse(&self.events.sender_secret("push", &fresh).await?).ok_or_else(damaged)
    }
}
