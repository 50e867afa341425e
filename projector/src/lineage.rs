//! Discards views that were made from another log, or from events that the log has lost. This is done first, so that
//! readers never see events that the log does not have.

use storage::{Lineage, LogReader, StoreError, ViewStore, lineage};

/// Discards views that were not made from this log. Returns their relation to the log.
pub async fn give_up_foreign_views(events: &dyn LogReader, views: &dyn ViewStore) -> Result<Lineage, StoreError> {
    let Some(active) = views.active().await? else { return Ok(Lineage::Same) };
    let found = lineage(events, &active).await?;
    let (position, generation) = (active.position().0, active.generation);
    match found {
        Lineage::Same => return Ok(found),
        Lineage::AnotherLog => tracing::error!(
            position,
            views_log_id = active.log_id,
            log_id = events.log_id(),
            "the views were made from another log: they are discarded and rendered again from this log"
        ),
        Lineage::SetBack => tracing::error!(
            position,
            "the views show events that the log does not have: they are discarded and rendered again"
        ),
    }
    metrics::counter!("crosstable_views_given_up_total").increment(1);
    views.give_up(generation).await?;
    Ok(found)
}

/// Fails for a log that was set back and still has its old id: messages and tokens of its lost history carry that id
/// and would be accepted.
pub(crate) async fn expect_new_id(events: &dyn LogReader, views: &dyn ViewStore) -> Result<(), StoreError> {
    let Some(given_up) = views.given_up().await? else { return Ok(()) };
    if lineage(events, &given_up).await? == Lineage::SetBack {
        let why = "the log was set back: start its writer, which gives the log a new id; then the projector continues";
        return Err(StoreError::Unsupported(why.into()));
    }
    Ok(())
}
