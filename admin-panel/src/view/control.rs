//! The controls of forms. What is wrong with one is said at it, and bound to it for who cannot see it.

use write_api::FieldErrors;

/// A control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Control {
    /// One line of text.
    Text(Text),
    /// One of a few.
    Choice(Choice),
    /// A box to tick.
    Tick(Tick),
    /// What the person does not see: name and value.
    Hidden(&'static str, String),
}

/// One line of text. Its name is also its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) hint: &'static str,
    /// The type of the input: `text`, `password`, `email`, `date`.
    pub(crate) kind: &'static str,
    pub(crate) autocomplete: &'static str,
    pub(crate) required: bool,
    /// Shown to be seen, and by programs that keep passwords.
    pub(crate) fixed: bool,
    pub(crate) value: String,
    pub(crate) fault: String,
}

/// One of a few.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) name: &'static str,
    pub(crate) legend: &'static str,
    pub(crate) options: Vec<Alternative>,
    pub(crate) fault: String,
}

/// What can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Alternative {
    pub(crate) value: String,
    pub(crate) label: String,
    pub(crate) hint: String,
    pub(crate) chosen: bool,
}

/// A box to tick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tick {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) hint: &'static str,
    pub(crate) ticked: bool,
}

impl Text {
    /// A line of text that may be empty.
    pub(crate) fn new(name: &'static str, label: &'static str, value: impl Into<String>) -> Self {
        Self {
            name,
            label,
            hint: "",
            kind: "text",
            autocomplete: "off",
            required: false,
            fixed: false,
            value: value.into(),
            fault: String::new(),
        }
    }

    /// A password: never shown again once it was typed.
    pub(crate) fn password(name: &'static str, label: &'static str, autocomplete: &'static str) -> Self {
        Self { kind: "password", autocomplete, required: true, ..Self::new(name, label, "") }
    }

    /// With what is wrong with it, if it is.
    pub(crate) fn checked(self, errors: &FieldErrors) -> Self {
        Self { fault: fault_of(errors, self.name), ..self }
    }

    /// The ids of what describes it.
    pub(crate) fn described_by(&self) -> String {
        let parts = [("hint", self.hint.is_empty()), ("fault", self.fault.is_empty())];
        let ids = parts.into_iter().filter(|(_, empty)| !empty).map(|(part, _)| format!("{}-{part}", self.name));
        ids.collect::<Vec<_>>().join(" ")
    }
}

/// All that is wrong with a field, in one text.
pub(crate) fn fault_of(errors: &FieldErrors, field: &str) -> String {
    errors.iter().find(|(name, _)| *name == field).map_or_else(String::new, |(_, messages)| messages.join(" "))
}

impl Control {
    /// What is wrong with it, and where: the id that a link in the summary leads to, and the label.
    pub(crate) fn fault(&self) -> Option<(String, &'static str, &str)> {
        match self {
            Self::Text(text) if !text.fault.is_empty() => Some((text.name.to_owned(), text.label, &text.fault)),
            Self::Choice(choice) if !choice.fault.is_empty() => {
                let first = choice.options.first().map_or("", |option| &option.value);
                Some((format!("{}-{first}", choice.name), choice.legend, &choice.fault))
            }
            _ => None,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Text(Text { name, .. }) | Self::Choice(Choice { name, .. }) | Self::Tick(Tick { name, .. }) => name,
            Self::Hidden(name, _) => name,
        }
    }
}

/// What is wrong with no control of the form: fields that it does not show.
pub(crate) fn faults_elsewhere(errors: &FieldErrors, controls: &[Control]) -> Vec<String> {
    let elsewhere = errors.iter().filter(|(field, _)| controls.iter().all(|control| control.name() != *field));
    elsewhere.flat_map(|(_, messages)| messages.to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_at_the_control_or_above_all() {
        let mut errors = FieldErrors::default();
        errors.add("name", "May not be empty.");
        errors.add("name", "Is odd.");
        errors.add("organization", "Is closed.");
        let name = Text { hint: "What is it for?", ..Text::new("name", "Name", "") }.checked(&errors);
        assert_eq!(name.described_by(), "name-hint name-fault");
        let controls = [Control::Text(name), Control::Hidden("next", "/admin/".into())];
        assert_eq!(controls[0].fault(), Some(("name".into(), "Name", "May not be empty. Is odd.")));
        assert_eq!(controls[1].fault(), None);
        assert_eq!(faults_elsewhere(&errors, &controls), ["Is closed."]);
        assert_eq!(Text::new("name", "Name", "").described_by(), "");
    }
}
