//! Defines when two requests with an `Idempotency-Key` are the same: same caller, method, address and parsed fields. So
//! a retry may send the fields in another order, or with another boundary.

use api_kit::Caller;
use proto_events::ids::DecklistId;
use proto_events::user::Profile;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::IdempotencyKey;
use crate::decklist_fields::DecklistFields;
use service_kit::hex::hex;

/// A write that is carried out once, with its fields.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Request<'a> {
    /// `POST /api/v1/decklists/`
    CreateList(&'a DecklistFields),
    /// `PUT /api/v1/decklists/{id}/`
    ReplaceList(DecklistId, &'a DecklistFields),
    /// `PATCH /api/v1/decklists/{id}/`
    ChangeList(DecklistId, &'a DecklistFields),
    /// `POST /api/v1/users/`
    CreateUser(&'a Profile),
    /// Method and address, and the fields of a JSON object as received.
    Fields(&'a str, &'a [(&'static str, Value)]),
    /// A typed command of another part of this process, as text.
    Command(&'a str),
}

/// Returns the caller's key for this request. A person may act for several organizations; the same request for another
/// organization is a different one.
pub(crate) fn key(caller: &Caller, key: String, request: Request<'_>) -> IdempotencyKey {
    let (owner, acting_for) = match (caller.key(), caller.organization_id) {
        (Some(held), _) => (format!("api-key/{}", held.key_id), String::new()),
        (None, Some(organization)) => (format!("user/{}", caller.user_id), format!(" for organization {organization}")),
        (None, None) => (format!("user/{}", caller.user_id), String::new()),
    };
    IdempotencyKey { owner, key, request_sha256: request_sha256(request, &acting_for) }
}

fn request_sha256(request: Request<'_>, acting_for: &str) -> String {
    match request {
        Request::CreateList(list) => sha256(&format!("POST /api/v1/decklists{acting_for}"), &of_list(list)),
        Request::ReplaceList(id, list) => sha256(&format!("PUT /api/v1/decklists/{id}{acting_for}"), &of_list(list)),
        Request::ChangeList(id, list) => sha256(&format!("PATCH /api/v1/decklists/{id}{acting_for}"), &of_list(list)),
        Request::Fields(line, fields) => {
            let texts: Vec<_> = fields.iter().map(|(name, value)| format!("{name}: {}", canonical(value))).collect();
            let texts: Vec<_> = texts.iter().map(|text| Some(text.as_str())).collect();
            sha256(&format!("{line}{acting_for}"), &texts)
        }
        Request::Command(text) => sha256(&format!("{text}{acting_for}"), &[]),
        Request::CreateUser(profile) => sha256(&format!("POST /api/v1/users{acting_for}"), &of_profile(profile)),
    }
}

/// Returns a value in one spelling: members of objects are sorted by name.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().map(|(name, value)| (name, canonical(value))).collect();
            members.sort();
            format!("{members:?}")
        }
        Value::Array(items) => format!("{:?}", items.iter().map(canonical).collect::<Vec<_>>()),
        other => other.to_string(),
    }
}

fn of_list(list: &DecklistFields) -> [Option<&str>; 5] {
    let DecklistFields { name, deckhost_deck_json, plaintext_list, deckhost_public_id, archetype } = list;
    [name, deckhost_deck_json, plaintext_list, deckhost_public_id, archetype].map(Option::as_deref)
}

fn of_profile(profile: &Profile) -> [Option<&str>; 6] {
    let Profile { username, best_identifier, first_name, last_name, email, pronouns, has_used_app: _ } = profile;
    [username, best_identifier, first_name, last_name, email, pronouns].map(|text| Some(text.as_str()))
}

fn sha256(line: &str, texts: &[Option<&str>]) -> String {
    let mut hash = Sha256::new();
    for text in std::iter::once(&Some(line)).chain(texts) {
        // The length precedes each text, so that texts cannot run into each other; a missing text has no length.
        if let Some(text) = text {
            hash.update([1]);
            hash.update(text.len().to_be_bytes());
            hash.update(text);
        } else {
            hash.update([0]);
        }
    }
    hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use api_kit::caller::Way;
    use proto_events::ids::{OrganizationId, UserId};
    use serde_json::json;

    use super::*;
    use crate::decklist_fields::tests::fields;

    fn person(organization: Option<i64>) -> Caller {
        let organization_id = organization.map(OrganizationId);
        Caller { user_id: UserId(9), organization_id, role: None, way: Way::Token }
    }

    #[test]
    fn a_request_is_the_same_if_all_that_it_asks_for_is() {
        let (id, another) = (DecklistId(1), DecklistId(2));
        let one = fields([("name", "ab"), ("plaintext_list", "c")]);
        let same = [&one, &one.clone()].map(|list| request_sha256(Request::CreateList(list), ""));
        assert_eq!(same[0], same[1]);
        let of = |list: &DecklistFields| request_sha256(Request::CreateList(list), "");
        let different = [
            of(&one),
            request_sha256(Request::CreateList(&one), " for organization 1"),
            request_sha256(Request::ReplaceList(id, &one), ""),
            request_sha256(Request::ChangeList(id, &one), ""),
            request_sha256(Request::ChangeList(another, &one), ""),
            request_sha256(Request::CreateUser(&Profile { username: "ab".into(), ..Profile::default() }), ""),
            request_sha256(Request::CreateUser(&Profile { best_identifier: "ab".into(), ..Profile::default() }), ""),
            of(&fields([("name", "a"), ("plaintext_list", "bc")])),
            of(&fields([("name", "ab"), ("archetype", "c")])),
            of(&fields([("name", "ab"), ("plaintext_list", "c"), ("archetype", "")])),
            of(&fields([])),
            request_sha256(Request::Fields("POST /api/v1/magic-events", &[]), ""),
            request_sha256(Request::Fields("POST /api/v1/magic-events", &[("name", json!("a"))]), ""),
            request_sha256(Request::Fields("POST /api/v1/magic-events", &[("name", json!(["a"]))]), ""),
            request_sha256(Request::Fields("PATCH /api/v1/magic-events", &[("name", json!("a"))]), ""),
        ];
        assert_eq!(different.iter().collect::<BTreeSet<_>>().len(), different.len());
    }

    #[test]
    fn members_of_objects_may_come_in_any_order() {
        let [one, other] = [r#"{"a": [{"b": 1, "c": "x"}], "d": null}"#, r#"{"d": null, "a": [{"c": "x", "b": 1}]}"#];
        let read = |text: &str| canonical(&serde_json::from_str(text).unwrap());
        assert_eq!(read(one), read(other));
        assert_ne!(read(one), read(r#"{"d": null, "a": [{"c": "x", "b": "1"}]}"#));
    }

    #[test]
    fn a_key_belongs_to_who_sent_it_and_is_for_one_organization() {
        let list = fields([]);
        let sent = |caller: &Caller| key(caller, "12345678".into(), Request::CreateList(&list));
        let [alone, one, other] = [None, Some(1), Some(2)].map(|organization| sent(&person(organization)));
        assert_eq!((alone.owner.as_str(), alone.key.as_str()), ("user/9", "12345678"));
        assert_eq!([&one.owner, &other.owner], [&alone.owner, &alone.owner]);
        let requests = [&alone, &one, &other].map(|key| &key.request_sha256);
        assert_eq!(requests.iter().collect::<BTreeSet<_>>().len(), 3);
    }
}
