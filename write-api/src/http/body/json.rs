//! `application/json`: an object. The fields of a decklist are strings.

use api_kit::names::Ignored;
use serde::de::DeserializeSeed;
use serde_json::{Map, Value};
use service_kit::message;
use service_kit::message::Message;

use super::gathered::Gathered;
use super::repeated::Noting;
use super::unreadable::Unreadable;
use crate::engine::fields::json_fault;

/// Reads the fields of a decklist.
pub(super) fn read(bytes: &[u8], ignored: &mut Ignored) -> Result<Gathered, Unreadable> {
    let mut gathered = Gathered::default();
    let (fields, repeated) = object(bytes, "{\"name\": \"Burn\"}")?;
    repeated.iter().for_each(|path| ignored.field(path));
    for (name, value) in fields {
        gathered.put(&name, string(value), ignored);
    }
    Ok(gathered)
}

/// Reads an object, and the paths of repeated members, of which the last counts. The example is for the refusal of an
/// empty body.
pub(super) fn object(bytes: &[u8], example: &str) -> Result<(Map<String, Value>, Vec<String>), Unreadable> {
    if bytes.is_empty() {
        return Err(Unreadable::Malformed(message!(
            "empty-body",
            "The body is empty. It must be a JSON object, such as {example}.",
            example
        )));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Unreadable::Malformed(message!(
            "body-not-utf-8",
            "The body is not valid UTF-8: there is an error at byte {place}.",
            place = error.valid_up_to()
        ))
    })?;
    let mut repeated = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    let json = Noting::at("", &mut repeated).deserialize(&mut reader);
    let json = json.and_then(|json| reader.end().map(|()| json));
    let json = json.map_err(|error| {
        Unreadable::Malformed(message!("body-not-json", "The body is not JSON: {fault}.", fault = json_fault(&error)))
    })?;
    match json {
        Value::Object(fields) => Ok((fields, repeated)),
        other => Err(Unreadable::Malformed(message!(
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
