//! What makes two requests the same for an `Idempotency-Key`: method, address, and the fields as they were read. So a
//! retry may put them into another order, or part them by another boundary.

use proto_events::ids::{ApiKeyId, DecklistId};
use sha2::{Digest, Sha256};

use crate::IdempotencyKey;
use crate::commands::decklists::decklist_fields::DecklistFields;

/// A write to a decklist, or the making of one.
#[derive(Debug, Clone, Copy)]
pub(super) enum Request {
    /// `POST /api/v1/decklists/`
    Create,
    /// `PUT /api/v1/decklists/{id}/`
    Replace(DecklistId),
    /// `PATCH /api/v1/decklists/{id}/`
    Change(DecklistId),
}

/// The client's key, for this request.
pub(super) fn key(caller: ApiKeyId, key: String, request: Request, fields: &DecklistFields) -> IdempotencyKey {
    IdempotencyKey { owner: format!("api-key/{caller}"), key, request_sha256: request_sha256(request, fields) }
}

fn request_sha256(request: Request, fields: &DecklistFields) -> String {
    let line = match request {
        Request::Create => "POST /api/v1/decklists".to_owned(),
        Request::Replace(id) => format!("PUT /api/v1/decklists/{id}"),
        Request::Change(id) => format!("PATCH /api/v1/decklists/{id}"),
    };
    let DecklistFields { name, deckhost_deck_json, plaintext_list, deckhost_public_id, archetype } = fields;
    let mut hash = Sha256::new();
    for text in [&Some(line), name, deckhost_deck_json, plaintext_list, deckhost_public_id, archetype] {
        // Each with its length before it, so that no text runs over into the next; one that was not given has none.
        if let Some(text) = text {
            hash.update([1]);
            hash.update(text.len().to_be_bytes());
            hash.update(text);
        } else {
            hash.update([0]);
        }
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::commands::decklists::decklist_fields::tests::fields;

    #[test]
    fn a_request_is_the_same_if_all_that_it_asks_for_is() {
        let id = DecklistId(1);
        let one = fields([("name", "ab"), ("plaintext_list", "c")]);
        assert_eq!(request_sha256(Request::Create, &one), request_sha256(Request::Create, &one.clone()));
        let different = [
            request_sha256(Request::Create, &one),
            request_sha256(Request::Replace(id), &one),
            request_sha256(Request::Change(id), &one),
            request_sha256(Request::Change(DecklistId(2)), &one),
            request_sha256(Request::Create, &fields([("name", "a"), ("plaintext_list", "bc")])),
            request_sha256(Request::Create, &fields([("name", "ab"), ("archetype", "c")])),
            request_sha256(Request::Create, &fields([("name", "ab"), ("plaintext_list", "c"), ("archetype", "")])),
            request_sha256(Request::Create, &fields([])),
        ];
        assert_eq!(different.iter().collect::<BTreeSet<_>>().len(), different.len());
    }

    #[test]
    fn a_key_belongs_to_who_sent_it() {
        let key = key(ApiKeyId(7), "12345678".into(), Request::Create, &fields([]));
        assert_eq!((key.owner.as_str(), key.key.as_str()), ("api-key/7", "12345678"));
    }
}
