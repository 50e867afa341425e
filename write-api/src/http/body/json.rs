//! Reads a JSON object, and records its repeated members.

use api_kit::names::shown;
use domain::json::{Place, read_json};
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
    let (json, repeated) = read(text).map_err(|error| {
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

/// Reads a value, and notes the members that an object in it has more than once.
fn read(text: &str) -> Result<(Value, Vec<String>), serde_json::Error> {
    let mut repeated = Vec::new();
    let value = read_json(text, str::to_owned, &mut |place, _| {
        let path = path(place);
        if repeated.len() < NOTED && !repeated.contains(&path) {
            repeated.push(path);
        }
        Ok(())
    })?;
    Ok((value, repeated))
}

fn path(place: &Place<'_>) -> String {
    match place {
        Place::Top => String::new(),
        Place::Item(list, number) => format!("{}[{number}]", path(list)),
        Place::Member(object, name) => match path(object) {
            top if top.is_empty() => shown(name),
            // No field of our bodies is nested this deep.
            long if long.len() > PATH => long,
            path => format!("{path}.{}", shown(name)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_given_twice_is_noted_once_with_its_path_and_the_last_counts() {
        let (value, repeated) = read(r#"{"a": 1, "b": [{"c": 1, "c": 2}], "a": 2, "a": 3}"#).unwrap();
        assert_eq!(value, serde_json::json!({"a": 3, "b": [{"c": 2}]}));
        assert_eq!(repeated, ["b[0].c", "a"]);
    }

    #[test]
    fn paths_stay_short_and_few() {
        let deep = format!("{}{{\"a\": 1, \"a\": 2}}{}", "{\"aaaaaaaaaa\": ".repeat(100), "}".repeat(100));
        assert!(read(&deep).unwrap().1.iter().all(|path| path.len() < 2 * PATH));
        let wide: Vec<_> =
            (0..500).flat_map(|number| [format!("\"{number}\": 1"), format!("\"{number}\": 2")]).collect();
        assert_eq!(read(&format!("{{{}}}", wide.join(", "))).unwrap().1.len(), NOTED);
    }
}
