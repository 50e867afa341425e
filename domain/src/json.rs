//! Writes documents as JSON that programs can also read line by line.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use serde_json::value::RawValue;

/// Characters that JSON allows in a string, and that some languages take for the end of a line: Python's `splitlines`
/// divides a document of NDJSON there. All others of this kind are control characters, which JSON always escapes.
const LINE_ENDS: [(char, &str); 3] = [('\u{85}', "\\u0085"), ('\u{2028}', "\\u2028"), ('\u{2029}', "\\u2029")];

/// Bytes of most documents, for which no buffer has to grow.
const USUAL_BYTES: usize = 1 << 10;

/// Writes compact JSON in one line, whatever counts as a line.
struct OneLine;

impl Formatter for OneLine {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, mut fragment: &str) -> io::Result<()> {
        while let Some((at, end)) = first_line_end(fragment) {
            writer.write_all(&fragment.as_bytes()[..at])?;
            writer.write_all(end.1.as_bytes())?;
            fragment = &fragment[at + end.0.len_utf8()..];
        }
        writer.write_all(fragment.as_bytes())
    }
}

fn first_line_end(text: &str) -> Option<(usize, (char, &'static str))> {
    if text.is_ascii() {
        return None;
    }
    text.char_indices().find_map(|(at, c)| LINE_ENDS.iter().find(|(end, _)| *end == c).map(|end| (at, *end)))
}

/// Serializes a document.
///
/// # Errors
/// If it has keys that are not strings, or a value that has no JSON form.
pub fn to_json(document: &(impl Serialize + ?Sized)) -> Result<Vec<u8>, serde_json::Error> {
    let mut json = Vec::with_capacity(USUAL_BYTES);
    document.serialize(&mut Serializer::with_formatter(&mut json, OneLine))?;
    json.shrink_to_fit();
    Ok(json)
}

/// Serializes a part of a document.
///
/// # Errors
/// As [`to_json`].
pub fn to_raw_json(part: &(impl Serialize + ?Sized)) -> Result<Box<RawValue>, serde_json::Error> {
    let text = String::from_utf8(to_json(part)?).map_err(serde::ser::Error::custom)?;
    RawValue::from_string(text)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_document_is_one_line_in_every_language() {
        let ends = "\n\r\u{b}\u{c}\u{1c}\u{1d}\u{1e}\u{85}\u{2028}\u{2029}";
        let document =
            json!({ format!("k{ends}"): [format!("Käthe{ends}Ångström \u{2027}\u{86} 日本"), "", "\u{85}"] });
        let written = String::from_utf8(to_json(&document).unwrap()).unwrap();
        assert!(!written.contains(|c: char| ends.contains(c)), "{written}");
        assert!(written.contains("Käthe") && written.contains("日本") && written.contains("\u{2027}"));
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), document);
        assert_eq!(to_raw_json(&document).unwrap().get(), written);
    }

    #[test]
    fn other_documents_are_written_as_usual() {
        let document = json!({ "a": [1, 2.5, null, true, "\"\\/<é"], "b": {} });
        assert_eq!(to_json(&document).unwrap(), serde_json::to_vec(&document).unwrap());
    }
}
