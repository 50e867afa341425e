//! Sentences for people: an English text with a stable code and its arguments, so that pages can say it in other
//! languages.

use std::fmt;
use std::ops::Deref;

use serde::{Serialize, Serializer};

/// A sentence for people. Make it with [`message!`](crate::message!).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Message {
    code: &'static str,
    arguments: Vec<(&'static str, String)>,
    text: String,
}

impl Message {
    /// Creates a message from its code, its arguments by name and its English text.
    pub fn new(code: &'static str, arguments: Vec<(&'static str, String)>, text: impl Into<String>) -> Self {
        Self { code, arguments, text: text.into() }
    }

    /// Returns the code: words in lower case with hyphens. It never changes.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the arguments by name, as the text has them.
    pub fn arguments(&self) -> &[(&'static str, String)] {
        &self.arguments
    }

    /// Returns the English text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Deref for Message {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// In JSON, a message is its English text.
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

/// Makes a [`Message`] from its code, its English text and the arguments that the text names:
/// `message!("round-is-full", "Round {number} of {event} is full.", number, event = event.name)`.
#[macro_export]
macro_rules! message {
    (@value $name:ident) => {
        $name
    };
    (@value $name:ident = $value:expr) => {
        $value
    };
    ($code:literal, $text:expr $(,)?) => {
        $crate::message::Message::new($code, ::std::vec::Vec::new(), $text)
    };
    ($code:literal, $text:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        $(let $name = ::std::string::ToString::to_string(&$crate::message!(@value $name $(= $value)?));)+
        let text = ::std::format!($text);
        $crate::message::Message::new($code, ::std::vec![$((::std::stringify!($name), $name)),+], text)
    }};
}
