//! Refusals: why a rule forbids a command. A decision says its refusal in place, with the sentence, the kind of refusal
//! and what programs need in order to react.

use std::fmt::Display;

use api_kit::path::nothing;
use domain::machines::{IllegalStep, Machine};
use serde_json::Value;
use service_kit::message;
use service_kit::message::Message;

use super::fields::FieldErrors;

/// Why a command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct Refusal(Box<Parts>);

/// The parts of a refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parts {
    /// The kind, which decides the status.
    pub(crate) kind: Kind,
    /// The sentence.
    pub(crate) message: Message,
    /// Further members of the problem, for programs.
    pub(crate) members: Vec<(&'static str, Value)>,
    /// The faults that the sentence sums up, one sentence each.
    pub(crate) problems: Vec<Message>,
}

/// The kind of a refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// There is no such thing, or the caller may not know of it: 404.
    NotFound,
    /// The caller may not do this: 403.
    Forbidden,
    /// The present state does not allow it: 409.
    Conflict,
    /// The result would be too large: 413.
    TooLarge,
    /// Fields are invalid: 400.
    Invalid(FieldErrors),
}

impl Refusal {
    fn new(kind: Kind, message: Message) -> Self {
        Self(Box::new(Parts { kind, message, members: Vec::new(), problems: Vec::new() }))
    }

    /// The present state does not allow the command.
    pub fn conflict(message: Message) -> Self {
        Self::new(Kind::Conflict, message)
    }

    /// The caller may not do this.
    pub(crate) fn forbidden(message: Message) -> Self {
        Self::new(Kind::Forbidden, message)
    }

    /// The result would be too large.
    pub(crate) fn too_large(message: Message) -> Self {
        Self::new(Kind::TooLarge, message)
    }

    /// There is no `what`, by the name that clients know for it, with this id.
    pub(crate) fn unknown(what: &'static str, id: impl Display) -> Self {
        Self::new(Kind::NotFound, nothing(what, &id.to_string()).message().clone())
    }

    /// A field is invalid.
    pub(crate) fn at_field(field: &'static str, message: Message) -> Self {
        let mut errors = FieldErrors::default();
        errors.add(field, message.clone());
        Self::new(Kind::Invalid(errors), message)
    }

    /// Adds a member to the problem.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.members.push((name, value.into()));
        self
    }

    /// Adds the steps that the machine allows from this state, as `legal`.
    #[must_use]
    pub(crate) fn with_steps<S: Copy + PartialEq + Display + 'static>(self, machine: &Machine<S>, from: S) -> Self {
        self.with("legal", machine.after(from).iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    /// Adds the faults that the sentence sums up, one sentence each.
    #[must_use]
    pub(crate) fn with_problems(mut self, problems: Vec<Message>) -> Self {
        self.0.problems = problems;
        self
    }

    /// Returns the refusal as a sentence.
    pub fn message(&self) -> &Message {
        &self.0.message
    }

    /// Returns the code of the sentence, such as `round-open`.
    pub fn code(&self) -> &'static str {
        self.0.message.code()
    }

    /// Returns the invalid fields, if that is the reason.
    pub fn fields(&self) -> Option<&FieldErrors> {
        if let Kind::Invalid(errors) = &self.0.kind { Some(errors) } else { None }
    }

    /// Returns whether there is no such thing, or the caller may not know of it.
    pub fn is_not_found(&self) -> bool {
        self.0.kind == Kind::NotFound
    }

    pub(crate) fn into_parts(self) -> Parts {
        *self.0
    }
}

impl From<FieldErrors> for Refusal {
    fn from(errors: FieldErrors) -> Self {
        let message = errors.message();
        Self::new(Kind::Invalid(errors), message)
    }
}

impl From<IllegalStep> for Refusal {
    /// Names the legal steps, also as `legal`.
    fn from(IllegalStep { machine, from, to, legal }: IllegalStep) -> Self {
        let message = match legal[..] {
            [] => message!(
                "illegal-step-at-the-end",
                "A {machine} that is {from} cannot become {to}; it can become nothing else.",
                machine,
                from,
                to
            ),
            _ => message!(
                "illegal-step",
                "A {machine} that is {from} cannot become {to}; it can become {legal}.",
                machine,
                from,
                to,
                legal = legal.join(", ")
            ),
        };
        Self::conflict(message).with("legal", legal)
    }
}
