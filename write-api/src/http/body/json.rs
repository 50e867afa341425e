//! `application/json`: an object whose fields are strings.

use serde_json::Value;

use super::Unreadable;
use super::gathered::{Field, Gathered};
use crate::fields::json_fault;

/// Reads the fields.
pub(super) fn read(bytes: &[u8]) -> Result<Gathered, Unreadable> {
    if bytes.is_empty() {
        return Err(malformed("The body is empty. It must be a JSON object, such as {\"name\": \"Burn\"}."));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        malformed(format!("The body is not UTF-8: the byte at {} begins no character.", error.valid_up_to()))
    })?;
    let json = serde_json::from_str(text)
        .map_err(|error| malformed(format!("The body is not JSON: {}.", json_fault(&error))))?;
    let Value::Object(fields) = json else {
        return Err(malformed(format!("The body must be a JSON object; this is {}.", kind(&json))));
    };
    let mut gathered = Gathered::default();
    for (name, value) in fields {
        let Some(field) = Field::named(&name) else { continue };
        gathered.put(field, string(value));
    }
    Ok(gathered)
}

fn string(value: Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(format!("Must be a string; this is {}.", kind(&other))),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn malformed(detail: impl Into<String>) -> Unreadable {
    Unreadable::Malformed(detail.into())
}
