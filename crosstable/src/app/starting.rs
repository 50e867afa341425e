//! Until the views were up to date once, nothing is answered from them: on a folder without views a key would not be
//! known, and a list that was handed in not found.
//!
//! Where there are complete views from before, they are served while the projector catches up or renders anew.

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
    /// Whether there were complete views before anything ran, or nothing that could stand in them.
    over_from_the_start: bool,
    complete: watch::Receiver<bool>,
}

impl Starting {
    /// Looks at what there is before anything runs. `complete` tells of what comes after.
    pub(super) async fn look(
        events: Option<&dyn EventStore>,
        views: &dyn ViewStore,
        complete: watch::Receiver<bool>,
    ) -> Result<Self, StoreError> {
        let has_views = views.active().await?.is_some_and(|active| active.is_complete());
        let is_empty = match events {
            Some(events) => events.head().await? == Position::START,
            None => false,
        };
        let over_from_the_start = has_views || is_empty;
        Ok(Self { over_from_the_start, complete })
    }

    /// Whether the views are complete.
    pub(super) fn is_over(&self) -> bool {
        self.over_from_the_start || *self.complete.borrow()
    }

    /// Waits until they are. Says whether they came to be.
    pub(super) async fn ends(&self) -> bool {
        self.is_over() || self.complete.clone().wait_for(|complete| *complete).await.is_ok()
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
