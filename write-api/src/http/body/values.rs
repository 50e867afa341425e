//! Further types of fields in a JSON object: numbers within a range, named values, lists of these.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::json::{kind, string};
use super::object::Object;
use super::value::whole;

/// Limit of items of a list in a body.
const ITEMS: usize = 10_000;

impl Object {
    /// Takes a whole number within this range.
    pub(crate) fn number(&mut self, field: &'static str, within: RangeInclusive<i32>) -> Option<i32> {
        self.take(field, |value| number(&value, &within))
    }

    /// Like `number`; null is `Some(None)`.
    pub(crate) fn number_or_null(&mut self, field: &'static str, within: RangeInclusive<i32>) -> Option<Option<i32>> {
        self.or_null(field, |value| number(&value, &within))
    }

    /// Takes a list of whole numbers within this range.
    pub(crate) fn numbers(&mut self, field: &'static str, within: RangeInclusive<i32>) -> Option<Vec<i32>> {
        self.list(field, |value| number(&value, &within))
    }

    /// Takes one of these values, by its name.
    pub(crate) fn choice<T: Copy + Display>(&mut self, field: &'static str, all: &[T]) -> Option<T> {
        self.take(field, |value| choice(&value, all))
    }

    /// Like `choice`; null is `Some(None)`.
    pub(crate) fn choice_or_null<T: Copy + Display>(&mut self, field: &'static str, all: &[T]) -> Option<Option<T>> {
        self.or_null(field, |value| choice(&value, all))
    }

    /// Takes a list of these values, by their names.
    pub(crate) fn choices<T: Copy + Display>(&mut self, field: &'static str, all: &[T]) -> Option<Vec<T>> {
        self.list(field, |value| choice(&value, all))
    }

    /// Takes an id.
    pub(crate) fn id(&mut self, field: &'static str) -> Option<i64> {
        self.take(field, |value| id(&value))
    }

    /// Takes an id; null is `Some(None)`.
    pub(crate) fn id_or_null(&mut self, field: &'static str) -> Option<Option<i64>> {
        self.or_null(field, |value| id(&value))
    }

    /// Takes a list of ids.
    pub(crate) fn ids(&mut self, field: &'static str) -> Option<Vec<i64>> {
        self.list(field, |value| id(&value))
    }

    /// Takes a text; null is `Some(None)`.
    pub(crate) fn text_or_null(&mut self, field: &'static str) -> Option<Option<String>> {
        self.or_null(field, string)
    }

    /// Takes a list of texts.
    pub(crate) fn texts(&mut self, field: &'static str) -> Option<Vec<String>> {
        self.list(field, string)
    }

    /// Takes a value and reads it; null is `Some(None)`.
    pub(crate) fn or_null<T>(
        &mut self,
        field: &'static str,
        read: impl FnOnce(Value) -> Result<T, String>,
    ) -> Option<Option<T>> {
        self.take(field, |value| match value {
            Value::Null => Ok(None),
            value => read(value).map(Some),
        })
    }

    /// Takes a list and reads each item.
    pub(crate) fn list<T>(&mut self, field: &'static str, read: impl Fn(Value) -> Result<T, String>) -> Option<Vec<T>> {
        let items = self.take(field, |value| match value {
            Value::Array(items) if items.len() > ITEMS => Err(format!("May have at most {ITEMS} items.")),
            Value::Array(items) => Ok(items),
            other => Err(format!("Must be a list; this is {}.", kind(&other))),
        })?;
        let mut made = Some(Vec::with_capacity(items.len()));
        for (place, item) in items.into_iter().enumerate() {
            match (read(item), &mut made) {
                (Ok(item), Some(made)) => made.push(item),
                (Ok(_), None) => {}
                (Err(fault), _) => {
                    self.errors.add(format!("{field}[{place}]"), fault);
                    made = None;
                }
            }
        }
        made
    }
}

fn number(value: &Value, within: &RangeInclusive<i32>) -> Result<i32, String> {
    whole(value)
        .filter(|number| within.contains(number))
        .ok_or_else(|| format!("Must be a whole number from {} to {}.", within.start(), within.end()))
}

fn choice<T: Copy + Display>(value: &Value, all: &[T]) -> Result<T, String> {
    let named = value.as_str().and_then(|name| all.iter().find(|known| known.to_string() == name));
    named.copied().ok_or_else(|| {
        let names: Vec<_> = all.iter().map(ToString::to_string).collect();
        format!("Must be one of {}.", names.join(", "))
    })
}

fn id(value: &Value) -> Result<i64, String> {
    whole(value).ok_or_else(|| "Must be an integer: an id.".to_owned())
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::ProgressStatus;

    use super::*;

    fn body(text: &str) -> Object {
        Object::read(text.as_bytes(), "{}").unwrap()
    }

    #[test]
    fn fields_are_what_they_must_be() {
        let text = r#"{"a": 3, "b": null, "c": [1, 3], "d": "COMPLETE", "e": ["UPCOMING"], "f": [7, -7], "g": ["x"]}"#;
        let mut fields = body(text);
        assert_eq!((fields.number("a", 1..=3), fields.number_or_null("b", 1..=3)), (Some(3), Some(None)));
        assert_eq!(fields.numbers("c", 1..=3), Some(vec![1, 3]));
        assert_eq!(fields.choice("d", ProgressStatus::ALL), Some(ProgressStatus::Complete));
        assert_eq!(fields.choices("e", ProgressStatus::ALL), Some(vec![ProgressStatus::Upcoming]));
        assert_eq!((fields.ids("f"), fields.texts("g")), (Some(vec![7, -7]), Some(vec!["x".to_owned()])));
        assert_eq!((fields.text_or_null("h"), fields.id_or_null("i")), (None, None));
        let taken: Vec<_> = fields.taken().iter().map(|(name, _)| *name).collect();
        assert_eq!(taken, ["a", "b", "c", "d", "e", "f", "g"]);
        assert_eq!(fields.errors.check(), Ok(()));
    }

    #[test]
    fn what_is_wrong_is_told_by_field() {
        let mut fields = body(r#"{"a": 4, "b": 1.5, "c": "complete", "d": {"e": [0]}, "f": ["7"], "g": 7}"#);
        assert_eq!((fields.number("a", 1..=3), fields.number_or_null("b", 1..=3)), (None, None));
        assert_eq!(fields.choice("c", ProgressStatus::ALL), None);
        assert_eq!(fields.inner("d", |inner| inner.numbers("e", 1..=2)), Some(None));
        assert_eq!((fields.ids("f"), fields.texts("g")), (None, None));
        let told: Vec<_> = fields.errors.iter().map(|(field, said)| format!("{field}: {}", said.join(" "))).collect();
        assert_eq!(
            told,
            [
                "a: Must be a whole number from 1 to 3.",
                "b: Must be a whole number from 1 to 3.",
                "c: Must be one of IN_PROGRESS, UPCOMING, COMPLETE.",
                "d.e[0]: Must be a whole number from 1 to 2.",
                "f[0]: Must be an integer: an id.",
                "g: Must be a list; this is a number.",
            ]
        );
    }
}
