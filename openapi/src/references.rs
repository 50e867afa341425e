//! References to `components.schemas`.

use crate::json::Json;
use crate::object;

/// Prefix of references to schemas.
const PREFIX: &str = "#/components/schemas/";

/// Returns a reference to a schema.
pub(crate) fn reference(name: &str) -> Json {
    object! { "$ref" => format!("{PREFIX}{name}") }
}

/// Returns the name of the schema that a value refers to, if it is a reference.
pub(crate) fn target(json: &Json) -> Option<&str> {
    json.get("$ref")?.text()?.strip_prefix(PREFIX)
}

/// Returns the names of all schemas that a value refers to.
pub(crate) fn references(json: &Json) -> Vec<String> {
    let mut names = Vec::new();
    json.visit(&mut |value| names.extend(target(value).map(str::to_owned)));
    names
}
