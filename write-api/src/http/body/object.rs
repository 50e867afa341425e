//! The fields of a JSON object, taken one by one by the endpoint, which knows their types. Every fault is recorded with
//! the path of its field, so that one answer reports all of them. A field that the endpoint does not take is a fault
//! too.

use api_kit::names::{REPEATED, shown, unknown};
use chrono::{DateTime, Utc};
use serde_json::{Map, Value};
use service_kit::problem::Problem;

use super::json::{kind, object, string};
use super::unreadable::Unreadable;
use super::value::{FromJson, Limit};
use crate::FieldErrors;
use crate::http::problems;

/// The fields of a body, and the errors so far.
#[derive(Debug, Default)]
pub(crate) struct Object {
    fields: Map<String, Value>,
    /// The fields taken, as received: requests with the same fields are the same.
    taken: Vec<(&'static str, Value)>,
    /// Names of the fields that the endpoint knows.
    known: Vec<&'static str>,
    foreseen: Vec<FieldErrors>,
    pub(crate) errors: FieldErrors,
}

impl Object {
    /// Reads an object; the example is for the refusal of an empty body.
    pub(crate) fn read(bytes: &[u8], example: &str) -> Result<Self, Unreadable> {
        let (fields, repeated) = object(bytes, example)?;
        let mut read = Self::of(fields);
        repeated.into_iter().for_each(|path| read.errors.add(path, REPEATED));
        Ok(read)
    }

    /// Returns the object inside a body; its errors are added to those of the body by `finish_inside`.
    pub(super) fn inside(value: Value) -> Result<Self, String> {
        members(value).map(Self::of)
    }

    /// Adds the errors of an object inside a body, and the fields that it does not have.
    pub(super) fn finish_inside(mut self, path: &str, errors: &mut FieldErrors) {
        self.note_unknown();
        errors.add_inner(path, &self.errors);
    }

    /// Takes a value.
    pub(crate) fn value<T: FromJson>(&mut self, field: &'static str, limit: Limit) -> Option<T> {
        self.known.push(field);
        let value = self.fields.remove(field)?;
        self.taken.push((field, value.clone()));
        T::from_json(value, field, limit, &mut self.errors)
    }

    fn of(fields: Map<String, Value>) -> Self {
        Self { fields, ..Self::default() }
    }

    /// Returns the fields taken so far, by name.
    pub(crate) fn taken(&mut self) -> &[(&'static str, Value)] {
        self.taken.sort_by_key(|(name, _)| *name);
        &self.taken
    }

    /// Takes an object inside this one.
    pub(crate) fn inner<T>(&mut self, field: &'static str, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let fields = self.take(field, members)?;
        Some(self.within(field, fields, read))
    }

    /// Like `inner`; null is `Some(None)`.
    pub(crate) fn inner_or_null<T>(
        &mut self,
        field: &'static str,
        read: impl FnOnce(&mut Self) -> T,
    ) -> Option<Option<T>> {
        let fields = self.or_null(field, members)?;
        Some(fields.map(|fields| self.within(field, fields, read)))
    }

    /// Takes a list of objects inside this one.
    pub(crate) fn inner_list<T>(&mut self, field: &'static str, read: impl Fn(&mut Self) -> T) -> Option<Vec<T>> {
        let items = self.list(field, Ok)?;
        let mut made = Vec::with_capacity(items.len());
        for (place, item) in items.into_iter().enumerate() {
            let path = format!("{field}[{place}]");
            match members(item) {
                Ok(fields) => made.push(self.within(&path, fields, &read)),
                Err(fault) => self.errors.add(path, fault),
            }
        }
        Some(made)
    }

    fn within<T>(&mut self, path: &str, fields: Map<String, Value>, read: impl FnOnce(&mut Self) -> T) -> T {
        let mut inner = Self::of(fields);
        let made = read(&mut inner);
        inner.note_unknown();
        self.errors.add_inner(path, &inner.errors);
        made
    }

    /// Keeps faults that the command will find in single values. If the body is refused before the command runs, the
    /// answer reports them as well.
    pub(crate) fn foresee(&mut self, faults: FieldErrors) {
        self.foreseen.push(faults);
    }

    /// Adds the foreseen faults of fields that were given and could be read.
    fn note_foreseen(&mut self) {
        for faults in std::mem::take(&mut self.foreseen) {
            for (path, messages) in faults.iter() {
                let field = path.split(['.', '[']).next().unwrap_or_default();
                let is_given = self.taken.iter().any(|(name, _)| *name == field);
                if is_given && !self.errors.names(path) {
                    messages.iter().for_each(|message| self.errors.add(path.to_owned(), message));
                }
            }
        }
    }

    /// Takes a text.
    pub(crate) fn text(&mut self, field: &'static str) -> Option<String> {
        self.take(field, string)
    }

    /// Takes `true` or `false`.
    pub(crate) fn boolean(&mut self, field: &'static str) -> Option<bool> {
        self.take(field, |value| match value {
            Value::Bool(boolean) => Ok(boolean),
            other => Err(format!("Must be true or false; this is {}.", kind(&other))),
        })
    }

    /// Takes a time; null is `Some(None)`.
    pub(crate) fn time_or_null(&mut self, field: &'static str) -> Option<Option<DateTime<Utc>>> {
        self.take(field, |value| match value {
            Value::Null => Ok(None),
            Value::String(text) => match DateTime::parse_from_rfc3339(&text) {
                Ok(time) => Ok(Some(time.to_utc())),
                Err(_) => Err(TIME.to_owned()),
            },
            _ => Err(TIME.to_owned()),
        })
    }

    /// Returns the given value. If it is missing, adds an error and returns `stand_in`.
    pub(crate) fn required<T>(&mut self, field: &'static str, given: Option<T>, stand_in: T) -> T {
        if given.is_none() && !self.errors.names(field) {
            self.errors.add(field, "Is required.");
        }
        given.unwrap_or(stand_in)
    }

    /// Adds an error if a required field was not given, unless it has one already.
    pub(crate) fn require(&mut self, field: &'static str, is_given: bool) {
        if !is_given && !self.errors.names(field) {
            self.errors.add(field, "Is required.");
        }
    }

    /// Returns `Ok` if there are no errors and every field was taken.
    pub(crate) fn check(mut self) -> Result<(), Problem> {
        self.note_unknown();
        if !self.errors.is_empty() {
            self.note_foreseen();
        }
        self.errors.check().map_err(|errors| problems::fields(&errors))
    }

    pub(crate) fn take<T>(&mut self, field: &'static str, read: impl FnOnce(Value) -> Result<T, String>) -> Option<T> {
        self.known.push(field);
        let value = self.fields.remove(field)?;
        self.taken.push((field, value.clone()));
        read(value).map_err(|fault| self.errors.add(field, fault)).ok()
    }

    fn note_unknown(&mut self) {
        // Searching for similar names takes time, so it is done only for names that are reported.
        let room = self.errors.room();
        for name in self.fields.keys().take(room) {
            self.errors.add(shown(name), unknown("field", name, &self.known));
        }
        self.errors.omit(self.fields.len().saturating_sub(room));
    }
}

fn members(value: Value) -> Result<Map<String, Value>, String> {
    match value {
        Value::Object(fields) => Ok(fields),
        other => Err(format!("Must be an object; this is {}.", kind(&other))),
    }
}

const TIME: &str = "Must be a time such as `2026-03-15T18:00:00Z`, or null for none.";

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::Role;

