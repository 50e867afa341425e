//! Defines when two requests with an `Idempotency-Key` are the same: same caller, method, address and parsed fields. So
//! a retry may send the fields in another order, or with another boundary.

use api_kit::Caller;
use serde_json::Value;
use service_kit::hex::hex;
use sha2::{Digest, Sha256};

use crate::IdempotencyKey;

/// Returns the caller's key for a request: its method and address, and its fields, where a field that may be missing has
/// its place. A person may act for several organizations; the same request for another organization is a different one.
pub(crate) fn key(caller: &Caller, key: String, line: &str, fields: &[Option<&str>]) -> IdempotencyKey {
    let (owner, acting_for) = match (caller.key(), caller.organization_id) {
        (Some(held), _) => (format!("api-key/{}", held.key_id), String::new()),
        (None, Some(organization)) => (format!("user/{}", caller.user_id), format!(" for organization {organization}")),
        (None, None) => (format!("user/{}", caller.user_id), String::new()),
    };
    IdempotencyKey { owner, key, request_sha256: sha256(&format!("{line}{acting_for}"), fields) }
}

/// Like `key` with the fields of a JSON object as received.
pub(crate) fn key_of_fields(caller: &Caller, key_sent: String, line: &str, fields: &[(&str, Value)]) -> IdempotencyKey {
    let texts: Vec<_> = fields.iter().map(|(name, value)| format!("{name}: {}", canonical(value))).collect();
    key(caller, key_sent, line, &texts.iter().map(|text| Some(text.as_str())).collect::<Vec<_>>())
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
    use api_kit::caller::Way;
    use serde_json::json;

    use super::*;
    use crate::decklist_fields::tests::fields;
    use crate::testing::*;

    fn person(organization: Option<i64>) -> Caller {
        let organization_id = organization.map(OrganizationId);
        Caller { user_id: UserId(9), organization_id, role: None, way: Way::Token }
    }

    fn list<const N: usize>(line: &str, given: [(&str, &str); N]) -> String {
        key(&person(None), "12345678".into(), line, &fields(given).texts()).request_sha256
    }

    #[test]
    fn a_request_is_the_same_if_all_that_it_asks_for_is() {
        let object = |line: &str, given: &[(&str, Value)]| {
            key_of_fields(&person(None), "12345678".into(), line, given).request_sha256
        };
        let one = [("name", "ab"), ("plaintext_list", "c")];
        const NEW: &str = "POST /api/v1/decklists";
        assert_eq!(list(NEW, one), list(NEW, one));
        let different = [
            list(NEW, one),
            key(&person(Some(1)), "12345678".into(), NEW, &fields(one).texts()).request_sha256,
            list("PUT /api/v1/decklists/1", one),
            list("PATCH /api/v1/decklists/1", one),
            list("PATCH /api/v1/decklists/2", one),
            list(NEW, [("name", "a"), ("plaintext_list", "bc")]),
            list(NEW, [("name", "ab"), ("archetype", "c")]),
            list(NEW, [("name", "ab"), ("plaintext_list", "c"), ("archetype", "")]),
            list(NEW, []),
            object("POST /api/v1/magic-events", &[]),
            object("POST /api/v1/magic-events", &[("name", json!("a"))]),
            object("POST /api/v1/magic-events", &[("name", json!(["a"]))]),
            object("PATCH /api/v1/magic-events", &[("name", json!("a"))]),
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
        let sent = |caller: &Caller| key(caller, "12345678".into(), "POST /api/v1/decklists", &list.texts());
        let [alone, one, other] = [None, Some(1), Some(2)].map(|organization| sent(&person(organization)));
        assert_eq!((alone.owner.as_str(), alone.key.as_str()), ("user/9", "12345678"));
        assert_eq!([&one.owner, &other.owner], [&alone.owner, &alone.owner]);
        let requests = [&alone, &one, &other].map(|key| &key.request_sha256);
        assert_eq!(requests.iter().collect::<BTreeSet<_>>().len(), 3);
    }
}
