//! Views that were made from another log, or from events that the log has lost, are given up before anything else happens:
//! a reader must not be shown what the log does not have.

use storage::{EventStore, Lineage, StoreError, ViewStore, lineage};

/// Gives up views that were not made from this log as it is. Says what was found.
///
/// # Errors
/// When a database fails.
pub async fn give_up_foreign_views(events: &dyn EventStore, views: &dyn ViewStore) -> Result<Lineage, StoreError> {
    let Some(active) = views.active().await? else { return Ok(Lineage::Same) };
    let found = lineage(events, &active).await?;
    let (position, generation) = (active.position().0, active.generation);
    match found {
        Lineage::Same => return Ok(found),
        Lineage::AnotherLog => tracing::error!(
            position,
            views_log_id = active.log_id,
            log_id = events.log_id(),
            "the views were made from another log: they are given up, and rendered anew from this one"
        ),
        Lineage::SetBack => tracing::error!(
            position,
            "the views show events that the log does not have: they are given up, and rendered anew"
        ),
    }
    metrics::counter!("crosstable_views_given_up_total").increment(1);
    views.give_up(generation).await?;
    Ok(found)
}

/// Refuses to go on with a log that was set back and still has the id under which it told another history: what knows it by
/// that id, such as messages and tokens, would be taken for its own.
pub(crate) async fn expect_new_id(events: &dyn EventStore, views: &dyn ViewStore) -> Result<(), StoreError> {
    let Some(given_up) = views.given_up().await? else { return Ok(()) };
    if lineage(events, &given_up).await? == Lineage::SetBack {
        let why = "the log was set back, and is followed again once its writer has started and given it another id";
        return Err(StoreError::Unsupported(why.into()));
    }
    Ok(())
}
