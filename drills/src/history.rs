//! The answers that a client got for one list, in the order of its revisions.

use chrono::{DateTime, Utc};
use proto_events::decklist::DecklistBody;

/// A requested revision.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    /// The whole list.
    pub(crate) body: DecklistBody,
    /// Whether it was acknowledged. If not, it may be stored or not.
    pub(crate) certain: bool,
    /// When it was last requested, if an earlier answer was lost.
    pub(crate) asked_again: Option<DateTime<Utc>>,
}

/// A list as its writer knows it.
#[derive(Debug, Clone)]
pub(crate) struct History {
    /// Its id; `None` if the answer to its creation was lost.
    pub(crate) id: Option<i64>,
    /// Its revisions, in order.
    pub(crate) told: Vec<Told>,
}

impl History {
    /// Number of its revisions, if none was given up.
    pub(crate) fn version(&self) -> usize {
        self.told.len()
    }

    /// Whether its writer knows its state and can continue it.
    pub(crate) fn is_certain(&self) -> bool {
        self.id.is_some() && self.told.iter().all(|told| told.certain)
    }
}
