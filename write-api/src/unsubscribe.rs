//! Links that switch a kind of mail off without signing in. They are in each mail of that kind (RFC 8058).

use domain::notifications::NotificationKind;
use service_kit::keyring::{Keyring, Signer};
use service_kit::secret::Secret;
use storage::StoreError;

use crate::prelude::*;

impl WriteApi {
    /// Returns the path of the page that switches a kind of mail off for a person.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn unsubscribe_path(&self, person: UserId, kind: NotificationKind) -> Result<String, StoreError> {
        let named = format!("{person}-{}", kind.wire_name());
        Ok(format!("/unsubscribe/{}/", self.unsubscribe_signer().await?.sign_text(named.as_bytes())))
    }

    /// Returns what the last part of such a path switches off; `None` if this service has not made it.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn unsubscribed_by(&self, link: &str) -> Result<Option<(UserId, NotificationKind)>, StoreError> {
        let named = self.unsubscribe_signer().await?.verify_text(link).and_then(|named| String::from_utf8(named).ok());
        Ok(named.and_then(|named| {
            let (person, kind) = named.split_once('-')?;
            Some((UserId(person.parse().ok()?), NotificationKind::from_wire_name(kind)?))
        }))
    }

    async fn unsubscribe_signer(&self) -> Result<Signer, StoreError> {
        let stored = self.events.sender_secret("unsubscribe", Secret::generate().expose()).await?;
        let secret = Secret::parse(&stored).map_err(|error| StoreError::Damaged(error.to_string()))?;
        Ok(Keyring::from(&secret).signer("unsubscribe"))
    }
}
