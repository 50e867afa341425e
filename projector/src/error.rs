//! Reasons why the projector stops.

use proto_events::Position;
use storage::StoreError;

/// A reason why views could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum ProjectorError {
    /// A database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An event is missing from the log: the log is damaged, and views made from it would be wrong.
    #[error("the log has a gap: position {expected} is missing")]
    Gap {
        /// The position of the missing event.
        expected: Position,
    },
    /// Another projector writes the same views.
    #[error("the checkpoint is at {actual} instead of {expected}: another projector is at work on these views")]
    AnotherProjector {
        /// The checkpoint that this projector wrote last.
        expected: Position,
        /// The checkpoint in the store.
        actual: Position,
    },
    /// The log no longer has the events that the views were made from.
    #[error("the log was set back or replaced: event {position} is not the event that the views were made from")]
    LogChanged {
        /// The newest event that the views show.
        position: Position,
    },
    /// The generation of views was replaced while the projector wrote it.
    #[error("this generation of views was replaced by another rebuild")]
    GenerationGone,
    /// The store returned documents out of key order.
    #[error("documents are out of order: `{key}` should come earlier")]
    OutOfOrder {
        /// The document that should have come earlier.
        key: String,
    },
}
