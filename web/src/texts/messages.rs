//! Messages of the service in the language of a page, by their codes: `texts/<language>/problems-….ftl`. English texts
//! stand where the messages are made.

use fluent_bundle::FluentValue;
use service_kit::message::Message;

use super::{Language, Texts};

impl Texts {
    /// Returns a message in this language.
    pub(crate) fn message(&self, message: &Message) -> String {
        let key = format!("problem-{}", message.code());
        if self.language() == Language::English || !self.has(&key) {
            return message.text().to_owned();
        }
        self.with_all(&key, message.arguments().iter().map(|(name, value)| (*name, FluentValue::from(value.as_str()))))
    }
}

/// Returns a text of a page's own catalogue, which is in the page's language already, as a message.
pub(crate) fn said(text: String) -> Message {
    Message::new("said", Vec::new(), text)
}
