//! Until the views hold what the log held when the service began, nothing is answered from them: on a folder without
//! views a key would not be known, and a list that was handed in not found.
//!
//! Where there are views from before, they are served while the projector catches up or renders anew.

use std::time::Duration;

use api_kit::Progress;
use api_kit::progress::Wanted;
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use proto_events::Position;
use service_kit::problem::Problem;
use storage::{EventStore, StoreError, ViewStore};

/// What is waited for.
#[derive(Clone)]
pub(super) struct Starting {
    progress: Progress,
    complete_at: Position,
}

impl Starting {
    /// Looks at what there is before anything runs.
    pub(super) async fn look(
        events: &dyn EventStore,
        views: &dyn ViewStore,
        progress: Progress,
    ) -> Result<Self, StoreError> {
        let has_views = views.active().await?.is_some_and(|active| active.position() > Position::START);
        let complete_at = if has_views { Position::START } else { events.head().await? };
        Ok(Self { progress, complete_at })
    }

    /// Whether the views are complete.
    pub(super) async fn is_over(&self) -> bool {
        self.ends_within(Duration::ZERO).await
    }

    /// Waits until they are. Says whether they came to be.
    pub(super) async fn ends(&self) -> bool {
        self.ends_within(Duration::MAX).await
    }

    async fn ends_within(&self, time: Duration) -> bool {
        self.progress.reaches(self.complete_at, Wanted::All, time).await
    }

    /// Puts requests off until the views are complete.
    pub(super) fn guard(&self, router: Router) -> Router {
        router.layer(from_fn_with_state(self.clone(), put_off))
    }
}

async fn put_off(State(starting): State<Starting>, request: Request, next: Next) -> Response {
    if starting.is_over().await {
        return next.run(request).await;
    }
    Problem::unavailable("The service is starting: its answers are being made from the log. Please try again.", 1)
        .into_response()
}