    use super::*;

    fn body(text: &str) -> Object {
        Object::read(text.as_bytes(), "{}").unwrap()
    }

    #[test]
    fn fields_are_what_they_must_be() {
        let text = r#"{"name": "é", "read_only": true, "user_id": -7, "role": "JUDGE", "x": [], "expires_at": null}"#;
        let mut fields = body(text);
        assert_eq!(fields.text("name").as_deref(), Some("é"));
        assert_eq!((fields.boolean("read_only"), fields.id("user_id")), (Some(true), Some(-7)));
        assert_eq!(
            (fields.value("role", Limit::default()), fields.time_or_null("expires_at")),
            (Some(Role::Judge), Some(None))
        );
        assert_eq!(fields.text("archetype"), None);
        let zoned = body(r#"{"expires_at": "2026-03-15T20:00:00+02:00"}"#).time_or_null("expires_at");
        assert_eq!(zoned, Some(Some("2026-03-15T18:00:00Z".parse().unwrap())));
        assert_eq!(fields.errors.check(), Ok(()));
    }

    #[test]
    fn what_is_wrong_is_told_by_field_and_all_at_once() {
        let text = r#"{"name": 7, "read_only": "true", "user_id": "7", "role": "judge", "expires_at": "tomorrow"}"#;
        let mut fields = body(text);
        assert_eq!((fields.text("name"), fields.boolean("read_only"), fields.id("user_id")), (None, None, None));
        assert_eq!((fields.value::<Role>("role", Limit::default()), fields.time_or_null("expires_at")), (None, None));
        assert_eq!(fields.required("name", None, 1), 1);
        assert_eq!(fields.required("best_identifier", None, 1), 1);
        assert_eq!(fields.required("best_identifier", Some(2), 1), 2);
        let told: Vec<_> = fields.errors.iter().map(|(field, said)| format!("{field}: {}", said.join(" "))).collect();
        assert_eq!(
            told,
            [
                "best_identifier: Is required.",
                "expires_at: Must be a time such as `2026-03-15T18:00:00Z`, or null for none.",
                "name: Must be a string; this is a number.",
                "read_only: Must be true or false; this is a string.",
                "role: Must be one of ADMIN, ORGANIZER, SCOREKEEPER, JUDGE, READ_ONLY.",
                "user_id: Must be an integer: an id.",
            ]
        );
    }

    #[test]
    fn what_is_no_object_is_told() {
        for (text, said) in
            [("", "such as {}"), ("[]", "this is an array"), ("{", "is not JSON"), ("null", "this is null")]
        {
            let told = Object::read(text.as_bytes(), "{}").unwrap_err();
            assert!(matches!(&told, Unreadable::Malformed(detail) if detail.contains(said)), "{told:?}");
        }
    }
}
