//! The controls of forms. An error is shown at its control and linked to it for screen readers.

use chrono::{DateTime, Utc};
use write_api::FieldErrors;

use crate::texts::{Texts, said};

/// Why a form was refused.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Faults {
    pub(crate) fields: FieldErrors,
    /// The faults of the whole form.
    pub(crate) lines: Vec<String>,
    /// When the form may be sent again, if that was done too often.
    pub(crate) until: Option<DateTime<Utc>>,
    /// Whether no form of this connection is taken.
    pub(crate) is_forbidden: bool,
}

impl Faults {
    /// Creates the fault of one field, in the language of the page.
    pub(crate) fn at(field: &'static str, text: String) -> Self {
        let mut fields = FieldErrors::default();
        fields.add(field, said(text));
        fields.into()
    }

    pub(crate) fn of(&self, texts: &Texts, field: &str) -> String {
        let messages = self.fields.iter().find(|(name, _)| *name == field).map_or(&[][..], |(_, messages)| messages);
        messages.iter().map(|message| texts.message(message)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the faults of fields that have no control in the form, and those of the whole form. `password` is the control
    /// for the current password.
    pub(crate) fn elsewhere(&self, texts: &Texts, controls: &[Control], password: Option<&TextField>) -> Vec<String> {
        let names = || controls.iter().map(Control::name).chain(password.map(|password| password.name));
        let is_elsewhere = |field: &str| names().all(|name| name != field);
        let of_fields = self.fields.iter().filter(|(field, _)| is_elsewhere(field));
        let of_fields = of_fields.flat_map(|(_, messages)| messages).map(|message| texts.message(message));
        of_fields.chain(self.lines.iter().cloned()).collect()
    }
}

impl From<FieldErrors> for Faults {
    fn from(fields: FieldErrors) -> Self {
        Self { fields, ..Self::default() }
    }
}

impl From<Vec<String>> for Faults {
    fn from(lines: Vec<String>) -> Self {
        Self { lines, ..Self::default() }
    }
}

impl From<String> for Faults {
    fn from(line: String) -> Self {
        vec![line].into()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Control {
    Text(TextField),
    RadioGroup(RadioGroup),
    Checkbox(Checkbox),
    /// A hidden field: name and value.
    Hidden(&'static str, String),
}

/// One line of text. Its name is also its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextField {
    pub(crate) name: &'static str,
    pub(crate) label: String,
    pub(crate) hint: String,
    /// The type of the input: `text`, `password`, `email`, `date`.
    pub(crate) kind: &'static str,
    pub(crate) autocomplete: &'static str,
    pub(crate) required: bool,
    /// Read-only; shown for people and for password managers.
    pub(crate) fixed: bool,
    pub(crate) value: String,
    pub(crate) fault: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RadioGroup {
    pub(crate) name: &'static str,
    pub(crate) legend: String,
    pub(crate) options: Vec<RadioOption>,
    /// What the options differ in: each row says which of them have it. May be empty.
    pub(crate) rights: Vec<(String, Vec<bool>)>,
    pub(crate) fault: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RadioOption {
    pub(crate) value: String,
    pub(crate) label: String,
    /// Describes the option; may be empty.
    pub(crate) hint: String,
    pub(crate) checked: bool,
}

/// A value to choose from a list, or by a button.
pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) label: String,
    pub(crate) chosen: bool,
}

impl Choice {
    pub(crate) fn new(value: impl Into<String>, label: String, chosen: bool) -> Self {
        Self { value: value.into(), label, chosen }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Checkbox {
    pub(crate) name: &'static str,
    pub(crate) label: String,
    pub(crate) hint: String,
    pub(crate) checked: bool,
}

impl TextField {
    /// Creates an optional line of text.
    pub(crate) fn new(name: &'static str, label: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            name,
            label: label.into(),
            hint: String::new(),
            kind: "text",
            autocomplete: "off",
            required: false,
            fixed: false,
            value: value.into(),
            fault: String::new(),
        }
    }

    /// Creates a password field. Its value is never shown again.
    pub(crate) fn password(name: &'static str, label: impl Into<String>, autocomplete: &'static str) -> Self {
        Self { kind: "password", autocomplete, required: true, ..Self::new(name, label, "") }
    }

    pub(crate) fn required(self) -> Self {
        Self { required: true, ..self }
    }

    pub(crate) fn hint(self, hint: String) -> Self {
        Self { hint, ..self }
    }

    pub(crate) fn checked(self, texts: &Texts, faults: &Faults) -> Self {
        Self { fault: faults.of(texts, self.name), ..self }
    }

    /// Returns the ids of its descriptions.
    pub(crate) fn described_by(&self) -> String {
        let parts = [("hint", self.hint.is_empty()), ("fault", self.fault.is_empty())];
        let ids = parts.into_iter().filter(|(_, empty)| !empty).map(|(part, _)| format!("{}-{part}", self.name));
        ids.collect::<Vec<_>>().join(" ")
    }
}

impl From<TextField> for Control {
    fn from(text: TextField) -> Self {
        Self::Text(text)
    }
}

impl Control {
    pub(crate) fn checked(self, texts: &Texts, faults: &Faults) -> Self {
        match self {
            Self::Text(text) => Self::Text(text.checked(texts, faults)),
            Self::RadioGroup(group) => Self::RadioGroup(RadioGroup { fault: faults.of(texts, group.name), ..group }),
            other => other,
        }
    }

    /// Returns the error for the summary: the id of the control, its label and the message.
    pub(crate) fn fault(&self) -> Option<(String, &str, &str)> {
        match self {
            Self::Text(text) if !text.fault.is_empty() => Some((text.name.to_owned(), &text.label, &text.fault)),
            Self::RadioGroup(choice) if !choice.fault.is_empty() => {
                let first = choice.options.first().map_or("", |option| &option.value);
                Some((format!("{}-{first}", choice.name), &choice.legend, &choice.fault))
            }
            _ => None,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Text(TextField { name, .. })
            | Self::RadioGroup(RadioGroup { name, .. })
            | Self::Checkbox(Checkbox { name, .. }) => name,
            Self::Hidden(name, _) => name,
        }
    }
}
