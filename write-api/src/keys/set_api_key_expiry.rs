//! Sets the expiry of an API key. A time in the past ends it at once; `None` means no expiry.

use chrono::{DateTime, Utc};
use domain::organization::Organization;
use proto_events::ids::{ApiKeyId, OrganizationId};
use proto_events::{Actor, OrganizationEvent, StreamId};

use super::refusal::Refusal;
use crate::engine::context::Context;
use crate::{CommandError, WriteApi, Written};

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

impl WriteApi {
    /// Sets the expiry of an API key.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, or the store fails.
    pub async fn set_api_key_expiry(
        &self,
        actor: &Actor,
        command: &SetApiKeyExpiry,
    ) -> Result<Written<Organization>, CommandError<Refusal>> {
        let id = command.organization_id;
        let decide = |organization: &Organization, _: &mut _| decide(organization, command);
        self.change(&Context::within(actor, id), StreamId::organization(id), decide).await
    }
}

/// Decides the command.
///
/// # Errors
/// If there is no such key, or it is revoked.
pub(crate) fn decide(
    organization: &Organization,
    command: &SetApiKeyExpiry,
) -> Result<Vec<OrganizationEvent>, Refusal> {
    let SetApiKeyExpiry { key_id, expires_at, .. } = *command;
    let key = organization.keys.iter().find(|key| key.id == key_id).ok_or(Refusal::UnknownKey(key_id))?;
    if key.revoked {
        return Err(Refusal::Revoked(key_id));
    }
    if key.expires_at == expires_at {
        return Ok(Vec::new());
    }
    Ok(vec![OrganizationEvent::ApiKeyExpirySet { key_id, expires_at }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::issue_api_key::tests::with_key;
    use crate::testing::noon;

    fn until(expires_at: Option<DateTime<Utc>>) -> SetApiKeyExpiry {
        SetApiKeyExpiry { organization_id: OrganizationId(1), key_id: ApiKeyId(8), expires_at }
    }

    #[test]
    fn an_expiry_is_set_and_the_same_again_changes_nothing() {
        let set = OrganizationEvent::ApiKeyExpirySet { key_id: ApiKeyId(8), expires_at: Some(noon()) };
        let first = decide(&with_key(&[]), &until(Some(noon()))).unwrap();
        assert_eq!(first, vec![set.clone()]);
        let again = decide(&with_key(&[set]), &until(Some(noon()))).unwrap();
        assert_eq!(again, []);
    }

    #[test]
    fn unknown_and_revoked_keys_are_refused() {
        let unknown = SetApiKeyExpiry { key_id: ApiKeyId(9), ..until(None) };
        assert_eq!(decide(&with_key(&[]), &unknown), Err(Refusal::UnknownKey(ApiKeyId(9))));
        let revoked = with_key(&[OrganizationEvent::ApiKeyRevoked { key_id: ApiKeyId(8) }]);
        assert_eq!(decide(&revoked, &until(None)), Err(Refusal::Revoked(ApiKeyId(8))));
    }
}
