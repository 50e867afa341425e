//! Sees to it that views, tokens and messages belong to the log: before anything is served, and while the process runs.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use projector::give_up_foreign_views;
use proto_events::{EventHash, Position};
use service_kit::lifecycle::Stop;
use storage::{EventStore, Lineage, StoreError, ViewStore, lineage};

use crate::parts::{Part, Parts};

/// How often the log is looked at.
const EVERY: Duration = Duration::from_secs(1);

/// Compares log and views before anything runs. A log that was set back gets another id from its writer, and views that
/// were not made from it are given up by their projector.
///
/// # Errors
/// When a database fails.
pub(super) async fn settle(events: &dyn EventStore, views: &dyn ViewStore, parts: &Parts) -> Result<(), StoreError> {
    if parts.has(Part::WriteApi) && is_set_back(events, views).await? {
        let log_id = events.renew_log_id().await?;
        tracing::error!(
            log_id,
            "the log lacks events that the views show, because it was set back: it has another id now"
        );
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

/// Ends the process with an error when the log no longer has what it had: what is in memory then is of another history.
/// Started again, it begins with [`settle`].
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
            Err(error) => tracing::debug!(%error, "the log could not be looked at"),
        }
    }
}

/// Whether the log still has the newest event that was known, all that this process appended, and what the views show.
/// Notes the newest event of now.
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
