//! Damage to stored views.

use proto_events::StreamId;

/// A damaged part of the views.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Damage {
    /// A document or an export that was rendered from this stream.
    Rendered(StreamId),
    /// A row whose source cannot be determined.
    Unknown,
    /// The file itself, whose structure is damaged.
    File,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rendered(stream) => write!(f, "a document of {stream} is damaged"),
            Self::Unknown => f.write_str("a row of the views is damaged"),
            Self::File => f.write_str("the file of the views is damaged"),
        }
    }
}
