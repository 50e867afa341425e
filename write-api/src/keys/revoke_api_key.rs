//! Revokes an API key. A revoked key stays revoked.

use super::change_api_key::key_of;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "revoke_api_key",
    tag: Tag::Keys,
    summary: "Revoke an API key",
    text: "Permanent: the key stops working within a second, and stays in the list as inactive. Revoking it again \
           gives the same answer. A key may revoke itself.",
    is_always_possible: true,
    ..Route::at("DELETE", "/api/v1/api-keys/api_keys/{id}/", Operation::ManageKeys)
};

answers!(within RevokeApiKey => answer::done());

body! {
    /// Revokes a key.
    pub struct RevokeApiKey within organization_id of key_id: ApiKeyId {}
}

decided_by!(organization: RevokeApiKey, decide);

/// Decides the command, which is refused if there is no such key.
fn decide(organization: &Organization, command: &RevokeApiKey) -> Result<Vec<OrganizationEvent>, Refusal> {
    let key_id = command.key_id;
    let key = key_of(organization, key_id)?;
    if key.revoked {
        return Ok(Vec::new());
    }
    Ok(vec![OrganizationEvent::ApiKeyRevoked { key_id }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::issue_api_key::tests::with_key;

    const COMMAND: RevokeApiKey = RevokeApiKey { organization_id: OrganizationId(1), key_id: ApiKeyId(8) };

    #[test]
    fn a_key_is_revoked_once() {
        let revoked = OrganizationEvent::ApiKeyRevoked { key_id: ApiKeyId(8) };
        assert_eq!(decide(&with_key(&[]), &COMMAND).unwrap(), vec![revoked.clone()]);
        assert_eq!(decide(&with_key(&[revoked]), &COMMAND).unwrap(), []);
    }
}
