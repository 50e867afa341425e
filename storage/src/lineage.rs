//! Checks whether views were made from this log. The log may have been replaced by another one or by an older copy.

use crate::checkpoint::Checkpoint;
use crate::{LogReader, StoreError};

/// The relation between views and a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lineage {
    /// The views were made from this log.
    Same,
    /// The views were made from a log with another id.
    AnotherLog,
    /// The views were made from a log with this id but show events that it does not have: the log was set back.
    SetBack,
}

/// Compares views with a log by the log's id and by the hash of the newest event in the views. Views of versions that
/// kept neither are accepted if they are not ahead of the log.
pub async fn lineage(events: &dyn LogReader, views: &Checkpoint) -> Result<Lineage, StoreError> {
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
