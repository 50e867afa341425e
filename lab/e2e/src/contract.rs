//! The interface as a table, and a checker that compares a response with it: every field, every instance.
//!
//! The table (`contract/table.rs`) is written only from the interface's description. The checker also remembers the
//! values it has seen, so that a test can demand that every field carries data somewhere.

mod table;

use std::collections::{BTreeMap, BTreeSet};

use chrono::DateTime;
use serde_json::Value;

pub use table::*;

/// The type of a value.
#[derive(Clone, Copy)]
pub enum Kind {
    /// An integer of 64 bits.
    Integer,
    /// An integer of 32 bits.
    Int32,
    /// Any finite number.
    Number,
    /// A boolean.
    Boolean,
    /// A string of at most this many characters.
    Text(usize),
    /// A string of at most this many characters: empty, or an absolute address.
    Url(usize),
    /// A slug of at most this many characters.
    Slug(usize),
    /// A time: RFC 3339, in UTC.
    DateTime,
    /// A fraction of at most 1, with at most 16 decimals: 8 under rules that round. (Some platforms publish -0.2 for a player
    /// without games.)
    Percentage,
    /// One of an enumeration's wire names.
    OneOf(fn(&str) -> bool),
    /// Exactly this string.
    Exactly(&'static str),
    /// An object.
    Object(&'static Shape),
    /// An array of objects.
    Objects(&'static Shape),
    /// An array.
    Array(&'static Kind),
    /// An array with a number of items in this range.
    ArrayOf(&'static Kind, usize, usize),
    /// This kind, or null.
    OrNull(&'static Kind),
}

/// A required field.
#[derive(Clone, Copy)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Whether it may be null.
    pub nullable: bool,
}

/// An object with all of these fields and no others.
pub struct Shape {
    /// Its name in the interface.
    pub name: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
    /// Further fields that existing clients read.
    pub beside: &'static [Field],
}

/// The results of checking a set of responses.
#[derive(Default)]
pub struct Findings {
    /// Violations of the contract: path and reason.
    pub violations: Vec<String>,
    /// Fields (`Shape.field`) that carried data at least once.
    pub carried: BTreeSet<String>,
    /// Values of enumerations seen, by `Shape.field`.
    pub seen: BTreeMap<String, BTreeSet<String>>,
}

impl Findings {
    /// Checks `value` against `kind`. `path` is its place in the response.
    pub fn check(&mut self, path: &str, kind: &Kind, value: &Value) {
        if let Some(reason) = broken(kind, value) {
            self.violations.push(format!("{path}: {reason}, but is {}", excerpt(value)));
        }
        match (kind, value) {
            (Kind::OrNull(inner), value) if !value.is_null() => self.check(path, inner, value),
            (Kind::Array(item) | Kind::ArrayOf(item, ..), Value::Array(items)) => {
                for (index, value) in items.iter().enumerate() {
                    self.check(&format!("{path}[{index}]"), item, value);
                }
            }
            (Kind::Objects(shape), Value::Array(items)) => {
                for (index, value) in items.iter().enumerate() {
                    self.check(&format!("{path}[{index}]"), &Kind::Object(shape), value);
                }
            }
            (Kind::Object(shape), Value::Object(_)) => self.check_object(path, shape, value),
            _ => {}
        }
    }

    fn check_object(&mut self, path: &str, shape: &Shape, value: &Value) {
        let Some(object) = value.as_object() else { return };
        for field in shape.fields.iter().chain(shape.beside) {
            match object.get(field.name) {
                None if shape.fields.iter().any(|known| known.name == field.name) => {
                    self.violations.push(format!("{path}: {} has no `{}`", shape.name, field.name));
                }
                None => {}
                Some(Value::Null) if field.nullable => {}
                Some(value) => {
                    self.note(shape, field, value);
                    self.check(&format!("{path}.{}", field.name), &field.kind, value);
                }
            }
        }
        for name in object.keys() {
            if !shape.fields.iter().chain(shape.beside).any(|field| field.name == name) {
                self.violations.push(format!("{path}: {} has `{name}`, which is not specified", shape.name));
            }
        }
    }

    fn note(&mut self, shape: &Shape, field: &Field, value: &Value) {
        let name = format!("{}.{}", shape.name, field.name);
        if has_data(value) {
            self.carried.insert(name.clone());
        }
        if let (Kind::OneOf(_), Some(text)) = (field.kind, value.as_str()) {
            self.seen.entry(name).or_default().insert(text.to_owned());
        }
    }

    /// Fields of `shape` that never carried data.
    pub fn empty_fields(&self, shape: &Shape) -> Vec<&'static str> {
        let never = |field: &&Field| !self.carried.contains(&format!("{}.{}", shape.name, field.name));
        shape.fields.iter().filter(never).map(|field| field.name).collect()
    }

    /// Fails with the first violations, if there are any.
    pub fn assert_none(&self) {
        let first: Vec<_> = self.violations.iter().take(20).cloned().collect();
        assert!(first.is_empty(), "{} violations, such as:\n{}", self.violations.len(), first.join("\n"));
    }
}

/// Whether a value carries data: it is not null, empty, zero or false.
fn has_data(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(_) => true,
    }
}

/// Returns why a value does not fit, without looking at nested values.
fn broken(kind: &Kind, value: &Value) -> Option<String> {
    let fits = match kind {
        Kind::Integer => value.as_i64().is_some(),
        Kind::Int32 => value.as_i64().is_some_and(|number| i32::try_from(number).is_ok()),
        Kind::Number => value.as_f64().is_some_and(f64::is_finite),
        Kind::Percentage => value.as_f64().is_some_and(|share| (-0.2..=1.0).contains(&share) && decimals(value) <= 16),
        Kind::Boolean => value.is_boolean(),
        Kind::Text(limit) => value.as_str().is_some_and(|text| text.chars().count() <= *limit),
        Kind::Url(limit) => value.as_str().is_some_and(|text| text.chars().count() <= *limit && is_address(text)),
        Kind::Slug(limit) => value.as_str().is_some_and(|text| text.chars().count() <= *limit && is_slug(text)),
        Kind::DateTime => {
            value.as_str().is_some_and(|text| text.ends_with('Z') && DateTime::parse_from_rfc3339(text).is_ok())
        }
        Kind::OneOf(known) => value.as_str().is_some_and(known),
        Kind::Exactly(text) => value.as_str() == Some(text),
        Kind::Object(_) => value.is_object(),
        Kind::Array(_) | Kind::Objects(_) => value.is_array(),
        Kind::ArrayOf(_, least, most) => value.as_array().is_some_and(|items| (*least..=*most).contains(&items.len())),
        Kind::OrNull(_) => true,
    };
    (!fits).then(|| format!("should be {}", describe(kind)))
}

fn describe(kind: &Kind) -> String {
    match kind {
        Kind::Integer => "an integer".into(),
        Kind::Int32 => "an int32".into(),
        Kind::Number => "a number".into(),
        Kind::Percentage => "a fraction with at most 16 decimals".into(),
        Kind::Boolean => "a boolean".into(),
        Kind::Text(usize::MAX) => "a string".into(),
        Kind::Text(limit) => format!("a string of at most {limit} characters"),
        Kind::Url(limit) => format!("an address of at most {limit} characters"),
        Kind::Slug(limit) => format!("a slug of at most {limit} characters"),
        Kind::DateTime => "a date-time".into(),
        Kind::OneOf(_) => "a value of its enumeration".into(),
        Kind::Exactly(text) => format!("`{text}`"),
        Kind::Object(shape) => format!("an object ({})", shape.name),
        Kind::Array(_) | Kind::Objects(_) | Kind::ArrayOf(..) => "an array of a fitting length".into(),
        Kind::OrNull(inner) => format!("{} or null", describe(inner)),
    }
}

/// Number of decimals as written.
pub fn decimals(number: &Value) -> usize {
    number.to_string().split_once('.').map_or(0, |(_, digits)| digits.len())
}

fn is_address(text: &str) -> bool {
    text.is_empty() || text.starts_with("http://") || text.starts_with("https://")
}

fn is_slug(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

fn excerpt(value: &Value) -> String {
    value.to_string().chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    static POINT: Shape = Shape {
        name: "Point",
        fields: &[
            Field { name: "x", kind: Kind::Int32, nullable: false },
            Field { name: "at", kind: Kind::DateTime, nullable: true },
        ],
        beside: &[Field { name: "label", kind: Kind::Text(3), nullable: false }],
    };

    fn violations(value: &Value) -> Vec<String> {
        let mut findings = Findings::default();
        findings.check("$", &Kind::Object(&POINT), value);
        findings.violations
    }

    #[test]
    fn what_fits_passes() {
        assert_eq!(violations(&json!({"x": 1, "at": null})), Vec::<String>::new());
        assert_eq!(violations(&json!({"x": 1, "at": "2026-01-02T03:04:05Z", "label": "abc"})), Vec::<String>::new());
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for (value, reason) in [
            (json!({"x": 1}), "has no `at`"),
            (json!({"x": 2_147_483_648_i64, "at": null}), "should be an int32"),
            (json!({"x": null, "at": null}), "should be an int32"),
            (json!({"x": 1, "at": "yesterday"}), "should be a date-time"),
            (json!({"x": 1, "at": null, "label": "abcd"}), "at most 3 characters"),
            (json!({"x": 1, "at": null, "y": 1}), "which is not specified"),
            (json!([]), "should be an object"),
        ] {
            let found = violations(&value);
            assert!(found.len() == 1 && found[0].contains(reason), "{value}: {found:?}");
        }
    }
}
