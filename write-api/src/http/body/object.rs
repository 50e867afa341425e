//! The fields of a JSON object, taken one by one by the endpoint, which knows their types. Every fault is recorded with
//! the path of its field, so that one answer reports all of them. A field that the endpoint does not take is a fault
//! too.

use api_kit::names::{repeated, shown, unknown};
use serde_json::{Map, Value};
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use super::json::{kind, object};
use super::value::{FromJson, Limit};
use crate::FieldErrors;
use crate::engine::fields::required;
use crate::http::problems;

/// The fields of a body, and the errors so far.
#[derive(Debug, Default)]
pub(crate) struct Object {
    /// The id in the address that belongs to the body, if any.
    pub(crate) id: i64,
    /// The caller's organization; 0 if there is none.
    pub(crate) organization_id: i64,
    fields: Map<String, Value>,
    /// The fields taken, as received: requests with the same fields are the same.
    taken: Vec<(&'static str, Value)>,
    /// Names of the fields that the endpoint knows.
    known: Vec<&'static str>,
    /// Faults that the command will find in single values. If the body is refused before the command runs, the answer
    /// reports them as well.
    pub(crate) foreseen: FieldErrors,
    pub(crate) errors: FieldErrors,
}

impl Object {
    /// Reads an object; the example is for the refusal of an empty body.
    pub(crate) fn read(bytes: &[u8], example: &str) -> Result<Self, Problem> {
        let (fields, twice) = object(bytes, example)?;
        let mut read = Self::of(fields);
        twice.into_iter().for_each(|path| read.errors.add(path, repeated()));
        Ok(read)
    }

    /// Returns the object inside a body; its errors are added to those of the body by `finish_inside`.
    pub(super) fn inside(value: Value) -> Result<Self, Message> {
        match value {
            Value::Object(fields) => Ok(Self::of(fields)),
            other => Err(message!("not-an-object", "Must be an object; this is {kind}.", kind = kind(&other))),
        }
    }

    /// Adds the errors of an object inside a body, and the fields that it does not have.
    pub(super) fn finish_inside(mut self, path: &str, errors: &mut FieldErrors) {
        self.note_unknown();
        errors.add_inner(path, &self.errors);
    }

    /// Takes a field. `None` if it is required, and missing or invalid.
    pub(crate) fn take<T: FromJson>(&mut self, field: &'static str, limit: Limit) -> Option<T> {
        self.known.push(field);
        let Some(value) = self.fields.remove(field) else {
            self.require(field, !T::REQUIRED);
            return T::missing();
        };
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

    /// Adds the foreseen faults of fields that were given and could be read.
    fn note_foreseen(&mut self) {
        for (path, messages) in std::mem::take(&mut self.foreseen).iter() {
            let field = path.split(['.', '[']).next().unwrap_or_default();
            let is_given = self.taken.iter().any(|(name, _)| *name == field);
            if is_given && !self.errors.names(path) {
                messages.iter().for_each(|message| self.errors.add(path.to_owned(), message.clone()));
            }
        }
    }

    /// Adds an error if a required field was not given, unless it has one already.
    pub(crate) fn require(&mut self, field: &'static str, is_given: bool) {
        if !is_given && !self.errors.names(field) {
            self.errors.add(field, required());
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

    fn note_unknown(&mut self) {
        // Searching for similar names takes time, so it is done only for names that are reported.
        let room = self.errors.room();
        for name in self.fields.keys().take(room) {
            self.errors.add(shown(name), unknown("field", name, &self.known));
        }
        self.errors.omit(self.fields.len().saturating_sub(room));
    }
}
