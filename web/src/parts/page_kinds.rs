//! The common kinds of pages: a form, a value that is shown once, a message, a picture.

use askama::Template;
use proto_events::Picture;

use crate::parts::control::Control;
use crate::parts::frame::Frame;
use crate::parts::qr::QrCode;

/// A link, without the base path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) path: String,
    pub(crate) label: String,
}

impl Link {
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
    controls: Vec<Control>,
    pub(crate) submit: String,
    /// The heading of the errors.
    pub(crate) refused: String,
    /// Whether the action stops something from working.
    pub(crate) danger: bool,
    pub(crate) cancel: Option<Link>,
    pub(crate) links: Vec<Link>,
    /// A line below the form; may be empty.
    pub(crate) note: String,
    /// A code to scan, before the controls.
    pub(crate) code: Option<QrCode>,
}

impl FormPage {
    /// Creates a form without controls. `submit` is the key of the label of its button.
    pub(crate) fn new(frame: Frame, title: String, action: impl Into<String>, submit: &str) -> Self {
        let (texts, action) = (frame.texts, action.into());
        let (submit, refused) = (texts.say(submit), texts.say("form-refused"));
        let (lead, points, controls, links) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (danger, cancel, note, code) = (false, None, String::new(), None);
        Self { frame, title, lead, points, action, controls, submit, refused, danger, cancel, links, note, code }
    }

    /// Adds a paragraph before the form.
    pub(crate) fn lead(mut self, text: String) -> Self {
        self.lead.push(text);
        self
    }

    /// Adds consequences, one per line.
    pub(crate) fn points(mut self, points: impl IntoIterator<Item = String>) -> Self {
        self.points.extend(points);
        self
    }

    /// Says that the action stops something from working.
    pub(crate) fn danger(self) -> Self {
        Self { danger: true, ..self }
    }

    /// Adds the link that leaves the form, with the key of its label.
    pub(crate) fn cancel(self, path: impl Into<String>, label: &str) -> Self {
        Self { cancel: Some(Link::new(path, self.frame.texts.say(label))), ..self }
    }

    /// Adds another action, with the key of its label.
    pub(crate) fn link(mut self, path: impl Into<String>, label: &str) -> Self {
        self.links.push(Link::new(path, self.frame.texts.say(label)));
        self
    }

    /// Adds a control with the faults of its field.
    pub(crate) fn control(mut self, control: impl Into<Control>) -> Self {
        self.controls.push(control.into().checked(self.frame.texts, &self.frame.faults));
        self
    }

    /// Adds controls with the faults of their fields.
    pub(crate) fn controls<C: Into<Control>>(self, controls: impl IntoIterator<Item = C>) -> Self {
        controls.into_iter().fold(self, Self::control)
    }

    /// Adds the id by which the form is carried out once.
    pub(crate) fn once(self) -> Self {
        let id = self.frame.form_id.clone();
        self.control(Control::Hidden("form_id", id))
    }

    /// Returns the faults that no control shows.
    fn faults(&self) -> Vec<String> {
        self.frame.faults.elsewhere(self.frame.texts, &self.controls, self.frame.password.as_ref())
    }

    fn is_refused(&self) -> bool {
        !self.faults().is_empty()
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

#[derive(Template)]
#[template(path = "parts/message.html")]
pub(crate) struct MessagePage {
    pub(crate) frame: Frame,
    pub(crate) title: String,
    pub(crate) lead: Vec<String>,
    pub(crate) links: Vec<Link>,
}

/// The name of the button that removes a picture.
pub(crate) const REMOVE: &str = "remove";

/// Shows a picture, takes a file, and removes it.
#[derive(Template)]
#[template(path = "parts/picture.html")]
pub(crate) struct PicturePage<'a> {
    pub(crate) frame: Frame,
    pub(crate) title: String,
    /// The address that receives the form, without the base path.
    pub(crate) action: String,
    pub(crate) picture: Option<&'a Picture>,
    /// Which files are taken, and how they are shown.
    pub(crate) hint: String,
    pub(crate) back: Link,
}

impl PicturePage<'_> {
    fn faults(&self) -> Vec<String> {
        self.frame.faults.elsewhere(self.frame.texts, &[], None)
    }
}

#[cfg(test)]
mod tests {
    use domain::time_zone::Zone;

    use super::*;
    use crate::parts::control::{Checkbox, RadioGroup, RadioOption, TextField};
    use crate::texts::{Language, Texts};
    use service_kit::message;
    use write_api::FieldErrors;

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
            checked,
        };
        let name =
            TextField { required: true, hint: "What is it for?".into(), ..TextField::new("name", "Name", "\"><b>") };
        let role = RadioGroup {
            name: "role",
            legend: "Role".into(),
            options: vec![option("king", false), option("queen", true)],
            rights: vec![("rule <it>".into(), vec![true, false])],
            fault: String::new(),
        };
        let tick = Checkbox { name: "tick", label: "Read-only".into(), hint: String::new(), checked: true };
        let controls = vec![
            Control::Text(name),
            Control::Text(TextField::password("password", "Password", "new-password")),
            Control::RadioGroup(role),
            Control::Checkbox(tick),
        ];
        let frame = Frame {
            base: "/crosstable".into(),
            who: None,
            form_token: "token".into(),
            form_id: "abc".into(),
            password: None,
            notice: String::new(),
            faults: errors.into(),
            texts,
            zone: Zone::UTC,
            languages: Vec::new(),
        };
        let mut page = FormPage::new(frame, "Make <it>".into(), "/admin/it/", "form-refused").controls(controls);
        page = page.once().lead("First read this.".into()).points(["It stops.".into()]);
        page.submit = "Make it".into();
        page.cancel = Some(Link::new("/admin/", "Cancel"));
        let page = page.render().unwrap();
        let (_, page) = page.split_once("<main").unwrap();
        insta::assert_snapshot!(page.replace(crate::public::files::version(), "VERSION"));
    }
}
