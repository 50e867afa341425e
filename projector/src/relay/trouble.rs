//! Why publishing stopped.

use storage::StoreError;

/// Why publishing stopped.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    /// The stream does not end where expected: another relay published, or the stream was lost.
    #[error("the stream does not end where expected")]
    Overtaken,
    /// No other relay published, and the stream still refuses the next message.
    #[error("the stream refuses the message after its last one")]
    Refused,
    /// The connection is lost.
    #[error("the connection to NATS is lost")]
    Lost,
    /// Another installation uses the same prefix.
    #[error(
        "the stream was emptied, and again holds events of another log: does another installation use this prefix?"
    )]
    Contested,
    /// NATS refused or did not answer.
    #[error("{doing}: {what}")]
    Nats {
        /// The action that failed.
        doing: &'static str,
        /// The error.
        what: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Trouble {
    /// Returns the failure of an action of NATS.
    pub(super) fn nats(doing: &'static str, error: impl std::fmt::Display) -> Self {
        Self::Nats { doing, what: error.to_string() }
    }
}
