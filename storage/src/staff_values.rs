//! Values in documents that only staff see, such as the matches of a round whose pairings are not published. The store has
//! one document with the value; for other readers the value is replaced when the document is read.
//!
//! Such a value has a blank before it, or in a list after its opening bracket (see `domain::documents::ForStaff`). JSON
//! allows it, and documents have no other blanks outside texts, so it marks the value and changes nothing for staff.

use bytes::Bytes;

/// The end of a field's name before a marked value, and before a marked list. These bytes are a mark if a letter or a
/// digit comes before them, as in every field's name: before a quote in a text stands a backslash, and before a text's
/// first quote a sign.
const BEFORE_VALUE: &[u8] = b"\":";
const BEFORE_LIST: &[u8] = b"\":[";

/// Returns whether a document may have values that only staff see.
pub fn may_have_staff_values(document: &[u8]) -> bool {
    marked_values(document).next().is_some()
}

/// Returns the document with nothing in place of the values that only staff see: an empty list or text, `false` or
/// `null`. Returns `None` if it has none.
pub fn without_staff_values(document: &[u8]) -> Option<Bytes> {
    let mut seen = Vec::new();
    let mut rest = 0;
    for (blank, value) in marked_values(document) {
        // A value within a replaced one is gone already.
        if blank >= rest {
            let nothing: &[u8] = match document.get(value) {
                Some(b'[') => b"[]",
                Some(b'"') => b"\"\"",
                Some(b't' | b'f') => b"false",
                _ => b"null",
            };
            seen.extend_from_slice(&document[rest..blank.min(value)]);
            seen.extend_from_slice(nothing);
            rest = value + length_of_value(&document[value..]);
        }
    }
    if rest == 0 {
        return None;
    }
    seen.extend_from_slice(&document[rest..]);
    Some(seen.into())
}

/// Returns the places of the blanks that mark values, each with the place where its value begins.
fn marked_values(document: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let ends_name = |at: usize| at.checked_sub(1).is_some_and(|before| document[before].is_ascii_alphanumeric());
    memchr::memchr_iter(b' ', document).filter_map(move |blank| {
        let before = &document[..blank];
        if before.ends_with(BEFORE_VALUE) && ends_name(blank - BEFORE_VALUE.len()) {
            return Some((blank, blank + 1));
        }
        (before.ends_with(BEFORE_LIST) && ends_name(blank - BEFORE_LIST.len())).then(|| (blank, blank - 1))
    })
}

/// Returns how many bytes a value has: up to the comma or bracket after it.
fn length_of_value(rest: &[u8]) -> usize {
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    let end = rest.iter().position(|byte| {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_quoted,
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b',' | b']' | b'}' if depth == 0 => return true,
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
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

    /// Returns a document with a list and a value, which may be marked.
    fn document(list: &Value, is_for_all: bool, value: &Value) -> String {
        let (list, first) = match (list.to_string(), value.to_string()) {
            (list, first) if is_for_all => (list, first),
            (list, first) => (format!("[ {}", &list[1..]), format!(" {first}")),
        };
        format!(r#"{{"matches":{list},"first":{first},"name":{value},"after":[{value}]}}"#)
    }

    fn seen(document: &str) -> Option<Value> {
        without_staff_values(document.as_bytes()).map(|seen| serde_json::from_slice(&seen).unwrap())
    }

    #[test]
    fn marked_values_are_replaced_and_the_others_stay() {
        let matches = json!([{ "players": [1, 2], "name": "]\"[ \\" }, { "matches": [[]] }]);
        for (value, nothing) in [
            (json!("x, y"), json!("")),
            (json!(7), json!(null)),
            (json!(true), json!(false)),
            (json!({ "a": [{ "b": "}" }] }), json!(null)),
        ] {
            let marked = document(&matches, false, &value);
            assert_eq!(serde_json::from_str::<Value>(&marked).unwrap()["matches"], matches, "staff see it");
            let expected = json!({ "matches": [], "first": nothing, "name": value, "after": [value] });
            assert_eq!(seen(&marked), Some(expected));
            assert_eq!(seen(&document(&matches, true, &value)), None);
        }
    }

    #[test]
    fn a_marked_value_in_a_marked_list_goes_with_it() {
        let outer = r#"{"rounds":[ {"matches":[ 1],"judge": 2}],"matches":[ 1,2],"judge": 3}"#;
        assert_eq!(seen(outer), Some(json!({ "rounds": [], "matches": [], "judge": null })));
    }

    proptest! {
        /// Quotes, backslashes, brackets, blanks and colons are the texts that could look like a mark.
        #[test]
        fn no_text_is_taken_for_a_mark(texts in prop::collection::vec(r#"["\\: \[\]a]{0,12}"#, 1..4), is_for_all: bool) {
            let (matches, name) = (json!([{ "name": texts }]), json!(texts[0]));
            let expected = (!is_for_all)
                .then(|| json!({ "matches": [], "first": "", "name": name, "after": [name] }));
            prop_assert_eq!(seen(&document(&matches, is_for_all, &name)), expected);
        }
    }
}
