//! Lists in documents that only staff see, such as the matches of a round whose pairings are not published. The store has
//! one document with the list; for other readers the list is emptied when the document is answered.
//!
//! Such a list has a blank after its opening bracket. JSON allows it, and documents have no other blanks outside texts,
//! so it marks the list and changes nothing for those who see it.

use bytes::Bytes;
use memchr::memmem;

/// The end of a field's name, and the start of its list. These bytes are a marked list if a letter or a digit comes before
/// them, as in every field's name: before a quote in a text stands a backslash, and before a text's first quote a sign.
const OPENING: &[u8] = b"\":[ ";
/// How many bytes of [`OPENING`] stay when the list is emptied.
const KEPT: usize = OPENING.len() - 1;

/// Marks a list in JSON: only staff see it. An empty list needs no mark.
pub fn for_staff(mut list: String) -> String {
    if list.len() > "[]".len() {
        list.insert(1, ' ');
    }
    list
}

/// Returns whether a document may have lists that only staff see.
pub fn may_have_staff_lists(document: &[u8]) -> bool {
    memmem::find(document, OPENING).is_some()
}

/// Returns the document with empty lists in place of those that only staff see; `None` if it has none.
pub fn without_staff_lists(document: &[u8]) -> Option<Bytes> {
    let mut seen = Vec::new();
    let mut rest = 0;
    for field in memmem::find_iter(document, OPENING) {
        // A list within an emptied one is gone already.
        if field >= rest && field.checked_sub(1).is_some_and(|before| document[before].is_ascii_alphanumeric()) {
            let list = field + KEPT;
            seen.extend_from_slice(&document[rest..list]);
            rest = list + length_of_list(&document[list..]);
        }
    }
    if rest == 0 {
        return None;
    }
    seen.extend_from_slice(&document[rest..]);
    Some(seen.into())
}

/// Returns how many bytes come before the bracket that closes a list.
fn length_of_list(rest: &[u8]) -> usize {
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    let end = rest.iter().position(|byte| {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_quoted,
            b'"' => is_quoted = !is_quoted,
            b'[' if !is_quoted => depth += 1,
            b']' if !is_quoted && depth == 0 => return true,
            b']' if !is_quoted => depth -= 1,
            _ => {}
        }
        false
    });
    end.unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    /// Returns a document with two lists, the first of which may be marked.
    fn document(first: &Value, is_marked: bool, second: &Value) -> String {
        let first = if is_marked { for_staff(first.to_string()) } else { first.to_string() };
        format!(r#"{{"matches":{first},"name":{second},"after":[{second}]}}"#)
    }

    fn seen(document: &str) -> Option<Value> {
        without_staff_lists(document.as_bytes()).map(|seen| serde_json::from_slice(&seen).unwrap())
    }

    #[test]
    fn marked_lists_are_emptied_and_the_others_stay() {
        let matches = json!([{ "players": [1, 2], "name": "]\"[ \\" }, { "matches": [[]] }]);
        let marked = document(&matches, true, &json!("x"));
        assert_eq!(serde_json::from_str::<Value>(&marked).unwrap()["matches"], matches, "staff see it");
        assert_eq!(seen(&marked), Some(json!({ "matches": [], "name": "x", "after": ["x"] })));
        assert_eq!(seen(&document(&matches, false, &json!("x"))), None);
        assert_eq!(for_staff("[]".to_owned()), "[]");
    }

    #[test]
    fn a_marked_list_in_a_marked_list_goes_with_it() {
        let inner = document(&json!([1]), true, &json!("x"));
        let outer = format!(r#"{{"rounds":{},"matches":[ 1,2]}}"#, for_staff(format!("[{inner}]")));
        assert_eq!(seen(&outer), Some(json!({ "rounds": [], "matches": [] })));
    }

    proptest! {
        /// Quotes, backslashes, brackets, blanks and colons are the texts that could look like a mark.
        #[test]
        fn no_text_is_taken_for_a_mark(texts in prop::collection::vec(r#"["\\: \[\]a]{0,12}"#, 1..4), marked: bool) {
            let (matches, name) = (json!([{ "name": texts }]), json!(texts[0]));
            let expected = marked.then(|| json!({ "matches": [], "name": name, "after": [name] }));
            prop_assert_eq!(seen(&document(&matches, marked, &name)), expected);
        }
    }
}
