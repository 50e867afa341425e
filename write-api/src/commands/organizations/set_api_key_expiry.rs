//! Sets the expiry of an API key. A time in the past ends it at once; `None` means no expiry.

use chrono::{DateTime, Utc};
use domain::organization::Organization;
use proto_events::ids::{ApiKeyId, OrganizationId};
use proto_events::{Actor, OrganizationEvent, StreamId};

use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Sets a key's expiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetApiKeyExpiry {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The key.
    pub key_id: ApiKeyId,
    /// The expiry time; `None` means no expiry.
    pub expires_at: Option<DateTime<Utc>>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The organization has no such key.
    #[error("there is no API key {0}")]
    UnknownKey(ApiKeyId),
    /// The key is revoked.
    #[error("API key {0} is revoked; issue a new one")]
    Revoked(ApiKeyId),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The expiry was set.
    Set,
    /// Nothing had to change.
    Unchanged,
}

/// Decides the command.
///
/// # Errors
/// If there is no such key, or it is revoked.
pub fn decide(
    organization: &Organization,
    command: &SetApiKeyExpiry,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let SetApiKeyExpiry { key_id, expires_at, .. } = *command;
    let key = organization.keys.iter().find(|key| key.id == key_id).ok_or(Refusal::UnknownKey(key_id))?;
    if key.revoked {
        return Err(Refusal::Revoked(key_id));
    }
    if key.expires_at == expires_at {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    Ok(Decision::happens(vec![OrganizationEvent::ApiKeyExpirySet { key_id, expires_at }], Outcome::Set))
}

impl WriteApi {
    /// Sets the expiry of an API key.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, or the store fails.
    pub async fn set_api_key_expiry(
        &self,
        actor: &Actor,
        command: &SetApiKeyExpiry,
    ) -> Result<Done<Organization, Outcome>, CommandError<Refusal>> {
        let id = command.organization_id;
        let decide = |organization: &Organization| decide(organization, command);
        self.former_change(actor, id, StreamId::organization(id), decide).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::organizations::issue_api_key::tests::with_key;
    use crate::testing::noon;

    fn until(expires_at: Option<DateTime<Utc>>) -> SetApiKeyExpiry {
        SetApiKeyExpiry { organization_id: OrganizationId(1), key_id: ApiKeyId(8), expires_at }
    }

    #[test]
    fn an_expiry_is_set_and_the_same_again_changes_nothing() {
        let set = OrganizationEvent::ApiKeyExpirySet { key_id: ApiKeyId(8), expires_at: Some(noon()) };
        let first = decide(&with_key(&[]), &until(Some(noon()))).unwrap();
        assert_eq!(first, Decision::happens(vec![set.clone()], Outcome::Set));
        let again = decide(&with_key(&[set]), &until(Some(noon()))).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn unknown_and_revoked_keys_are_refused() {
        let unknown = SetApiKeyExpiry { key_id: ApiKeyId(9), ..until(None) };
        assert_eq!(decide(&with_key(&[]), &unknown), Err(Refusal::UnknownKey(ApiKeyId(9))));
        let revoked = with_key(&[OrganizationEvent::ApiKeyRevoked { key_id: ApiKeyId(8) }]);
        assert_eq!(decide(&revoked, &until(None)), Err(Refusal::Revoked(ApiKeyId(8))));
    }
}
