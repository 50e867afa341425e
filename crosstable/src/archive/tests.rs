//! `docs/archive.schema.json`: the schema of archive files, derived from the types that are written.
//! `UPDATE_DOCS=1 cargo nextest run -p crosstable archive::tests` writes it. Exports are checked against it in
//! `tests/program/exporting.rs`.

use serde_json::{Map, Value, json};
use utoipa::{PartialSchema, ToSchema};

use super::document::Archive;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/archive.schema.json");

fn schema() -> Value {
    let mut parts = Vec::new();
    Archive::schemas(&mut parts);
    let parts: Map<String, Value> = parts.into_iter().map(|(name, part)| (name, json!(part))).collect();
    let mut schema = json!(Archive::schema());
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("Tournament archive");
    schema["$defs"] = Value::Object(parts);
    let text = schema.to_string().replace("#/components/schemas/", "#/$defs/");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_committed_schema_is_that_of_the_code() {
    let made = schema();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(PATH, format!("{made:#}\n")).unwrap();
    }
    let committed = std::fs::read_to_string(PATH).unwrap_or_default();
    let committed: Value = serde_json::from_str(&committed).unwrap_or_default();
    assert_eq!(committed, made, "docs/archive.schema.json is stale: run this test with UPDATE_DOCS=1");
}
