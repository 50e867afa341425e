//! What a caller sees of a document. Events and rounds have the e-mail addresses of their players if the operator asks for
//! vendors' field names. They are for callers who may read registrations; others see an empty text.
//!
//! The address is taken out of the document when it is answered, so that one document in the store serves both.

use std::sync::LazyLock;

use api_kit::Caller;
use bytes::Bytes;
use domain::permissions::Operation::ReadRegistrations;
use memchr::memmem::Finder;
use storage::ViewKind;

/// The field in JSON, up to its text. A quote in a text has a backslash before it, so these bytes are always the field.
static ADDRESS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(br#""email":""#));

/// Which parts of a document a caller sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// All of it.
    All,
    /// All but the e-mail addresses of players.
    WithoutAddresses,
}

impl Sight {
    /// Returns what the caller sees of documents of this kind.
    pub(crate) fn of(caller: &Caller, kind: ViewKind) -> Self {
        let has_addresses = matches!(kind, ViewKind::MagicEvent | ViewKind::Round);
        if has_addresses && !caller.may(ReadRegistrations) { Self::WithoutAddresses } else { Self::All }
    }

    /// Returns whether the caller may see less than all of the document.
    pub(crate) fn differs(self, document: &[u8]) -> bool {
        self == Self::WithoutAddresses && ADDRESS.find(document).is_some()
    }

    /// Returns the document as the caller sees it; `None` if all of it is seen.
    pub(crate) fn of_document(self, document: &[u8]) -> Option<Bytes> {
        self.differs(document).then(|| without_addresses(document))
    }
}

/// Returns a document with empty addresses.
fn without_addresses(document: &[u8]) -> Bytes {
    let mut seen = Vec::with_capacity(document.len());
    let mut rest = 0;
    for field in ADDRESS.find_iter(document) {
        let text = field + ADDRESS.needle().len();
        seen.extend_from_slice(&document[rest..text]);
        rest = text + length_of_text(&document[text..]);
    }
    seen.extend_from_slice(&document[rest..]);
    seen.into()
}

/// Returns how many bytes come before the quote that ends a text.
fn length_of_text(rest: &[u8]) -> usize {
    let mut is_escaped = false;
    let end = rest.iter().position(|byte| {
        let ends = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    });
    end.unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn seen(document: &Value) -> Option<Value> {
        let body = Sight::WithoutAddresses.of_document(document.to_string().as_bytes())?;
        Some(serde_json::from_slice(&body).unwrap())
    }

    #[test]
    fn addresses_become_empty_and_the_rest_stays() {
        let user = |email: &str| json!({ "id": 7, "best_identifier": "Ann \"email\":\"x\"", "email": email });
        let of = |first, second| json!({ "users": [user(first), user(second)], "z": 1 });
        assert_eq!(seen(&of("ann@example.org", r#""a\"@b"#)), Some(of("", "")));
        assert_eq!(seen(&json!({ "name": "email", "other": "\"email\":\"x\"" })), None);
    }

    proptest! {
        #[test]
        fn whatever_the_texts_are_only_addresses_go(name in r#"["\\:,a]{0,9}"#, email in r#"["\\:,a]{0,9}"#) {
            let user = |email: &str| json!([{ "best_identifier": name, "email": email, "username": name }]);
            prop_assert_eq!(seen(&user(&email)), Some(user("")));
        }
    }
}
