//! Changes the name of an API key, its expiry, or both; all changes or none.

use chrono::{DateTime, Utc};
use domain::organization::Organization;
use proto_events::ids::{ApiKeyId, OrganizationId};
use proto_events::{Actor, OrganizationEvent, StreamId};

use super::rename_api_key::{self, RenameApiKey};
use super::set_api_key_expiry::{self, SetApiKeyExpiry};
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Changes an API key. `None` keeps a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeApiKey {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The key.
    pub key_id: ApiKeyId,
    /// The new name.
    pub name: Option<String>,
    /// The new expiry time; `Some(None)` means no expiry.
    pub expires_at: Option<Option<DateTime<Utc>>>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The name is refused, or the key is unknown.
    #[error(transparent)]
    Name(#[from] rename_api_key::Refusal),
    /// The expiry is refused, or the key is unknown.
    #[error(transparent)]
    Expiry(#[from] set_api_key_expiry::Refusal),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The change was made.
    Changed,
    /// Nothing had to change.
    Unchanged,
}

/// Decides the command.
///
/// # Errors
/// If there is no such key, the name is invalid, or the expiry of a revoked key is changed.
pub fn decide(
    organization: &Organization,
    command: &ChangeApiKey,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let ChangeApiKey { organization_id, key_id, ref name, expires_at } = *command;
    if !organization.keys.iter().any(|key| key.id == key_id) {
        return Err(rename_api_key::Refusal::UnknownKey(key_id).into());
    }
    let mut events = Vec::new();
    if let Some(name) = name.clone() {
        events.extend(rename_api_key::decide(organization, &RenameApiKey { organization_id, key_id, name })?.events);
    }
    if let Some(expires_at) = expires_at {
        let expiry = SetApiKeyExpiry { organization_id, key_id, expires_at };
        events.extend(set_api_key_expiry::decide(organization, &expiry)?.events);
    }
    let outcome = if events.is_empty() { Outcome::Unchanged } else { Outcome::Changed };
    Ok(Decision::happens(events, outcome))
}

impl WriteApi {
    /// Changes the name of an API key, its expiry, or both.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, or the store fails.
    pub async fn change_api_key(
        &self,
        actor: &Actor,
        command: &ChangeApiKey,
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

    fn to(name: Option<&str>, expires_at: Option<Option<DateTime<Utc>>>) -> ChangeApiKey {
        let (organization_id, key_id) = (OrganizationId(1), ApiKeyId(8));
        ChangeApiKey { organization_id, key_id, name: name.map(Into::into), expires_at }
    }

    #[test]
    fn what_is_given_changes_and_the_rest_stays() {
        let renamed = OrganizationEvent::ApiKeyRenamed { key_id: ApiKeyId(8), name: "Stream".into() };
        let limited = OrganizationEvent::ApiKeyExpirySet { key_id: ApiKeyId(8), expires_at: Some(noon()) };
        let events = |command| decide(&with_key(&[]), &command).unwrap().events;
        let both = [renamed, limited];
        assert_eq!(events(to(Some("Stream"), None)), both[..1]);
        assert_eq!(events(to(None, Some(Some(noon())))), both[1..]);
        assert_eq!(events(to(Some("Stream"), Some(Some(noon())))), both);
        for nothing in [to(None, None), to(Some("Till"), Some(None))] {
            assert_eq!(decide(&with_key(&[]), &nothing).unwrap(), Decision::nothing(Outcome::Unchanged));
        }
    }

    #[test]
    fn one_fault_keeps_all_of_it_from_happening() {
        let revoked = with_key(&[OrganizationEvent::ApiKeyRevoked { key_id: ApiKeyId(8) }]);
        let both = to(Some("Stream"), Some(None));
        let refused = decide(&revoked, &both).unwrap_err();
        assert_eq!(refused, Refusal::Expiry(set_api_key_expiry::Refusal::Revoked(ApiKeyId(8))));
        assert!(decide(&with_key(&[]), &to(Some(""), Some(None))).is_err());
        let unknown = ChangeApiKey { key_id: ApiKeyId(9), ..to(None, None) };
        assert!(decide(&with_key(&[]), &unknown).is_err());
    }
}
