//! The common kinds of pages: a form, a value that is shown once, a message.

use askama::Template;
use write_api::FieldErrors;

use crate::parts::control::{Control, faults_elsewhere};
use crate::parts::frame::Frame;

/// A link, without the base path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) path: String,
    pub(crate) label: String,
}

impl Link {
    /// Creates a link.
    pub(crate) fn new(path: impl Into<String>, label: impl Into<String>) -> Self {
        Self { path: path.into(), label: label.into() }
    }
}

/// A form, or without controls a question.
#[derive(Template)]
#[template(path = "parts/form.html")]
pub(crate) struct FormPage {
    pub(crate) frame: Frame,
    pub(crate) title: String,
    /// Paragraphs before the form.
    pub(crate) lead: Vec<String>,
    /// Consequences, one per line.
    pub(crate) points: Vec<String>,
    /// The address that receives the form, without the base path.
    pub(crate) action: String,
    pub(crate) controls: Vec<Control>,
    /// Errors of the whole form.
    pub(crate) faults: Vec<String>,
    pub(crate) submit: String,
    /// The heading of the errors.
    pub(crate) refused: String,
    /// Whether the action stops something from working.
    pub(crate) danger: bool,
    pub(crate) cancel: Option<Link>,
    /// Other actions, below the form.
    pub(crate) links: Vec<Link>,
    /// A line below the form; may be empty.
    pub(crate) note: String,
}

impl FormPage {
    /// Creates a form without controls.
    pub(crate) fn new(
        frame: Frame,
        title: impl Into<String>,
        action: impl Into<String>,
        submit: impl Into<String>,
    ) -> Self {
        let refused = frame.texts.say("form-refused");
        Self {
            frame,
            title: title.into(),
            lead: Vec::new(),
            points: Vec::new(),
            action: action.into(),
            controls: Vec::new(),
            faults: Vec::new(),
            submit: submit.into(),
            refused,
            danger: false,
            cancel: None,
            links: Vec::new(),
            note: String::new(),
        }
    }

    /// Adds controls, and the errors of fields that have no control.
    pub(crate) fn with_controls(mut self, controls: Vec<Control>, errors: &FieldErrors) -> Self {
        self.faults.extend(faults_elsewhere(self.frame.texts, errors, &controls));
        self.controls = controls;
        self
    }

    /// Adds an error of the whole form.
    pub(crate) fn with_fault(mut self, fault: impl Into<String>) -> Self {
        self.faults.push(fault.into());
        self
    }

    /// Whether there is any error.
    fn is_refused(&self) -> bool {
        !self.faults.is_empty()
            || self.controls.iter().any(|control| control.fault().is_some())
            || !self.frame.password_fault().is_empty()
    }
}

/// A page with a value that is shown only once.
#[derive(Template)]
#[template(path = "parts/secret.html")]
pub(crate) struct SecretPage {
    pub(crate) frame: Frame,
    pub(crate) title: String,
    pub(crate) lead: Vec<String>,
    pub(crate) label: String,
    pub(crate) value: String,
    pub(crate) points: Vec<String>,
    pub(crate) next: Link,
}

/// A page with a message.
#[derive(Template)]
#[template(path = "parts/message.html")]
pub(crate) struct MessagePage {
    pub(crate) frame: Frame,
    pub(crate) title: String,
    pub(crate) lead: Vec<String>,
    pub(crate) links: Vec<Link>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::control::{Checkbox, RadioGroup, RadioOption, TextField, fault_of};
    use crate::texts::{Language, Texts};
    use service_kit::message;

    #[test]
    fn a_form_says_at_each_control_what_it_is_and_what_is_wrong() {
        let (texts, mut errors) = (Texts::of(Language::English), FieldErrors::default());
        errors.add("name", message!("test", "May not be empty."));
        errors.add("role", message!("test", "Choose one of these."));
        errors.add("elsewhere", message!("test", "Is full."));
        let option = |value: &str, checked| RadioOption {
            value: value.into(),
            label: format!("The {value}"),
            hint: format!("May <be> {value}."),
            points: vec![format!("{value} of <a>")],
            checked,
        };
        let name =
            TextField { required: true, hint: "What is it for?".into(), ..TextField::new("name", "Name", "\"><b>") };
        let role = RadioGroup {
            name: "role",
            legend: "Role".into(),
            options: vec![option("king", false), option("queen", true)],
            fault: fault_of(texts, &errors, "role"),
        };
        let tick = Checkbox { name: "tick", label: "Read-only".into(), hint: String::new(), checked: true };
        let controls = vec![
            Control::Text(name.checked(texts, &errors)),
            Control::Text(TextField::password("password", "Password", "new-password")),
            Control::RadioGroup(role),
            Control::Checkbox(tick),
            Control::Hidden("form_id", "abc".into()),
        ];
        let frame = Frame {
            base: "/crosstable".into(),
            who: None,
            form_token: "token".into(),
            password: None,
            notice: String::new(),
            texts,
            other_language: None,
        };
        let mut page = FormPage::new(frame, "Make <it>", "/admin/it/", "Make it").with_controls(controls, &errors);
        page.lead.push("First read this.".into());
        page.points.push("It stops.".into());
        page.cancel = Some(Link::new("/admin/", "Cancel"));
        let page = page.render().unwrap();
        let (_, page) = page.split_once("<main").unwrap();
        insta::assert_snapshot!(page);
    }
}
