//! Refuses requests until the views have been up to date once. Without views, a valid key would be unknown and a
//! submitted list would not be found.
//!
//! Complete views from an earlier run are served once they show the newest event of the start. They are also served
//! while the projector renders them again or needs more than a few seconds to catch up, unless they were made from
//! another log.

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use proto_events::Position;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{EventStore, StoreError, ViewStore};
use tokio::sync::watch;

/// The state of the start.
#[derive(Clone)]
pub(super) struct Starting {
    /// Whether there are views to serve.
    complete: watch::Receiver<bool>,
}

/// Whether requests can be answered before anything runs: the views are complete and show the newest event of the log,
/// or there are no views and the log is empty. Without access to the log, complete views are enough.
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
    /// Creates the state from the projector's or follower's signal.
    pub(super) fn new(complete: watch::Receiver<bool>) -> Self {
        Self { complete }
    }

    /// Whether the views are complete.
    pub(super) fn is_over(&self) -> bool {
        *self.complete.borrow()
    }

    /// Waits until the views are complete. Returns false if that can no longer happen.
    pub(super) async fn ends(&self) -> bool {
        self.complete.clone().wait_for(|complete| *complete).await.is_ok()
    }

    /// Answers requests with 503 until the views are complete.
    pub(super) fn guard(&self, router: Router) -> Router {
        router.layer(from_fn_with_state(self.clone(), refuse_while_starting))
    }
}

async fn refuse_while_starting(State(starting): State<Starting>, request: Request, next: Next) -> Response {
    if starting.is_over() {
        return next.run(request).await;
    }
    Problem::unavailable(
        message!("starting", "The service is starting: its answers are being made from the log. Please try again."),
        1,
    )
    .into_response()
}
