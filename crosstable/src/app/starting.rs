//! Until the views were up to date once, nothing is answered from them: on a folder without views a key would not be
//! known, and a list that was handed in not found.
//!
//! Where there are complete views from before, they are served once they show the newest event of the start, or while the
//! projector catches up for longer than some seconds or renders anew, unless they were made from another log.

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use proto_events::Position;
use service_kit::problem::Problem;
use storage::{EventStore, StoreError, ViewStore};
use tokio::sync::watch;

/// What is waited for.
#[derive(Clone)]
pub(super) struct Starting {
    /// Whether there are views to serve.
    complete: watch::Receiver<bool>,
}

/// Whether there is something to serve before anything runs: complete views that show the newest event, as far as the log is
/// at hand, or nothing that could stand in them.
pub(super) async fn has_views(events: Option<&dyn EventStore>, views: &dyn ViewStore) -> Result<bool, StoreError> {
    if let Some(active) = views.active().await? {
        let is_current = match events {
            Some(events) => active.position() >= events.head().await?,
            None => true,
        };
        return Ok(active.is_complete() && is_current);
    }
    match events {
        Some(events) => Ok(events.head().await? == Position::START),
        None => Ok(false),
    }
}

impl Starting {
    /// Waits for views that are complete.
    pub(super) fn new(complete: watch::Receiver<bool>) -> Self {
        Self { complete }
    }

    /// Whether the views are complete.
    pub(super) fn is_over(&self) -> bool {
        *self.complete.borrow()
    }

    /// Waits until they are. Says whether they came to be.
    pub(super) async fn ends(&self) -> bool {
        self.complete.clone().wait_for(|complete| *complete).await.is_ok()
    }

    /// Puts requests off until the views are complete.
    pub(super) fn guard(&self, router: Router) -> Router {
        router.layer(from_fn_with_state(self.clone(), put_off))
    }
}

async fn put_off(State(starting): State<Starting>, request: Request, next: Next) -> Response {
    if starting.is_over() {
        return next.run(request).await;
    }
    Problem::unavailable("The service is starting: its answers are being made from the log. Please try again.", 1)
        .into_response()
}
