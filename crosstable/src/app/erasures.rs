//! Completes erasures of people: what an interrupted process or a restore left undone, and the rewriting of files, so that
//! they do not hold deleted bytes any more.

use std::sync::Arc;
use std::time::Duration;

use api_kit::Progress;
use api_kit::progress::Wanted;
use chrono::{DateTime, TimeDelta, Utc};
use proto_events::Position;
use service_kit::lifecycle::Stop;
use service_kit::{BoxError, chain};
use storage::{EventStore, Rewriting, StoreError, ViewStore};
use write_api::WriteApi;

/// Interval between two looks for new erasures, which other processes write too.
const EVERY: Duration = Duration::from_secs(1);
/// Time after which a failure is tried again.
const AGAIN: Duration = Duration::from_secs(30);
/// How long ago an erasure may be for the views to be rewritten at the start: the process may have ended before it did.
const RECENT: TimeDelta = TimeDelta::days(1);

/// Completes erasures until the soft stop, in a process that writes the log.
pub(super) async fn complete(api: WriteApi, events: Arc<dyn EventStore>, stop: Stop) -> Result<(), BoxError> {
    // Creates the list, and adds what another process could not.
    let mut done = api.complete_erasures(&[]).await.map_err(BoxError::from);
    loop {
        let wait = match done {
            Ok(()) => EVERY,
            Err(error) => {
                tracing::warn!(error = chain(&*error), "an erasure is not complete yet; it is tried again");
                AGAIN
            }
        };
        tokio::select! {
            () = stop.soft() => return Ok(()),
            () = tokio::time::sleep(wait) => {}
        }
        done = complete_now(&api, &*events).await;
    }
}

/// Completes the erasures that are not finished.
///
/// # Errors
/// If the log or the list of erasures fails.
pub(crate) async fn complete_now(api: &WriteApi, events: &dyn EventStore) -> Result<(), BoxError> {
    let users = events.unfinished_erasures().await?;
    if users.is_empty() {
        return Ok(());
    }
    api.complete_erasures(&users).await?;
    events.rewrite().await?;
    events.finish_erasures(&users).await?;
    tracing::info!(people = users.len(), "the log does not hold the data of erased people any more");
    Ok(())
}

/// Rewrites the views after erasures, in a process that renders them.
pub(super) struct ViewsRewriting {
    pub(super) events: Arc<dyn EventStore>,
    pub(super) views: Arc<dyn ViewStore>,
    pub(super) progress: Progress,
}

impl ViewsRewriting {
    /// Rewrites the views until the soft stop. `now` is the time of the start.
    pub(super) async fn watch(self, now: DateTime<Utc>, stop: Stop) -> Result<(), BoxError> {
        let mut seen = None;
        loop {
            let wait = match self.look(&mut seen, now).await {
                Ok(()) => EVERY,
                Err(error) => {
                    tracing::warn!(error = chain(&error), "the views are not rewritten yet after an erasure");
                    AGAIN
                }
            };
            tokio::select! {
                () = stop.soft() => return Ok(()),
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// Rewrites the views if people were erased since the last look. `seen` is the number of erasures at that look.
    async fn look(&self, seen: &mut Option<i64>, now: DateTime<Utc>) -> Result<(), StoreError> {
        let count = self.events.erasure_count().await?;
        let is_new = match *seen {
            Some(seen) => count != seen,
            None => self.events.erasures().await?.iter().any(|erasure| now - erasure.erased_at < RECENT),
        };
        if is_new {
            let head = self.events.head().await?;
            if !self.progress.reaches(head, Wanted::All, AGAIN).await {
                return Err(StoreError::Incomplete);
            }
            if self.views.rewrite(Rewriting::IfSmall).await? {
                tracing::info!("the views do not hold the data of erased people any more");
            } else {
                tracing::warn!(
                    "the views are large: deleted bytes stay in their files until `crosstable erasures clean` rewrites them"
                );
            }
        }
        *seen = Some(count);
        Ok(())
    }
}

/// Returns whether all documents of the views show the log up to a position.
///
/// # Errors
/// If the views cannot be read.
pub(crate) async fn settled(views: &dyn ViewStore, position: Position) -> Result<bool, StoreError> {
    Ok(views.active().await?.is_none_or(|active| active.reached().settled >= position))
}
