//! Writes documents as JSON that programs can also read line by line; reads objects with what `serde_json` forgets: the
//! order of their members, and the members that are there twice.

use std::fmt;
use std::io::{self, Write};
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::Serialize;
use serde_json::ser::Formatter;
use serde_json::value::RawValue;
use serde_json::{Map, Serializer, Value};

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
pub fn to_raw_json(part: &(impl Serialize + ?Sized)) -> Result<Box<RawValue>, serde_json::Error> {
    let text = String::from_utf8(to_json(part)?).map_err(serde::ser::Error::custom)?;
    RawValue::from_string(text)
}

/// The members of an object in their order, with their JSON.
pub struct Fields<'a, N>(pub Vec<(N, &'a RawValue)>);

impl<'de, N: Deserialize<'de>> Deserialize<'de> for Fields<'de, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder(PhantomData))
    }
}

struct InOrder<N>(PhantomData<N>);

impl<'de, N: Deserialize<'de>> Visitor<'de> for InOrder<N> {
    type Value = Fields<'de, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Fields(fields))
    }
}

/// Where a value stands in a document.
#[derive(Debug)]
pub enum Place<'a> {
    /// The document itself.
    Top,
    /// An item of a list, from 0.
    Item(&'a Place<'a>, usize),
    /// A member of an object.
    Member(&'a Place<'a>, &'a str),
}

/// Called with a repeated member, and whether its values are equal. An error, with its reason, ends the reading.
pub type OnRepeated<'a> = dyn FnMut(&Place<'_>, bool) -> Result<(), String> + 'a;

/// Reads a document. Names and strings go through `text`. Of a member that is there twice the last value counts, if
/// `repeated` lets it pass.
///
/// # Errors
/// If the text is not JSON, or `repeated` says so.
pub fn read_json(
    json: &str,
    text: fn(&str) -> String,
    repeated: &mut OnRepeated<'_>,
) -> Result<Value, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(json);
    let value = Reader { place: &Place::Top, text, repeated }.deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

struct Reader<'a> {
    place: &'a Place<'a>,
    text: fn(&str) -> String,
    repeated: &'a mut OnRepeated<'a>,
}

impl Reader<'_> {
    fn at<'a>(&'a mut self, place: &'a Place<'a>) -> Reader<'a> {
        Reader { place, text: self.text, repeated: &mut *self.repeated }
    }
}

/// Writes the functions of values without parts.
macro_rules! scalars {
    ($($name:ident: $type:ty),*) => {
        $(fn $name<E>(self, value: $type) -> Result<Value, E> {
            Ok(value.into())
        })*
    };
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    scalars! { visit_bool: bool, visit_u64: u64, visit_i64: i64, visit_f64: f64 }

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok((self.text)(value).into())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Value, A::Error> {
        let (mut items, list_place) = (Vec::new(), self.place);
        while let Some(item) = list.next_element_seed(self.at(&Place::Item(list_place, items.len())))? {
            items.push(item);
        }
        Ok(items.into())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut object: A) -> Result<Value, A::Error> {
        let (mut members, object_place) = (Map::new(), self.place);
        while let Some(name) = object.next_key::<String>()? {
            let name = (self.text)(&name);
            let place = Place::Member(object_place, &name);
            let value = object.next_value_seed(self.at(&place))?;
            if let Some(earlier) = members.get(&name) {
                (self.repeated)(&place, *earlier == value).map_err(A::Error::custom)?;
            }
            members.insert(name, value);
        }
        Ok(members.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_those_of_serde_json() {
        let text = r#"{"a": [1, -2, 2.5, 1e3, true, null, "\u00e4\n"], "b": {}, "c": 18446744073709551615}"#;
        let read = read_json(text, str::to_owned, &mut |_, _| Ok(())).unwrap();
        assert_eq!(read, serde_json::from_str::<Value>(text).unwrap());
    }

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
