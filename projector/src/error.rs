//! Why the projector stops.

use proto_events::Position;
use storage::StoreError;

/// Why views could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum ProjectorError {
    /// A database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The log lacks an event: it is damaged, and views made from it would be wrong.
    #[error("the log has a gap: position {expected} is missing")]
    Gap {
        /// The position that should have come.
        expected: Position,
    },
    /// Somebody else writes the same views.
    #[error("the checkpoint stands at {actual}, not at {expected}: another projector is at work on these views")]
    AnotherProjector {
        /// Where this projector left it.
        expected: Position,
        /// Where it stands.
        actual: Position,
    },
    /// The log no longer has the events that the views show.
    #[error("the log was set back or replaced: event {position} is not the one that the views were made from")]
    LogChanged {
        /// The newest event that the views show.
        position: Position,
    },
    /// The generation of views was retired while it was written.
    #[error("this generation of views was replaced by another rebuild")]
    GenerationGone,
    /// Documents did not come in the order of their keys.
    #[error("documents come out of order: `{key}`")]
    OutOfOrder {
        /// The document that should have come earlier.
        key: String,
    },
}
