//! What is wrong with the fields of a command's input, by field: what a form shows beside each of them.

use std::collections::BTreeMap;

/// Messages by field, both in a stable order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldErrors(BTreeMap<&'static str, Vec<String>>);

impl FieldErrors {
    /// Adds a message.
    pub fn add(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.entry(field).or_default().push(message.into());
    }

    /// Fields with their messages.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &[String])> {
        self.0.iter().map(|(field, messages)| (*field, messages.as_slice()))
    }

    /// Whether something was found wrong with a field.
    pub fn names(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    /// Fine if nothing was added.
    ///
    /// # Errors
    /// Itself, if something was.
    pub fn check(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }

    /// A text of at most `max` characters.
    pub fn text(&mut self, field: &'static str, value: &str, max: usize) {
        let length = value.chars().count();
        if length > max {
            self.add(field, format!("May have at most {max} characters; this has {length}."));
        }
        if value.contains('\0') {
            self.add(field, "May not contain the character U+0000.");
        }
    }

    /// A text of 1 to `max` characters, not all of them blank.
    pub fn required_text(&mut self, field: &'static str, value: &str, max: usize) {
        if value.trim().is_empty() {
            self.add(field, "May not be empty.");
        }
        self.text(field, value, max);
    }
}

impl std::fmt::Display for FieldErrors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, (field, messages)) in self.iter().enumerate() {
            let separator = if place == 0 { "" } else { "; " };
            write!(f, "{separator}{field}: {}", messages.join(" "))?;
        }
        Ok(())
    }
}

impl std::error::Error for FieldErrors {}

/// How deep JSON may be nested; the parser's limit.
const JSON_DEPTH: usize = 127;

/// What is wrong with JSON, and where: "expected `,` or `}` at line 3 column 7".
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
    fn lengths_are_counted_in_characters() {
        let mut errors = FieldErrors::default();
        errors.required_text("name", "éé", 2);
        assert_eq!(errors.clone().check(), Ok(()));
        errors.required_text("name", " ", 2);
        errors.text("url", "abc\0", 3);
        let shown = errors.check().unwrap_err().to_string();
        assert_eq!(
            shown,
            "name: May not be empty.; url: May have at most 3 characters; this has 4. \
             May not contain the character U+0000."
        );
    }
}
