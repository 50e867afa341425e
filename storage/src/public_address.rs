//! The public address of the service in documents. Stored documents contain a mark instead, which readers replace. So
//! another address takes effect at once, and no view is rendered again for it.

use std::sync::Arc;

use bytes::Bytes;
use memchr::memmem::Finder;

use crate::pictures::sha256_of;

/// Stands for the public address at the start of a string in a stored document. No other text contains it: commands
/// and imports refuse U+0000.
pub const ADDRESS_MARK: &str = "\0";

/// The mark in JSON, with the quote before it. JSON doubles a backslash in a text, so these bytes are always the mark.
const MARK_IN_JSON: &[u8] = br#""\u0000"#;
/// Letters of the hash in [`PublicAddress::tag`].
const TAG_LETTERS: usize = 8;

/// Replaces the mark in stored documents by the public address. Clones are cheap.
#[derive(Debug, Clone)]
pub struct PublicAddress {
    /// The address in JSON, with the quote before it and without the one after it.
    in_json: Arc<[u8]>,
    tag: Arc<str>,
    mark: Finder<'static>,
}

impl PublicAddress {
    /// Creates it from a URL without a slash at its end: `https://events.example`.
    pub fn new(url: &str) -> Self {
        let mut in_json = serde_json::Value::from(url).to_string();
        in_json.pop();
        let tag: String = sha256_of(url.as_bytes()).chars().take(TAG_LETTERS).collect();
        Self { in_json: in_json.into_bytes().into(), tag: tag.into(), mark: Finder::new(MARK_IN_JSON) }
    }

    /// Returns a short text for the tags of answers that contain the address. It differs between addresses.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Returns a stored document with the address, or `None` if it contains no mark.
    pub fn put_in(&self, document: &[u8]) -> Option<Bytes> {
        self.mark.find(document)?;
        let mut body = Vec::with_capacity(document.len() + self.in_json.len());
        self.append(document, &mut body);
        Some(body.into())
    }

    /// Appends a stored document to an answer, with the address in place of the mark.
    pub fn append(&self, document: &[u8], answer: &mut Vec<u8>) {
        let mut rest = 0;
        for place in self.mark.find_iter(document) {
            answer.extend_from_slice(&document[rest..place]);
            answer.extend_from_slice(&self.in_json);
            rest = place + MARK_IN_JSON.len();
        }
        answer.extend_from_slice(&document[rest..]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    const EXAMPLE: &str = "https://events.example";

    fn read(document: &Value) -> Option<Value> {
        let body = PublicAddress::new(EXAMPLE).put_in(document.to_string().as_bytes())?;
        Some(serde_json::from_slice(&body).unwrap())
    }

    #[test]
    fn every_mark_is_replaced_and_the_rest_stays() {
        let marked = |path: &str| format!("{ADDRESS_MARK}{path}");
        let stored = json!({ "url": marked("/a/"), "list": [marked(""), marked("/ä\n"), "", "x"], "z": 1 });
        let expected = json!({
            "url": "https://events.example/a/",
            "list": [EXAMPLE, "https://events.example/ä\n", "", "x"],
            "z": 1
        });
        assert_eq!(read(&stored), Some(expected));
    }

    #[test]
    fn an_address_is_written_as_json() {
        let body = PublicAddress::new(r#"https://a"b\c"#).put_in(br#"["\u0000/d"]"#).unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&body).unwrap(), json!([r#"https://a"b\c/d"#]));
    }

    #[test]
    fn addresses_are_told_apart_by_a_short_tag() {
        let tag = |url| PublicAddress::new(url).tag().to_owned();
        assert_eq!(tag(EXAMPLE), tag(EXAMPLE));
        assert_ne!(tag(EXAMPLE), tag("https://cards.example"));
        assert!(tag(EXAMPLE).len() == 8 && tag(EXAMPLE).bytes().all(|letter| letter.is_ascii_alphanumeric()));
    }

    proptest! {
        /// Quotes, backslashes and the letters of the escape are the texts that could look like the mark.
        #[test]
        fn no_text_without_the_mark_is_taken_for_it(texts in prop::collection::vec(r#"["\\u0\n\x01a]{0,12}"#, 0..4)) {
            prop_assert_eq!(read(&json!(texts)), None);
        }
    }
}
