//! The route table, and what every write passes on its way.

use std::sync::Arc;

use api_kit::description::Route;
use axum::Router;

use super::Shared;

/// The router, with all that stands around a request.
pub(super) fn build(_shared: Arc<Shared>, elsewhere: Router) -> Router {
    Router::new().fallback_service(elsewhere)
}

/// The table, as the documentation sees it.
pub(super) fn routes() -> Vec<Route> {
    Vec::new()
}
