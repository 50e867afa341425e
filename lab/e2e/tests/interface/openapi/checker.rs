//! Compares answers with the OpenAPI document.

use std::collections::{BTreeMap, BTreeSet};

use e2e::Reply;
use jsonschema::Validator;
use serde_json::Value;

use crate::openapi::parsed;

/// Compares answers with the document.
pub(crate) struct Checker {
    pub(crate) document: Value,
    /// Validators by their schemas. Most answers refer to one of a few.
    validators: BTreeMap<String, Validator>,
    /// Operations and statuses of all checked answers.
    pub(crate) seen: BTreeSet<(String, u16)>,
    violations: Vec<String>,
}

impl Checker {
    pub(crate) fn new() -> Self {
        Self { document: parsed(), validators: BTreeMap::new(), seen: BTreeSet::new(), violations: Vec::new() }
    }

    /// Checks status, headers, media type and body of an answer to an operation.
    pub(crate) fn check(&mut self, method: &str, template: &str, reply: &Reply) {
        if let Err(violation) = self.try_check(&method.to_lowercase(), template, reply) {
            self.violations.push(format!("{} ({}): {violation}", reply.asked, reply.status));
        }
    }

    fn try_check(&mut self, method: &str, template: &str, reply: &Reply) -> Result<(), String> {
        let operation = &self.document["paths"][template][method];
        let response = resolved(&self.document, &operation["responses"][reply.status.to_string()]);
        if !response.is_object() {
            return Err("this status is not documented".into());
        }
        self.seen.insert((operation["operationId"].as_str().expect("an id").to_owned(), reply.status));
        for (name, header) in response["headers"].as_object().into_iter().flatten() {
            let header = resolved(&self.document, header);
            if header["required"] == true && reply.header(&name.to_lowercase()).is_empty() {
                return Err(format!("no header {name}"));
            }
        }
        let Some(content) = response["content"].as_object() else {
            return if reply.body.is_empty() { Ok(()) } else { Err("a body where none is documented".into()) };
        };
        let media_type = reply.header("content-type").split(';').next().unwrap_or_default();
        let Some(media) = content.get(media_type).or_else(|| content.get("*/*")) else {
            return Err(format!("the media type {media_type} is not documented"));
        };
        if !media_type.ends_with("json") || media_type.ends_with("ndjson") {
            return Ok(());
        }
        let schema = &media["schema"];
        let validator = self.validators.entry(schema.to_string()).or_insert_with(|| validator(&self.document, schema));
        let body = reply.any_json();
        let errors: Vec<_> = validator.iter_errors(&body).take(3).map(|error| described(&error)).collect();
        if errors.is_empty() { Ok(()) } else { Err(errors.join("; ")) }
    }

    #[track_caller]
    pub(crate) fn assert_none(&self) {
        let first: Vec<_> = self.violations.iter().take(20).collect();
        assert!(first.is_empty(), "{} violations, such as {first:#?}", self.violations.len());
    }
}

pub(crate) fn described(error: &jsonschema::ValidationError<'_>) -> String {
    let text: String = error.to_string().chars().take(200).collect();
    format!("{} at {}", text, error.instance_path())
}

/// Builds a validator for a schema, with the document's other schemas.
pub(crate) fn validator(document: &Value, schema: &Value) -> Validator {
    let mut schema = schema.clone();
    schema["components"] = document["components"].clone();
    let options = jsonschema::draft202012::options().should_validate_formats(true);
    options.build(&schema).unwrap_or_else(|error| panic!("{error} in {schema}"))
}

/// Resolves a reference; returns other values unchanged.
pub(crate) fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(target) => document.pointer(target.trim_start_matches('#')).unwrap_or_else(|| panic!("{target}")),
        None => value,
    }
}
