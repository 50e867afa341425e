//! Typed reading of JSON. A value of the wrong type is a problem with its path, and reading continues, so that one pass
//! reports all problems of a file.

use chrono::{DateTime, Utc};
use domain::limits::SHORT_TEXT;
use domain::names;
use serde_json::{Map, Value};
use service_kit::message;

use super::dates;
use super::problems::{IntoMessage, Path, ProblemSink};

/// A value, its path, and where its problems go.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    pub(crate) value: &'a Value,
    pub(crate) path: Path<'a>,
    pub(crate) problems: &'a ProblemSink,
}

impl<'a> Cursor<'a> {
    pub(crate) fn problem(&self, message: impl IntoMessage) {
        self.problems.add(self.path, message);
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.value.as_str().is_some_and(|text| text.trim().is_empty())
    }

    /// Returns the object. Members that are none of the known ones are noted as unread.
    pub(crate) fn object(&self, known: &str) -> Option<Object<'a>> {
        self.know(known);
        self.dictionary()
    }

    /// Returns an object whose names are data.
    pub(crate) fn dictionary(&self) -> Option<Object<'a>> {
        let Value::Object(fields) = self.value else {
            self.problem(expected("an object", self.value));
            return None;
        };
        Some(Object { fields, path: self.path, problems: self.problems })
    }

    /// Notes the members of an object, or of the objects of a list, that are none of the known ones, as unread. Empty ones
    /// say nothing. `*` stands for objects and lists of any other name.
    pub(crate) fn know(&self, known: &str) {
        match self.value {
            Value::Array(items) => {
                for (index, value) in items.iter().enumerate() {
                    Cursor { value, path: Path::Item(&self.path, index), ..*self }.know(known);
                }
            }
            Value::Object(members) => {
                for (name, value) in members.iter().filter(|(_, value)| !is_nothing(value)) {
                    let is_open = value.is_object() || value.is_array();
                    if !known.split(' ').any(|known| known == name || (known == "*" && is_open)) {
                        self.problems.note_unread(self.path, name);
                    }
                }
            }
            _ => {}
        }
    }

    /// Reads a text of 1 to `max` characters.
    pub(crate) fn text(&self, max: usize) -> String {
        let Value::String(text) = self.value else {
            self.problem(expected("a string", self.value));
            return String::new();
        };
        checked_text(text, self.path, max, self.problems)
    }

    /// Reads an integer in a range.
    pub(crate) fn integer(&self, (low, high): (i32, i32)) -> i32 {
        let Some(number) = self.value.as_i64() else {
            self.problem(expected("an integer", self.value));
            return low;
        };
        match i32::try_from(number) {
            Ok(number) if (low..=high).contains(&number) => number,
            _ => {
                self.problem(format!("must be from {low} to {high}, is {number}"));
                low
            }
        }
    }

    /// Reads a list of at most `max` items.
    pub(crate) fn list<T>(&self, max: usize, mut read: impl FnMut(Cursor<'_>) -> Option<T>) -> Vec<T> {
        let Value::Array(items) = self.value else {
            self.problem(expected("a list", self.value));
            return Vec::new();
        };
        if items.len() > max {
            self.problem(format!("may have at most {max} items, has {}", items.len()));
            return Vec::new();
        }
        let item = |(index, value)| Cursor { value, path: Path::Item(&self.path, index), ..*self };
        items.iter().enumerate().filter_map(|it| read(item(it))).collect()
    }
}

/// An object, its path, and where its problems go.
#[derive(Clone, Copy)]
pub(crate) struct Object<'a> {
    fields: &'a Map<String, Value>,
    pub(crate) path: Path<'a>,
    pub(crate) problems: &'a ProblemSink,
}

impl<'a> Object<'a> {
    /// Returns whether the field is there, null included.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    /// Returns the value of a field, unless it is absent or null.
    pub(crate) fn value(&self, name: &str) -> Option<&'a Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    /// Returns a field, unless it is absent or null.
    pub(crate) fn optional<'s>(&'s self, name: &'s str) -> Option<Cursor<'s>> {
        self.value(name).map(|value| self.at(name, value))
    }

    /// Returns a field that is required; it may be null.
    pub(crate) fn required<'s>(&'s self, name: &'s str) -> Option<Cursor<'s>> {
        let value = self.fields.get(name);
        if value.is_none() {
            self.problem(name, "is missing");
        }
        value.map(|value| self.at(name, value))
    }

