//! Errors in the fields of a command's input, by field, as forms show them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use domain::names;
use service_kit::message;
use service_kit::message::Message;

/// Number of messages that are kept. A body may have thousands of errors; people read the first ones.
const MESSAGES: usize = 100;

/// Messages by field path, such as `rules.tiebreakers[2]`, in a stable order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldErrors {
    messages: BTreeMap<Cow<'static, str>, Vec<Message>>,
    kept: usize,
    omitted: usize,
}

impl FieldErrors {
    /// Adds a message.
    pub fn add(&mut self, field: impl Into<Cow<'static, str>>, message: impl Into<Message>) {
        if self.kept == MESSAGES {
            self.omitted += 1;
            return;
        }
        self.kept += 1;
        self.messages.entry(field.into()).or_default().push(message.into());
    }

    /// Adds the messages of an object inside the field with this path.
    pub fn add_inner(&mut self, path: &str, inner: &Self) {
        for (field, messages) in inner.iter() {
            messages.iter().for_each(|message| self.add(format!("{path}.{field}"), message.clone()));
        }
        self.omitted += inner.omitted;
    }

    /// Returns the fields with their messages.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[Message])> {
        self.messages.iter().map(|(field, messages)| (field.as_ref(), messages.as_slice()))
    }

    /// Returns all of them as one message.
    pub fn message(&self) -> Message {
        message!("invalid", "{errors}", errors = self)
    }

    /// Returns the number of messages that can still be kept.
    pub(crate) fn room(&self) -> usize {
        MESSAGES - self.kept
    }

    /// Counts messages that were not built at all.
    pub(crate) fn omit(&mut self, messages: usize) {
        self.omitted += messages;
    }

    /// Returns whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Returns the number of messages that were not kept.
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Returns whether a field, or a part of it, has an error.
    pub fn names(&self, field: &str) -> bool {
        let is_part = |rest: &str| rest.is_empty() || rest.starts_with(['.', '[']);
        self.messages.keys().any(|path| path.strip_prefix(field).is_some_and(is_part))
    }

    /// Returns `Ok` if there are no errors.
    ///
    /// # Errors
    /// Itself, if there are.
    pub fn check(self) -> Result<(), Self> {
        if self.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Checks that a text has at most `max` characters.
    pub fn text(&mut self, field: &'static str, value: &str, max: usize) {
        let length = value.chars().count();
        if length > max {
            self.add(field, message!("too-long", "May have at most {max} characters; this has {length}.", max, length));
        }
        if value.contains('\0') {
            self.add(field, message!("contains-null", "May not contain the character U+0000."));
        }
    }

    /// Checks that a text of one line has at most `max` characters.
    pub fn line(&mut self, field: &'static str, value: &str, max: usize) {
        self.text(field, value, max);
        if names::has_control(value) && !value.contains('\0') {
            let said = message!("contains-control", "May not contain line ends or other control characters.");
            self.add(field, said);
        }
    }

    /// Checks that a text of one line has 1 to `max` characters, and that something of it can be seen.
    pub fn required_line(&mut self, field: &'static str, value: &str, max: usize) {
        match names::is_visible(value) {
            true => self.line(field, value, max),
            false => self.add(field, empty()),
        }
    }

    /// Checks that a text is empty, or an address of the web with at most `max` characters, since pages link to it.
    pub fn web_address(&mut self, field: &'static str, value: &str, max: usize) {
        self.text(field, value, max);
        let rest = value.strip_prefix("https://").or_else(|| value.strip_prefix("http://"));
        let is_web = rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace));
        if !value.is_empty() && !is_web {
            let said = message!("not-a-web-address", "Must be an address that begins with https:// or http://.");
            self.add(field, said);
        }
    }
}

impl std::fmt::Display for FieldErrors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, (field, messages)) in self.iter().enumerate() {
            let separator = if place == 0 { "" } else { "; " };
            let messages: Vec<_> = messages.iter().map(Message::text).collect();
            write!(f, "{separator}{field}: {}", messages.join(" "))?;
        }
        Ok(())
    }
}

impl std::error::Error for FieldErrors {}

/// Returns the fault of a text that was left empty.
pub fn empty() -> Message {
    message!("empty", "May not be empty.")
}

/// Returns the fault of a required field that was not given.
pub(crate) fn required() -> Message {
    message!("required", "This field is required.")
}

/// Returns the fault of a value that is none of these.
pub(crate) fn not_one_of(names: &[impl AsRef<str>]) -> Message {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    message!("not-one-of", "Must be one of {names}.", names = names.join(", "))
}

/// Returns the fault of a number outside these limits.
pub(crate) fn whole_number(least: i32, most: i32) -> Message {
    message!("number-out-of-range", "Must be a whole number from {least} to {most}.", least, most)
}

/// Returns the fault of a text whose length is outside these limits.
pub(crate) fn length_out_of_range(least: usize, most: usize, length: usize) -> Message {
    message!("length-out-of-range", "Must have {least} to {most} characters; this has {length}.", least, most, length)
}

/// Returns the fault of a list that is too long.
pub(crate) fn too_many_items(most: usize) -> Message {
    message!("too-many-items", "May have at most {most} items.", most)
}

/// Returns the fault of a time that has passed.
pub(crate) fn not_in_the_future() -> Message {
    message!("not-in-the-future", "Must be in the future.")
}

/// The parser's limit for nested JSON.
const JSON_DEPTH: usize = 127;

/// Describes an error in JSON and its place: "expected `,` or `}` at line 3 column 7".
pub(crate) fn json_fault(error: &serde_json::Error) -> String {
    let fault = error.to_string();
    match fault.strip_prefix("recursion limit exceeded") {
        Some(place) => format!("it is nested more than {JSON_DEPTH} deep{place}"),
        None => fault,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_field_belongs_to_it_and_messages_are_limited() {
        let mut errors = FieldErrors::default();
        errors.add("rules.floor", message!("test", "Is odd."));
        errors.add(format!("tags[{}]", 7), message!("test", "Is odd."));
        assert!(errors.names("rules") && errors.names("rules.floor") && errors.names("tags"));
        assert!(!errors.names("rule") && !errors.names("floor"));
        (0..1000).for_each(|number| errors.add(format!("field_{number}"), message!("test", "Is odd.")));
        assert_eq!((errors.iter().count(), errors.omitted()), (MESSAGES, 1002 - MESSAGES));
    }

    #[test]
    fn lengths_are_counted_in_characters() {
        let mut errors = FieldErrors::default();
        errors.required_line("name", "éé", 2);
        assert_eq!(errors.clone().check(), Ok(()));
        errors.required_line("name", " ", 2);
        errors.text("url", "abc\0", 3);
        errors.line("tag", "a\r\nb", 9);
        let shown = errors.check().unwrap_err().to_string();
        assert_eq!(
            shown,
            "name: May not be empty.; tag: May not contain line ends or other control characters.; url: May have at \
             most 3 characters; this has 4. May not contain the character U+0000."
        );
    }
}
