//! What a caller sees of a document of the own organization, or of an event that the caller plays in. Two things are for
//! members of the organization who may read registrations:
//!
//! * The pairings of a round that are not published. For others, the round has no matches.
//! * The e-mail addresses of players, which events and rounds have if the operator asks for vendors' field names. For
//!   others, they are empty.
//!
//! They are taken out of the document when it is answered, so that one document in the store serves both.

use std::sync::LazyLock;

use api_kit::Caller;
use bytes::Bytes;
use domain::permissions::Operation::ReadRegistrations;
use memchr::memmem::Finder;
use storage::{ViewKind, may_have_staff_lists, without_staff_lists};

/// The field in JSON, up to its text. A quote in a text has a backslash before it, so these bytes are always the field.
static ADDRESS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(br#""email":""#));

/// The field of a round that says that it has pairings, and the same field for those who do not see them.
static PAIRED: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(br#""pairings_status":"GENERATED""#));
const NOT_PAIRED: &[u8] = br#""pairings_status":"NOT_GENERATED""#;

/// Which parts of a document a caller sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// All of it.
    All,
    /// All but what is for staff.
    Public,
}

impl Sight {
    /// Returns what the caller sees of documents of this kind.
    pub(crate) fn of(caller: &Caller, kind: ViewKind) -> Self {
        Self::of_readers(caller.may(ReadRegistrations), kind)
    }

    /// Returns what readers see of documents of this kind, who may read registrations or not.
    pub(crate) fn of_readers(may_read_registrations: bool, kind: ViewKind) -> Self {
        if may_read_registrations { Self::All } else { Self::of_players(kind) }
    }

    /// Returns what players see of documents of this kind in events of other organizations.
    pub(crate) fn of_players(kind: ViewKind) -> Self {
        match kind {
            ViewKind::MagicEvent | ViewKind::Round | ViewKind::RoundMatches => Self::Public,
            _ => Self::All,
        }
    }

    /// Returns whether some callers may see less than all of a document.
    pub(crate) fn may_differ(document: &[u8]) -> bool {
        ADDRESS.find(document).is_some() || may_have_staff_lists(document)
    }

    /// Returns the document as the caller sees it; `None` if all of it is seen.
    pub(crate) fn of_document(self, document: &[u8]) -> Option<Bytes> {
        if self == Self::All {
            return None;
        }
        let published = without_staff_lists(document).map(not_paired);
        let seen = published.as_deref().unwrap_or(document);
        without_addresses(seen).or(published)
    }
}

/// Returns a document without pairings that says so.
fn not_paired(document: Bytes) -> Bytes {
    let Some(field) = PAIRED.find(&document) else { return document };
    [&document[..field], NOT_PAIRED, &document[field + PAIRED.needle().len()..]].concat().into()
}

/// Returns a document with empty addresses; `None` if it has none.
fn without_addresses(document: &[u8]) -> Option<Bytes> {
    ADDRESS.find(document)?;
    let mut seen = Vec::with_capacity(document.len());
    let mut rest = 0;
    for field in ADDRESS.find_iter(document) {
        let text = field + ADDRESS.needle().len();
        seen.extend_from_slice(&document[rest..text]);
        rest = text + length_of_text(&document[text..]);
    }
    seen.extend_from_slice(&document[rest..]);
    Some(seen.into())
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
        let body = Sight::Public.of_document(document.to_string().as_bytes())?;
        Some(serde_json::from_slice(&body).unwrap())
    }

    #[test]
    fn addresses_become_empty_and_the_rest_stays() {
        let user = |email: &str| json!({ "id": 7, "best_identifier": "Ann \"email\":\"x\"", "email": email });
        let of = |first, second| json!({ "users": [user(first), user(second)], "z": 1 });
        assert_eq!(seen(&of("ann@example.org", r#""a\"@b"#)), Some(of("", "")));
        assert_eq!(seen(&json!({ "name": "email", "other": "\"email\":\"x\"" })), None);
    }

    #[test]
    fn a_round_without_published_pairings_has_no_matches() {
        let document = br#"{"matches":[ {"email":"a@b"}],"email":"a@b","pairings_status":"GENERATED","name":"a"}"#;
        let expected = br#"{"matches":[],"email":"","pairings_status":"NOT_GENERATED","name":"a"}"#;
        assert!(Sight::may_differ(document));
        assert_eq!(Sight::All.of_document(document), None);
        assert_eq!(Sight::Public.of_document(document).as_deref(), Some(&expected[..]));
        let published = br#"{"matches":[{"id":1}],"pairings_status":"GENERATED"}"#;
        assert!(!Sight::may_differ(published));
        assert_eq!(Sight::Public.of_document(published), None);
    }

    proptest! {
        #[test]
        fn whatever_the_texts_are_only_addresses_go(name in r#"["\\:,a]{0,9}"#, email in r#"["\\:,a]{0,9}"#) {
            let user = |email: &str| json!([{ "best_identifier": name, "email": email, "username": name }]);
            prop_assert_eq!(seen(&user(&email)), Some(user("")));
        }
    }
}
