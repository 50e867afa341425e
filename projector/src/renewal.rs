//! Renders views anew in the background, while the projector keeps the served ones up to date: after a start with other
//! settings or another version.
//!
//! The new generation is filled by a task of its own, which rests for a part of the time, so that readers, writers and
//! the served views keep the processors. When it has caught up, it becomes the active generation, and the projector
//! follows it from then on.

use std::sync::Arc;
use std::time::Duration;

use storage::{LogReader, StoreError, ViewStore};
use tokio_util::task::AbortOnDropHandle;

use crate::error::ProjectorError;
use crate::pace::Pace;
use crate::rebuild::rebuild_outdated;
use crate::settings::ViewSettings;

/// Wait before another attempt, after a database failure.
const BEFORE_ANOTHER: Duration = Duration::from_secs(5);

/// The task that renders the views anew, if there is one.
#[derive(Default)]
pub(crate) struct Renewal {
    task: Option<AbortOnDropHandle<Result<(), ProjectorError>>>,
}

impl Renewal {
    /// Begins to render the views with these settings, unless this has begun.
    pub(crate) fn begin(
        &mut self,
        events: &Arc<dyn LogReader>,
        views: &Arc<dyn ViewStore>,
        settings: &ViewSettings,
        pace: Pace,
    ) {
        if self.task.is_none() {
            tracing::info!(
                "the views were rendered with other settings or by another version: rendering them anew, while the \
                 current ones are served and kept up to date"
            );
            let (events, views, settings) = (Arc::clone(events), Arc::clone(views), settings.clone());
            self.task = Some(AbortOnDropHandle::new(tokio::spawn(renew(events, views, settings, pace))));
        }
    }

    /// Returns whether views are being rendered anew.
    pub(crate) fn is_running(&self) -> bool {
        self.task.is_some()
    }

    /// Waits until the new views are active. Waits forever if none are being rendered. Cancelling the wait does not
    /// cancel the task.
    ///
    /// # Errors
    /// If they cannot be rendered, for a reason other than a database failure.
    pub(crate) async fn ended(&mut self) -> Result<(), ProjectorError> {
        let Some(task) = &mut self.task else { return std::future::pending().await };
        let ended = task.await;
        self.task = None;
        ended.unwrap_or_else(|error| Err(StoreError::Uncertain(error.to_string()).into()))
    }

    /// Cancels the task, and waits until it has ended.
    pub(crate) async fn cancel(&mut self) {
        if let Some(task) = self.task.take() {
            task.abort();
            // Fails because the task was cancelled.
            let _ = task.await;
        }
    }
}

/// Renders the views until they are active. After a database failure it waits and tries again.
async fn renew(
    events: Arc<dyn LogReader>,
    views: Arc<dyn ViewStore>,
    settings: ViewSettings,
    pace: Pace,
) -> Result<(), ProjectorError> {
    loop {
        match rebuild_outdated(Arc::clone(&events), Arc::clone(&views), &settings, pace).await {
            Err(ProjectorError::Store(error)) if !matches!(error, StoreError::Closed) => {
                tracing::warn!(%error, "the views could not be rendered anew; trying again");
            }
            // Another process has deleted the generation: its views may be the outdated ones.
            Err(ProjectorError::GenerationGone) => {}
            ended => return ended,
        }
        tokio::time::sleep(BEFORE_ANOTHER).await;
    }
}
