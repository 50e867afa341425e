//! The encoding of a file: UTF-8 or UTF-16, by its first bytes.

use std::borrow::Cow;

use domain::names;

use super::problems::{Path, ProblemSink};

/// Returns the bytes without a UTF-8 byte order mark.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// Returns whether the first character that is not blank begins an element of XML. The bytes of UTF-16 that are 0 do not
/// count.
pub(crate) fn begins_element(bytes: &[u8]) -> bool {
    let is_utf16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    let (bytes, zero) = if is_utf16 { (&bytes[2..], 0) } else { (without_mark(bytes), b' ') };
    bytes.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') && **byte != zero) == Some(&b'<')
}

/// Returns the text of bytes in UTF-16.
fn utf16(bytes: &[u8], number: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, []) = bytes.as_chunks::<2>() else { return None };
    char::decode_utf16(pairs.iter().map(|pair| number(*pair))).collect::<Result<_, _>>().ok()
}

/// Returns the text, with letters in one form and without characters that cannot be seen. `None` if there is a problem.
pub(crate) fn decoded<'a>(bytes: &'a [u8], problems: &ProblemSink) -> Option<Cow<'a, str>> {
    let text = match bytes {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes).map(Cow::Owned),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes).map(Cow::Owned),
        bytes => std::str::from_utf8(without_mark(bytes)).ok().map(Cow::Borrowed),
    };
    if text.is_none() {
        problems.add(Path::Root, "is neither UTF-8 nor UTF-16. Save it as UTF-8 and import it again");
    }
    text.map(|text| match names::normalized(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(text) => Cow::Owned(text),
    })
}