    fn at<'s>(&'s self, name: &'s str, value: &'s Value) -> Cursor<'s> {
        Cursor { value, path: Path::Field(&self.path, name), problems: self.problems }
    }

    pub(crate) fn problem(&self, name: &str, message: impl IntoMessage) {
        self.problems.add(Path::Field(&self.path, name), message);
    }

    pub(crate) fn problem_here(&self, message: impl IntoMessage) {
        self.problems.add(self.path, message);
    }

    pub(crate) fn text(&self, name: &str, max: usize) -> String {
        self.required(name).map_or_else(String::new, |field| field.text(max))
    }

    /// Reads a text of at most `max` characters; empty if it is absent, null or empty.
    pub(crate) fn text_if_given(&self, name: &str, max: usize) -> String {
        let field = self.optional(name).filter(|field| field.value.as_str() != Some(""));
        field.map_or_else(String::new, |field| field.text(max))
    }

    pub(crate) fn date(&self, name: &str) -> DateTime<Utc> {
        let date = self.text(name, SHORT_TEXT);
        dates::parse(&date).unwrap_or_else(|message| {
            // A missing or an empty one is a problem already.
            if !date.is_empty() {
                self.problem(name, message);
            }
            DateTime::UNIX_EPOCH
        })
    }

    pub(crate) fn integer(&self, name: &str, range: (i32, i32)) -> i32 {
        self.required(name).map_or(range.0, |field| field.integer(range))
    }

    /// Reads an integer in a range, unless it is absent or null.
    pub(crate) fn integer_if_given(&self, name: &str, range: (i32, i32)) -> Option<i32> {
        self.optional(name).map(|field| field.integer(range))
    }

    /// Reads a required number in a range; `None` if it is null or there is a problem.
    pub(crate) fn number(&self, name: &str, range: (f64, f64)) -> Option<f64> {
        let field = self.required(name).filter(|field| !field.value.is_null())?;
        match field.value.as_f64() {
            Some(number) if (range.0..=range.1).contains(&number) => return Some(number),
            Some(number) => field.problem(format!("must be from {} to {}, is {number}", range.0, range.1)),
            None => field.problem(expected("a number", field.value)),
        }
        None
    }

    /// Reads a percentage, unless it is absent or null. One with a problem is 0.
    pub(crate) fn rate_if_given(&self, name: &str) -> Option<f64> {
        self.value(name).map(|_| self.number(name, (-1.0, 1.0)).unwrap_or(0.0))
    }

    /// Reads a flag; absent or null is `otherwise`.
    pub(crate) fn flag(&self, name: &str, otherwise: bool) -> bool {
        match self.value(name) {
            None => otherwise,
            Some(Value::Bool(flag)) => *flag,
            Some(value) => {
                self.problem(name, expected("true or false", value));
                otherwise
            }
        }
    }

    /// Reads a required list of at most `max` items; each item is read with its path.
    pub(crate) fn list<T>(&self, name: &str, max: usize, read: impl FnMut(Cursor<'_>) -> Option<T>) -> Vec<T> {
        self.required(name).map_or_else(Vec::new, |field| field.list(max, read))
    }

    /// Returns a field that is an object, unless it is absent or null.
    pub(crate) fn members<'s>(&'s self, name: &'s str, known: &str) -> Option<Object<'s>> {
        self.optional(name)?.object(known)
    }

    /// Returns the fields of an object whose names are data.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&'a String, Cursor<'_>)> {
        self.fields.iter().map(move |(name, value)| {
            let path = Path::Any(&self.path, name);
            (name, Cursor { value, path, problems: self.problems })
        })
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Checks a text of 1 to `max` characters.
pub(crate) fn checked_text(text: &str, path: Path<'_>, max: usize, problems: &ProblemSink) -> String {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn unread(value: &Value, read: fn(Cursor<'_>) -> Option<()>) -> Option<String> {
        let problems = ProblemSink::default();
        read(Cursor { value, path: Path::Root, problems: &problems }).unwrap();
        problems.unread("members")
    }

    #[test]
    fn members_that_are_not_known_are_named_once_per_kind() {
        let file = json!([{
            "name": {"any": 1}, "version": 2, "extra": 1, "__typename": "File", "empty": "", "none": null, "list": [],
            "rounds": [[{"a": 1, "c": 2}], [{"b": 1, "c": 3, "d": {"e": 1}}]],
            "cards": {"Main": {"count": 1, "id": 2}, "Side": {"count": 1, "id": 3}, "text": "x"},
        }]);
        let read = |file: Cursor<'_>| {
            file.list(1, |item| {
                let file = item.object("name version rounds cards")?;
                file.optional("rounds")?.know("a b");
                let cards = file.members("cards", "*")?;
                let sections = cards.fields().filter(|(_, section)| section.value.is_object());
                sections.map(|(_, section)| section.object("count").map(|_| ())).collect()
            })
            .pop()
        };
        let expected = "the members cards.*.id, cards.text, extra, rounds[][].c, rounds[][].d";
        assert_eq!(unread(&file, read).unwrap(), expected);
    }

    #[test]
    fn many_members_are_counted_and_none_is_no_message() {
        let many: Map<String, Value> = (0..120).map(|number| (format!("m{number:03}"), json!(1))).collect();
        let read = |file: Cursor<'_>| file.object("name").map(|_| ());
        let told = unread(&Value::Object(many), read).unwrap();
        assert!(told.starts_with("the members m000, m001,") && told.ends_with("m099 and 20 more"), "{told}");
        assert_eq!(unread(&json!({"name": "x"}), read), None);
    }
}
