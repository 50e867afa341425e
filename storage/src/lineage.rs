//! Whether views were made from this log: an older copy of the log, or another one, may be stored under them.

use crate::checkpoint::Checkpoint;
use crate::{EventStore, StoreError};

/// How views and a log belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lineage {
    /// The views were made from this log.
    Same,
    /// The views were made from a log with another id.
    AnotherLog,
    /// The views were made from a log with this id, and show events that it does not have: it was set back.
    SetBack,
}

/// Compares views with a log, by the id that they were made with and the hash of the newest event that they show. Views of
/// versions that kept neither are believed if they are not ahead of the log.
///
/// # Errors
/// When the log cannot be read.
pub async fn lineage(events: &dyn EventStore, views: &Checkpoint) -> Result<Lineage, StoreError> {
    if !views.log_id.is_empty() && views.log_id != events.log_id() {
        return Ok(Lineage::AnotherLog);
    }
    for place in &views.shards {
        let found = events.hash_at(place.reached.applied).await?;
        if found.is_none() || place.hash.is_some_and(|hash| Some(hash) != found) {
            return Ok(Lineage::SetBack);
        }
    }
    Ok(Lineage::Same)
}
