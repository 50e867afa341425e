//! `application/json`: an object. The fields of a decklist are strings.

use serde_json::{Map, Value};

use super::Unreadable;
use super::gathered::{Field, Gathered};
use crate::fields::json_fault;

/// Reads the fields of a decklist.
pub(super) fn read(bytes: &[u8]) -> Result<Gathered, Unreadable> {
    let mut gathered = Gathered::default();
    for (name, value) in object(bytes, "{\"name\": \"Burn\"}")? {
        let Some(field) = Field::named(&name) else { continue };
        gathered.put(field, string(value));
    }
    Ok(gathered)
}

/// Reads an object; the example is told to whoever sends nothing.
pub(super) fn object(bytes: &[u8], example: &str) -> Result<Map<String, Value>, Unreadable> {
    if bytes.is_empty() {
        return Err(malformed(format!("The body is empty. It must be a JSON object, such as {example}.")));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        malformed(format!("The body is not UTF-8: the byte at {} begins no character.", error.valid_up_to()))
    })?;
    let json = serde_json::from_str(text)
        .map_err(|error| malformed(format!("The body is not JSON: {}.", json_fault(&error))))?;
    match json {
        Value::Object(fields) => Ok(fields),
        other => Err(malformed(format!("The body must be a JSON object; this is {}.", kind(&other)))),
    }
}

/// A string, or what is wrong with it.
pub(super) fn string(value: Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(format!("Must be a string; this is {}.", kind(&other))),
    }
}

/// What a value is, with an article.
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

fn malformed(detail: String) -> Unreadable {
    Unreadable::Malformed(detail)
}
