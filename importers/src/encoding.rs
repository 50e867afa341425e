//! The encoding of a file: UTF-8 or UTF-16, by its first bytes.

use std::borrow::Cow;

use domain::names;

use super::problems::{Path, ProblemSink};

/// The encoding of a file, by its first bytes.
enum Encoding {
    Utf8,
    Utf16(fn([u8; 2]) -> u16),
}

/// Returns the encoding, and the bytes after its mark.
fn encoding(bytes: &[u8]) -> (Encoding, &[u8]) {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => (Encoding::Utf16(u16::from_le_bytes), rest),
        [0xFE, 0xFF, rest @ ..] => (Encoding::Utf16(u16::from_be_bytes), rest),
        bytes => (Encoding::Utf8, without_mark(bytes)),
    }
}

/// Returns the bytes without a UTF-8 byte order mark.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// Returns the characters of a text in UTF-16 as numbers.
fn units(bytes: &[u8], number: fn([u8; 2]) -> u16) -> impl Iterator<Item = u16> {
    bytes.chunks_exact(2).map(move |pair| number([pair[0], pair[1]]))
}

/// Returns whether the first character that is not blank begins an element of XML.
pub(crate) fn begins_element(bytes: &[u8]) -> bool {
    let (encoding, bytes) = encoding(bytes);
    let is_blank = |unit: &u16| matches!(unit, 0x20 | 0x09 | 0x0A | 0x0D);
    let first = match encoding {
        Encoding::Utf8 => bytes.iter().copied().map(u16::from).find(|unit| !is_blank(unit)),
        Encoding::Utf16(number) => units(bytes, number).find(|unit| !is_blank(unit)),
    };
    first == Some(u16::from(b'<'))
}

/// Returns the text, with letters in one form and without characters that cannot be seen. `None` if there is a problem.
pub(crate) fn decoded<'a>(bytes: &'a [u8], problems: &ProblemSink) -> Option<Cow<'a, str>> {
    let (encoding, bytes) = encoding(bytes);
    let text = match encoding {
        Encoding::Utf8 => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        Encoding::Utf16(number) if bytes.len() % 2 == 0 => {
            let text: Result<String, _> = char::decode_utf16(units(bytes, number)).collect();
            text.ok().map(Cow::Owned)
        }
        Encoding::Utf16(_) => None,
    };
    if text.is_none() {
        problems.add(Path::Root, "is neither UTF-8 nor UTF-16. Save it as UTF-8 and import it again");
    }
    text.map(|text| match names::normalized(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(text) => Cow::Owned(text),
    })
}
