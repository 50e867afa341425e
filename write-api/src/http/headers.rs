//! The headers of a write and of its answer: `Idempotency-Key`, `If-Match`, `ETag`. Pure.

use crate::engine::fields::length_out_of_range;
use api_kit::path::integer;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use domain::limits::IDEMPOTENCY_KEY as LENGTHS;
use proto_events::Version;
use service_kit::message;
use service_kit::message::Message;

use crate::{FieldErrors, VersionMatch};

/// The header with which a write may be repeated.
pub(crate) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Suffix of the tag of a compressed answer.
const COMPRESSED: &str = "-gz";

/// Returns the client's key, if it sends one.
pub(crate) fn idempotency_key(headers: &HeaderMap, errors: &mut FieldErrors) -> Option<String> {
    let mut values = headers.get_all(IDEMPOTENCY_KEY).iter();
    let sent = values.next()?.as_bytes();
    let twice = values.next().map(|_| message!("sent-twice", "This header was sent more than once."));
    let Some(fault) = twice.or_else(|| key_fault(sent)) else { return String::from_utf8(sent.to_vec()).ok() };
    errors.add("Idempotency-Key", fault);
    None
}

/// Returns what is wrong with a key.
pub(crate) fn key_fault(sent: &[u8]) -> Option<Message> {
    if !sent.iter().all(u8::is_ascii_graphic) {
        return Some(message!("not-visible-ascii", "Must be visible ASCII characters, without spaces."));
    }
    let is_too_long_or_short = !LENGTHS.contains(&sent.len());
    is_too_long_or_short.then(|| length_out_of_range(*LENGTHS.start(), *LENGTHS.end(), sent.len()))
}

/// Returns the version that the client expects, if it sends one.
pub(crate) fn if_match(headers: &HeaderMap, errors: &mut FieldErrors) -> Option<VersionMatch> {
    let values: Vec<_> = headers.get_all(header::IF_MATCH).iter().map(HeaderValue::as_bytes).collect();
    if values.is_empty() {
        return None;
    }
    let understood = version_match(&values.join(&b','));
    if understood.is_none() {
        errors.add(
            "If-Match",
            message!("invalid-if-match", "Must be `*`, or tags in quotes as the header ETag gives them: `\"3\"`."),
        );
    }
    understood
}

/// Parses `*` or a list of tags; returns `None` for anything else.
fn version_match(sent: &[u8]) -> Option<VersionMatch> {
    if sent.trim_ascii() == b"*" {
        return Some(VersionMatch::Any);
    }
    let (mut versions, mut tags, mut rest) = (Vec::new(), 0, sent.trim_ascii());
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix(b",") {
            rest = behind.trim_ascii_start();
            continue;
        }
        let (weak, quoted) = rest.strip_prefix(b"W/").map_or((false, rest), |quoted| (true, quoted));
        let opaque = quoted.strip_prefix(b"\"")?;
        let end = opaque.iter().position(|letter| *letter == b'"')?;
        let (tag, behind) = (&opaque[..end], opaque[end + 1..].trim_ascii_start());
        if tag.iter().any(|letter| *letter <= b' ' || *letter == 0x7f) || !(behind.is_empty() || behind[0] == b',') {
            return None;
        }
        tags += 1;
        // A weak tag never matches here (RFC 9110, 13.1.1), and another service's tag is not one of our versions.
        versions.extend(version(tag).filter(|_| !weak));
        rest = behind;
    }
    (tags > 0).then_some(VersionMatch::OneOf(versions))
}

fn version(tag: &[u8]) -> Option<Version> {
    let tag = std::str::from_utf8(tag).ok()?;
    integer(tag.strip_suffix(COMPRESSED).unwrap_or(tag))
}

pub(crate) fn etag(version: Version) -> HeaderValue {
    value(&format!("\"{version}\""))
}

/// Returns a header value. Digits, letters, quotes and slashes are all valid in a header.
pub(crate) fn value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sent(name: &HeaderName, values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (name.clone(), HeaderValue::from_bytes(value.as_bytes()).unwrap())).collect()
    }

    fn read<T>(parsed: impl FnOnce(&mut FieldErrors) -> T) -> Result<T, String> {
        let mut errors = FieldErrors::default();
        let value = parsed(&mut errors);
        errors.check().map(|()| value).map_err(|errors| errors.to_string())
    }

    fn key(values: &[&str]) -> Result<Option<String>, String> {
        read(|errors| idempotency_key(&sent(&IDEMPOTENCY_KEY, values), errors))
    }

    fn tags(values: &[&str]) -> Result<Option<VersionMatch>, String> {
        read(|errors| if_match(&sent(&header::IF_MATCH, values), errors))
    }

    #[test]
    fn a_key_is_8_to_255_visible_characters() {
        assert_eq!(key(&[]), Ok(None));
        for fine in ["12345678", "\"8e03978e-40d5\"", "!~!~!~!~", &"x".repeat(255)] {
            assert_eq!(key(&[fine]), Ok(Some(fine.to_owned())));
        }
        for (wrong, said) in [
            (&[""][..], "this has 0"),
            (&["1234567"], "8 to 255 characters; this has 7"),
            (&[&"x".repeat(256)], "this has 256"),
            (&["1234 5678"], "visible"),
            (&["schlüssel"], "visible"),
            (&["12345678", "12345678"], "more than once"),
        ] {
            let fault = key(wrong).unwrap_err();
            assert!(fault.starts_with("Idempotency-Key: ") && fault.contains(said), "{wrong:?}: {fault}");
        }
    }

    #[test]
    fn a_version_is_told_in_every_form_of_the_header() {
        let one_of = |versions: &[Version]| Ok(Some(VersionMatch::OneOf(versions.to_vec())));
        assert_eq!(tags(&[]), Ok(None));
        assert_eq!(tags(&["*"]), Ok(Some(VersionMatch::Any)));
        assert_eq!(tags(&[" * "]), Ok(Some(VersionMatch::Any)));
        for (values, versions) in [
            (&["\"3\""][..], &[3][..]),
            (&["\"3-gz\""], &[3]),
            (&["\"1\", \"2\" ,\"3-gz\""], &[1, 2, 3]),
            (&["\"1\"", "\"2\""], &[1, 2]),
            (&[",, \"1\",,"], &[1]),
            (&["W/\"3\""], &[]),
            (&["W/\"3\", \"4\""], &[4]),
            (&["\"03\", \"+3\", \"3-GZ\", \"3-gz-gz\", \"abc\", \"a,b\", \"\", \"ü\""], &[]),
            (&["\"99999999999999999999\""], &[]),
        ] {
            assert_eq!(tags(values), one_of(versions), "{values:?}");
        }
        for wrong in ["", ",", "3", "'3'", "\"3", "3\"", "\"3\"\"4\"", "\"3\" \"4\"", "*, \"3\"", "w/\"3\"", "\"a b\""]
        {
            assert!(tags(&[wrong]).unwrap_err().starts_with("If-Match: "), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn no_header_makes_it_fail(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = version_match(&bytes);
        }

        #[test]
        fn of_the_versions_named_none_is_missed(versions in prop::collection::vec(0..i64::MAX, 1..9)) {
            let sent: Vec<_> = versions.iter().map(|version| format!("\"{version}\"")).collect();
            prop_assert_eq!(version_match(sent.join(", ").as_bytes()), Some(VersionMatch::OneOf(versions)));
        }
    }
}
