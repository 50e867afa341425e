//! Revokes an API key. A revoked key stays revoked.

use domain::organization::Organization;
use proto_events::ids::{ApiKeyId, OrganizationId};
use proto_events::{Actor, OrganizationEvent, StreamId};

use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Revokes a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevokeApiKey {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The key.
    pub key_id: ApiKeyId,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The organization has no such key.
    #[error("there is no API key {0}")]
    UnknownKey(ApiKeyId),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The key was revoked.
    Revoked,
    /// It was revoked before.
    AlreadyRevoked,
}

/// Decides the command.
///
/// # Errors
/// If there is no such key.
pub fn decide(
    organization: &Organization,
    command: &RevokeApiKey,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let key_id = command.key_id;
    let key = organization.keys.iter().find(|key| key.id == key_id).ok_or(Refusal::UnknownKey(key_id))?;
    if key.revoked {
        return Ok(Decision::nothing(Outcome::AlreadyRevoked));
    }
    Ok(Decision::happens(vec![OrganizationEvent::ApiKeyRevoked { key_id }], Outcome::Revoked))
}

impl WriteApi {
    /// Revokes an API key.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, or the store fails.
    pub async fn revoke_api_key(
        &self,
        actor: &Actor,
        command: &RevokeApiKey,
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

    const COMMAND: RevokeApiKey = RevokeApiKey { organization_id: OrganizationId(1), key_id: ApiKeyId(8) };

    #[test]
    fn a_key_is_revoked_once() {
        let revoked = OrganizationEvent::ApiKeyRevoked { key_id: ApiKeyId(8) };
        let first = decide(&with_key(&[]), &COMMAND).unwrap();
        assert_eq!(first, Decision::happens(vec![revoked.clone()], Outcome::Revoked));
        let again = decide(&with_key(&[revoked]), &COMMAND).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::AlreadyRevoked));
    }

    #[test]
    fn an_unknown_key_is_refused() {
        let command = RevokeApiKey { key_id: ApiKeyId(9), ..COMMAND };
        assert_eq!(decide(&with_key(&[]), &command), Err(Refusal::UnknownKey(ApiKeyId(9))));
    }
}
