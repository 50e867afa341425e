//! Checks that views, tokens and messages belong to the log, at the start and while the process runs.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use projector::give_up_foreign_views;
use proto_events::{EventHash, Position};
use service_kit::lifecycle::Stop;
use storage::{EventStore, Lineage, StoreError, ViewStore, lineage};

use crate::parts::{Part, Parts};

/// Interval between two checks of the log.
const EVERY: Duration = Duration::from_secs(1);

/// Compares the log and the views before anything runs. If the log was set back, for example to an older copy, its
/// writer gives it a new id. The projector discards views that were made from another log.
///
/// # Errors
/// When a database fails.
pub(super) async fn settle(events: &dyn EventStore, views: &dyn ViewStore, parts: &Parts) -> Result<(), StoreError> {
    if parts.has(Part::WriteApi) && is_set_back(events, views).await? {
        let log_id = events.renew_log_id().await?;
        tracing::error!(log_id, "the log was set back and lacks events that the views show: it has a new id now");
    }
    if parts.has(Part::Projector) {
        give_up_foreign_views(events, views).await?;
    }
    Ok(())
}

async fn is_set_back(events: &dyn EventStore, views: &dyn ViewStore) -> Result<bool, StoreError> {
    let checkpoint = match views.active().await? {
        Some(active) => Some(active),
        None => views.given_up().await?,
    };
    let Some(checkpoint) = checkpoint else { return Ok(false) };
    Ok(lineage(events, &checkpoint).await? == Lineage::SetBack)
}

/// Ends the process with an error when the log loses events that it had, since the process then holds another history
/// in memory. The next start calls [`settle`].
///
/// # Errors
/// When the log was set back or replaced.
pub(super) async fn watch(events: Arc<dyn EventStore>, views: Arc<dyn ViewStore>, stop: Stop) -> anyhow::Result<()> {
    let mut known = (Position::START, EventHash::START);
    loop {
        tokio::select! {
            () = stop.soft() => return Ok(()),
            () = tokio::time::sleep(EVERY) => {}
        }
        match has_all(&*events, &*views, &mut known).await {
            Ok(true) => {}
            Ok(false) => {
                bail!("the log lacks events that it had: it was set back or replaced; start this process again")
            }
            // Other parts report a log that does not answer.
            Err(error) => tracing::debug!(%error, "the log could not be read"),
        }
    }
}

/// Whether the log still has the newest known event, everything that this process appended, and everything that the
/// views show. Updates `known` to the newest event.
async fn has_all(
    events: &dyn EventStore,
    views: &dyn ViewStore,
    known: &mut (Position, EventHash),
) -> Result<bool, StoreError> {
    let appended = *events.appended().borrow();
    let head = events.head().await?;
    if head < appended || events.hash_at(known.0).await? != Some(known.1) || is_set_back(events, views).await? {
        return Ok(false);
    }
    if let Some(hash) = events.hash_at(head).await? {
        *known = (head, hash);
    }
    Ok(true)
}
