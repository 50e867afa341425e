//! Typed reading of JSON objects and lists. A field of the wrong type is a problem with its path, and reading
//! continues, so that one pass reports all problems of a file.

use chrono::{DateTime, Utc};
use domain::limits::SHORT_TEXT;
use domain::names;
use serde_json::{Map, Value};
use service_kit::message;

use super::dates;
use super::problems::{IntoMessage, Path, Problems};

/// An object and its path.
#[derive(Clone, Copy)]
pub(crate) struct Object<'a> {
    fields: &'a Map<String, Value>,
    path: Path<'a>,
}

impl<'a> Object<'a> {
    /// Returns the value as an object.
    pub(crate) fn of(value: &'a Value, path: Path<'a>, problems: &mut Problems) -> Option<Self> {
        if let Value::Object(fields) = value {
            return Some(Self { fields, path });
        }
        problems.add(path, expected("an object", value));
        None
    }

    /// Returns its path.
    pub(crate) fn path(&self) -> Path<'a> {
        self.path
    }

    /// Returns whether the field is there, null included.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    /// Returns the field, unless it is absent or null.
    pub(crate) fn optional(&self, name: &str) -> Option<&'a Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    /// Returns the field, which is required.
    pub(crate) fn required(&self, name: &str, problems: &mut Problems) -> Option<&'a Value> {
        let value = self.fields.get(name);
        if value.is_none() {
            problems.add(Path::Field(&self.path, name), "is missing");
        }
        value
    }

    /// Adds a problem with one of the fields.
    pub(crate) fn problem(&self, name: &str, message: impl IntoMessage, problems: &mut Problems) {
        problems.add(Path::Field(&self.path, name), message);
    }

    /// Reads a text of 1 to `max` characters.
    pub(crate) fn text(&self, name: &str, max: usize, problems: &mut Problems) -> String {
        let value = self.required(name, problems);
        value.map_or_else(String::new, |value| text(value, Path::Field(&self.path, name), max, problems))
    }

    /// Reads a date.
    pub(crate) fn date(&self, name: &str, problems: &mut Problems) -> DateTime<Utc> {
        let date = self.text(name, SHORT_TEXT, problems);
        dates::parse(&date).unwrap_or_else(|message| {
            // A missing or an empty one is a problem already.
            if !date.is_empty() {
                self.problem(name, message, problems);
            }
            DateTime::UNIX_EPOCH
        })
    }

    /// Reads an integer in a range.
    pub(crate) fn integer(&self, name: &str, range: (i32, i32), problems: &mut Problems) -> i32 {
        let value = self.required(name, problems);
        value.map_or(range.0, |value| integer(value, Path::Field(&self.path, name), range, problems))
    }

    /// Reads a number in a range; null is 0.
    pub(crate) fn number(&self, name: &str, range: (f64, f64), problems: &mut Problems) -> f64 {
        self.number_if_known(name, range, problems).unwrap_or(0.0)
    }

    /// Reads a required number in a range; `None` if it is null or there is a problem.
    pub(crate) fn number_if_known(&self, name: &str, range: (f64, f64), problems: &mut Problems) -> Option<f64> {
        let value = self.required(name, problems).filter(|value| !value.is_null())?;
        match value.as_f64() {
            Some(number) if (range.0..=range.1).contains(&number) => return Some(number),
            Some(number) => {
                self.problem(name, format!("must be from {} to {}, is {number}", range.0, range.1), problems);
            }
            None => self.problem(name, expected("a number", value), problems),
        }
        None
    }

    /// Reads a flag; absent or null is `otherwise`.
    pub(crate) fn flag(&self, name: &str, otherwise: bool, problems: &mut Problems) -> bool {
        match self.optional(name) {
            None => otherwise,
            Some(Value::Bool(flag)) => *flag,
            Some(value) => {
                self.problem(name, expected("true or false", value), problems);
                otherwise
            }
        }
    }

    /// Reads a required list of at most `max` items; each item is read with its path.
    pub(crate) fn list<T>(
        &self,
        name: &str,
        max: usize,
        problems: &mut Problems,
        mut read: impl FnMut(&'a Value, Path<'_>, &mut Problems) -> Option<T>,
    ) -> Vec<T> {
        let value = self.required(name, problems);
        value.map_or_else(Vec::new, |value| list(value, Path::Field(&self.path, name), max, problems, &mut read))
    }

    /// Returns the members of a field that is an object, or `None` if it is absent or null.
    pub(crate) fn members(&self, name: &str, problems: &mut Problems) -> Option<&'a Map<String, Value>> {
        match self.optional(name)? {
            Value::Object(members) => Some(members),
            value => {
                self.problem(name, expected("an object", value), problems);
                None
            }
        }
    }
}

/// Reads a text of 1 to `max` characters.
pub(crate) fn text(value: &Value, path: Path<'_>, max: usize, problems: &mut Problems) -> String {
    let Value::String(text) = value else {
        problems.add(path, expected("a string", value));
        return String::new();
    };
    let length = text.chars().count();
    if !names::is_visible(text) {
        problems.add(path, "must not be empty");
    } else if length > max {
        problems.add(path, message!("text-too-long", "may have at most {max} characters, has {length}", max, length));
    } else if text.contains('\0') {
        problems.add(path, "may not contain the character U+0000");
    }
    // Blanks stay as the file has them; what the file calls by one name is found by it.
    if names::has_control(text) { names::clean(text) } else { names::normalized(text).into_owned() }
}

/// Reads an integer in a range.
pub(crate) fn integer(value: &Value, path: Path<'_>, (low, high): (i32, i32), problems: &mut Problems) -> i32 {
    let Some(number) = value.as_i64() else {
        problems.add(path, expected("an integer", value));
        return low;
    };
    match i32::try_from(number) {
        Ok(number) if (low..=high).contains(&number) => number,
        _ => {
            problems.add(path, format!("must be from {low} to {high}, is {number}"));
            low
        }
    }
}

/// Reads a list of at most `max` items.
pub(crate) fn list<'a, T>(
    value: &'a Value,
    path: Path<'_>,
    max: usize,
    problems: &mut Problems,
    read: &mut impl FnMut(&'a Value, Path<'_>, &mut Problems) -> Option<T>,
) -> Vec<T> {
    let Value::Array(items) = value else {
        problems.add(path, expected("a list", value));
        return Vec::new();
    };
    if items.len() > max {
        problems.add(path, format!("may have at most {max} items, has {}", items.len()));
        return Vec::new();
    }
    let items = items.iter().enumerate();
    items.filter_map(|(index, item)| read(item, Path::Item(&path, index), problems)).collect()
}

/// Returns the message for a value of another type.
fn expected(what: &str, value: &Value) -> String {
    let found = match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("the string {:?}", text.chars().take(40).collect::<String>()),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    format!("must be {what}, is {found}")
}
