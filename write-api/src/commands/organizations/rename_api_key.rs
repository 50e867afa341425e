//! Renames an API key.

use domain::limits::API_KEY_NAME;
use domain::organization::Organization;
use proto_events::ids::{ApiKeyId, OrganizationId};
use proto_events::{Actor, OrganizationEvent, StreamId};

use crate::engine::decision::CommandError;
use crate::engine::fields::FieldErrors;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Renames a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenameApiKey {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The key.
    pub key_id: ApiKeyId,
    /// The new name.
    pub name: String,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The organization has no such key.
    #[error("there is no API key {0}")]
    UnknownKey(ApiKeyId),
    /// The name is invalid.
    #[error(transparent)]
    Invalid(FieldErrors),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The key was renamed.
    Renamed,
    /// The key had the name before.
    Unchanged,
}

/// Decides the command. Revoked keys can be renamed, too, to keep the list of keys readable.
///
/// # Errors
/// If there is no such key, or the name is invalid.
pub fn decide(
    organization: &Organization,
    command: &RenameApiKey,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let RenameApiKey { key_id, ref name, .. } = *command;
    let key = organization.keys.iter().find(|key| key.id == key_id).ok_or(Refusal::UnknownKey(key_id))?;
    faults(name).check().map_err(Refusal::Invalid)?;
    if key.name == *name {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    Ok(Decision::happens(vec![OrganizationEvent::ApiKeyRenamed { key_id, name: name.clone() }], Outcome::Renamed))
}

/// Returns the faults of a name.
pub fn faults(name: &str) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_text("name", name, API_KEY_NAME);
    errors
}

impl WriteApi {
    /// Renames an API key.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, or the store fails.
    pub async fn rename_api_key(
        &self,
        actor: &Actor,
        command: &RenameApiKey,
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

    fn to(name: &str) -> RenameApiKey {
        RenameApiKey { organization_id: OrganizationId(1), key_id: ApiKeyId(8), name: name.into() }
    }

    #[test]
    fn a_key_gets_another_name_once() {
        let renamed = OrganizationEvent::ApiKeyRenamed { key_id: ApiKeyId(8), name: "Stream".into() };
        let first = decide(&with_key(&[]), &to("Stream")).unwrap();
        assert_eq!(first, Decision::happens(vec![renamed.clone()], Outcome::Renamed));
        let again = decide(&with_key(&[renamed]), &to("Stream")).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn unknown_keys_and_bad_names_are_refused() {
        let unknown = RenameApiKey { key_id: ApiKeyId(9), ..to("Stream") };
        assert_eq!(decide(&with_key(&[]), &unknown), Err(Refusal::UnknownKey(ApiKeyId(9))));
        for name in ["", " ", &"x".repeat(256)] {
            assert!(matches!(decide(&with_key(&[]), &to(name)), Err(Refusal::Invalid(_))), "{name}");
        }
    }
}
