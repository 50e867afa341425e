//! Reads who people and keys are: for lists of keys, and for documents that show current names.

use api_kit::store_failed;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;
use storage::{Account, Credential, ViewKind};

use crate::call::Call;

impl Call {
    /// Returns a person's name, if the person is known.
    pub(crate) async fn name_of(&self, user: UserId) -> Result<Option<String>, Problem> {
        let Some(account) = self.find(OrganizationId::SHARED, ViewKind::Account, user).await? else { return Ok(None) };
        let account: Account = serde_json::from_slice(&account.body).map_err(Problem::internal)?;
        Ok(Some(account.best_identifier))
    }

    /// Returns all keys of an organization by id, including expired and revoked ones.
    pub(crate) async fn keys_of(&self, organization_id: OrganizationId) -> Result<Vec<Credential>, Problem> {
        let lists = self.shared.views.documents_under(organization_id, ViewKind::ApiKeys, "").await;
        let mut keys = Vec::new();
        for list in lists.map_err(store_failed)? {
            keys.append(&mut keys_in(&list.body)?);
        }
        keys.sort_by_key(|key| key.key_id);
        Ok(keys)
    }
}

/// Reads a document of keys.
pub(crate) fn keys_in(list: &[u8]) -> Result<Vec<Credential>, Problem> {
    serde_json::from_slice(list).map_err(Problem::internal)
}
