//! The HTTP interface of the write side: the addresses of all areas, their router and their schemas.

mod addresses;
mod router;
mod schemas;

use std::sync::Arc;

use api_kit::consistency::LogTag;
use api_kit::description::Route;
use api_kit::{ConsistencyTokens, Gate, Progress};
use axum::Router;
use storage::ViewReader;

use crate::WriteApi;
use crate::http::shared::Shared;

pub use crate::http::shared::WriteHttpSettings;

/// The HTTP interface of the write side.
#[derive(Clone)]
pub struct WriteHttp {
    shared: Arc<Shared>,
}

impl WriteHttp {
    /// Creates the interface. It admits callers through the gate, and answers once the views include the write. The
    /// views also tell in which organizations a person is a member.
    pub fn new(
        commands: WriteApi,
        gate: Gate,
        tokens: ConsistencyTokens,
        progress: Progress,
        views: Arc<dyn ViewReader>,
        settings: WriteHttpSettings,
    ) -> Self {
        let log = LogTag::of(&commands.log_id());
        let shares = Arc::default();
        Self { shared: Arc::new(Shared { commands, gate, tokens, log, progress, views, settings, shares }) }
    }

    /// Returns the router of all addresses that take a write; `elsewhere` answers at all others.
    pub fn router(&self, elsewhere: Router) -> Router {
        router::build(Arc::clone(&self.shared), elsewhere)
    }
}

pub use schemas::{body_schemas, schemas};

/// Returns the route table, for the documentation.
pub fn routes() -> Vec<Route> {
    router::routes()
}

impl std::fmt::Debug for WriteHttp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WriteHttp").field("settings", &self.shared.settings).finish_non_exhaustive()
    }
}
