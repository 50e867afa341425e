//! Renames an API key.

use domain::limits::API_KEY_NAME;
use domain::organization::Organization;
use proto_events::ids::{ApiKeyId, OrganizationId};
use proto_events::{Actor, OrganizationEvent, StreamId};

use super::refusal::Refusal;
use crate::engine::context::Context;
use crate::{CommandError, FieldErrors, WriteApi, Written};

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

impl WriteApi {
    /// Renames an API key.
    ///
    /// # Errors
    /// If the command is refused, the organization is unknown, or the store fails.
    pub async fn rename_api_key(
        &self,
        actor: &Actor,
        command: &RenameApiKey,
    ) -> Result<Written<Organization>, CommandError<Refusal>> {
        let id = command.organization_id;
        let decide = |organization: &Organization, _: &mut _| decide(organization, command);
        self.change(&Context::within(actor, id), StreamId::organization(id), decide).await
    }
}

/// Decides the command. Revoked keys can be renamed, too, to keep the list of keys readable.
///
/// # Errors
/// If there is no such key, or the name is invalid.
pub(crate) fn decide(organization: &Organization, command: &RenameApiKey) -> Result<Vec<OrganizationEvent>, Refusal> {
    let RenameApiKey { key_id, ref name, .. } = *command;
    let key = organization.keys.iter().find(|key| key.id == key_id).ok_or(Refusal::UnknownKey(key_id))?;
    faults(name).check()?;
    if key.name == *name {
        return Ok(Vec::new());
    }
    Ok(vec![OrganizationEvent::ApiKeyRenamed { key_id, name: name.clone() }])
}

/// Returns the faults of a name.
pub(crate) fn faults(name: &str) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_text("name", name, API_KEY_NAME);
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::issue_api_key::tests::with_key;

    fn to(name: &str) -> RenameApiKey {
        RenameApiKey { organization_id: OrganizationId(1), key_id: ApiKeyId(8), name: name.into() }
    }

    #[test]
    fn a_key_gets_another_name_once() {
        let renamed = OrganizationEvent::ApiKeyRenamed { key_id: ApiKeyId(8), name: "Stream".into() };
        let first = decide(&with_key(&[]), &to("Stream")).unwrap();
        assert_eq!(first, vec![renamed.clone()]);
        let again = decide(&with_key(&[renamed]), &to("Stream")).unwrap();
        assert_eq!(again, []);
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
