//! Changes the name of an API key, its expiry, or both; all changes or none.

use domain::organization::ApiKey;

use super::document;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_api_key",
    tag: Tag::Keys,
    summary: "Rename an API key, or set when it expires",
    text: "Fields that are not given stay as they are. `expires_at` may be null, for never, or in the past: then the \
           key expires at once. A revoked key stays revoked, and its expiry cannot be changed (409).",
    body: Some(body_schema::<ChangeApiKey>()),
    answer: Answer::json(200, "ApiKey"),
    ..Route::at("PATCH", "/api/v1/api-keys/api_keys/{id}/", Operation::ManageKeys)
};

body! {
    /// Changes of an API key. Fields that are not given stay as they are.
    pub struct ChangeApiKey as ApiKeyChange within organization_id of key_id: ApiKeyId
        such as r#"{"name": "Overlay"}"# foreseeing foreseen {
        /// Its name, for people.
        name: Option<String> => API_KEY_NAME,
        /// When it expires; null for never.
        expires_at: Option<OrNull<DateTime<Utc>>>,
    }
}

answers!(within ChangeApiKey => changed(key_id));

async fn changed(request: &WriteRequest, written: &Written<Organization>, id: ApiKeyId) -> Result<Response, Problem> {
    let (api, organization) = (request.api(), &written.folded.state);
    let key = document::find(organization, id)?;
    let user = api.user(key.1.user_id).await.map_err(problems::unanswered)?;
    let document = document::api_key(organization, key, user.as_ref().map(|user| &user.state), api.now());
    answer::json(request, written.folded.position, &document).await
}

fn foreseen(change: &ChangeApiKey) -> FieldErrors {
    faults(change.name.as_deref().unwrap_or_default())
}

decided_by!(organization: ChangeApiKey, decide);

/// Decides the command, which is refused if there is no such key, the name is invalid, or the expiry of a revoked key
/// is changed.
fn decide(organization: &Organization, command: &ChangeApiKey) -> Result<Vec<OrganizationEvent>, Refusal> {
    let key = key_of(organization, command.key_id)?;
    let renamed = command.name.as_deref().map(|name| renamed(key, name)).transpose()?;
    let limited = command.expires_at.as_ref().map(|OrNull(expires_at)| limited(key, *expires_at)).transpose()?;
    Ok([renamed, limited].into_iter().flatten().flatten().collect())
}

/// Renames a key. Revoked keys can be renamed, too, to keep the list of keys readable.
fn renamed(key: &ApiKey, name: &str) -> Result<Option<OrganizationEvent>, Refusal> {
    faults(name).check()?;
    let renamed = || OrganizationEvent::ApiKeyRenamed { key_id: key.id, name: name.to_owned() };
    Ok((key.name != name).then(renamed))
}

fn faults(name: &str) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_line("name", name, API_KEY_NAME);
    errors
}

/// Sets when a key expires. A time in the past ends it at once; `None` means no expiry.
fn limited(key: &ApiKey, expires_at: Option<DateTime<Utc>>) -> Result<Option<OrganizationEvent>, Refusal> {
    if key.revoked {
        return Err(Refusal::conflict(message!(
            "api-key-revoked",
            "This API key is revoked, and its expiry cannot be changed. Issue a new one."
        )));
    }
    let set = OrganizationEvent::ApiKeyExpirySet { key_id: key.id, expires_at };
    Ok((key.expires_at != expires_at).then_some(set))
}

pub(super) fn key_of(organization: &Organization, id: ApiKeyId) -> Result<&ApiKey, Refusal> {
    organization.key(id).ok_or_else(|| Refusal::unknown("API key", id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::issue_api_key::tests::with_key;
    use crate::testing::*;

    fn to(name: Option<&str>, expires_at: Option<Option<DateTime<Utc>>>) -> ChangeApiKey {
        let (organization_id, key_id) = (OrganizationId(1), ApiKeyId(8));
        ChangeApiKey { organization_id, key_id, name: name.map(Into::into), expires_at: expires_at.map(OrNull) }
    }

    #[test]
    fn given_fields_change_and_the_rest_stays() {
        let renamed = OrganizationEvent::ApiKeyRenamed { key_id: ApiKeyId(8), name: "Stream".into() };
        let limited = OrganizationEvent::ApiKeyExpirySet { key_id: ApiKeyId(8), expires_at: Some(noon()) };
        let both = [renamed, limited];
        for (change, events) in [
            (to(Some("Stream"), None), &both[..1]),
            (to(None, Some(Some(noon()))), &both[1..]),
            (to(Some("Stream"), Some(Some(noon()))), &both),
            (to(None, None), &[]),
            (to(Some("Till"), Some(None)), &[]),
        ] {
            assert_eq!(decide(&with_key(&[]), &change).unwrap(), events, "{change:?}");
        }
    }

    #[test]
    fn unknown_keys_and_bad_names_are_refused() {
        for change in [to(None, None), to(Some("Stream"), None), to(None, Some(None))] {
            let unknown = ChangeApiKey { key_id: ApiKeyId(9), ..change };
            assert_eq!(coded(decide(&with_key(&[]), &unknown)), "not-found API key 9");
        }
        for name in ["", " ", &"x".repeat(256)] {
            assert_eq!(decide(&with_key(&[]), &to(Some(name), None)).unwrap_err().code(), "invalid", "{name}");
        }
    }

    #[test]
    fn one_fault_keeps_all_of_it_from_happening() {
        let revoked = with_key(&[OrganizationEvent::ApiKeyRevoked { key_id: ApiKeyId(8) }]);
        for change in [to(None, Some(None)), to(Some("Stream"), Some(None))] {
            assert_eq!(coded(decide(&revoked, &change)), "api-key-revoked");
        }
        assert!(decide(&with_key(&[]), &to(Some(""), Some(None))).is_err());
        assert_eq!(decide(&revoked, &to(Some("Stream"), None)).unwrap().len(), 1, "revoked keys can be renamed, too");
    }
}
