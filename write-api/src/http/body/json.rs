//! Reads a JSON object, and records its repeated members.

use std::fmt;

use api_kit::names::shown;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::engine::fields::json_fault;

/// Number of paths that are recorded. More would not be shown.
const NOTED: usize = 100;
/// Limit of a recorded path, in bytes. Paths of our bodies have fewer than 60.
const PATH: usize = 200;

/// Reads an object, and the paths of repeated members, of which the last counts. The example is for the refusal of an
/// empty body.
pub(super) fn object(bytes: &[u8], example: &str) -> Result<(Map<String, Value>, Vec<String>), Problem> {
    if bytes.is_empty() {
        return Err(Problem::bad_request(message!(
            "empty-body",
            "The body is empty. It must be a JSON object, such as {example}.",
            example
        )));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Problem::bad_request(message!(
            "body-not-utf-8",
            "The body is not valid UTF-8: there is an error at byte {place}.",
            place = error.valid_up_to()
        ))
    })?;
    let mut repeated = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    let json = Noting { path: "", repeated: &mut repeated }.deserialize(&mut reader);
    let json = json.and_then(|json| reader.end().map(|()| json));
    let json = json.map_err(|error| {
        Problem::bad_request(message!("body-not-json", "The body is not JSON: {fault}.", fault = json_fault(&error)))
    })?;
    match json {
        Value::Object(fields) => Ok((fields, repeated)),
        other => Err(Problem::bad_request(message!(
            "body-not-an-object",
            "The body must be a JSON object; this is {kind}.",
            kind = kind(&other)
        ))),
    }
}

/// Returns a string, or an error for any other value.
pub(super) fn string(value: Value) -> Result<String, Message> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(message!("not-a-string", "Must be a string; this is {kind}.", kind = kind(&other))),
    }
}

/// Returns the type of a value, with an article.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Reads a value, and records the members that an object in it has more than once. `serde_json` alone silently keeps the
/// last one.
struct Noting<'a> {
    path: &'a str,
    repeated: &'a mut Vec<String>,
}

impl<'de> DeserializeSeed<'de> for Noting<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Noting<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        loop {
            let path = format!("{}[{}]", self.path, values.len());
            match items.next_element_seed(Noting { path: &path, repeated: self.repeated })? {
                Some(value) => values.push(value),
                None => return Ok(values.into()),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut values = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let path = match self.path {
                "" => shown(&name),
                // No field of our bodies is nested this deep.
                long if long.len() > PATH => long.to_owned(),
                path => format!("{path}.{}", shown(&name)),
            };
            let value = members.next_value_seed(Noting { path: &path, repeated: self.repeated })?;
            let is_repeated = values.insert(name, value).is_some();
            if is_repeated && self.repeated.len() < NOTED && !self.repeated.contains(&path) {
                self.repeated.push(path);
            }
        }
        Ok(values.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Value, Vec<String>) {
        let mut repeated = Vec::new();
        let mut reader = serde_json::Deserializer::from_str(text);
        let value = Noting { path: "", repeated: &mut repeated }.deserialize(&mut reader).unwrap();
        reader.end().unwrap();
        (value, repeated)
    }

    #[test]
    fn values_are_those_of_serde_json() {
        let text =
            r#"{"a": [1, -2, 2.5, 1e3, 18446744073709551615], "b": {"c": null, "d": "\u00e4\n"}, "e": [true, []]}"#;
        assert_eq!(read(text), (serde_json::from_str(text).unwrap(), Vec::new()));
    }

    #[test]
    fn a_member_given_twice_is_noted_once_with_its_path_and_the_last_counts() {
        let (value, repeated) = read(r#"{"a": 1, "b": [{"c": 1, "c": 2}], "a": 2, "a": 3}"#);
        assert_eq!(value, serde_json::json!({"a": 3, "b": [{"c": 2}]}));
        assert_eq!(repeated, ["b[0].c", "a"]);
    }

    #[test]
    fn paths_stay_short_and_few() {
        let deep = format!("{}{{\"a\": 1, \"a\": 2}}{}", "{\"aaaaaaaaaa\": ".repeat(100), "}".repeat(100));
        assert!(read(&deep).1.iter().all(|path| path.len() < 2 * PATH));
        let wide: Vec<_> =
            (0..500).flat_map(|number| [format!("\"{number}\": 1"), format!("\"{number}\": 2")]).collect();
        assert_eq!(read(&format!("{{{}}}", wide.join(", "))).1.len(), NOTED);
    }
}
