//! The HTTP side of commands: a route runs a command and answers.
//!
//! # How to add an endpoint
//!
//! 1. Write `http/endpoints/<verb_noun>.rs`: its description, and an async function from a call to a response that
//!    builds the command, runs it and answers.
//! 2. Add its route to the area's file in `table/`, with the operation of `domain::permissions` that it needs.
//! 3. Turn its refusals into problems in `problems/<area>.rs`; put schemas of bodies and answers into
//!    `documents/<area>.rs`.
//! 4. If it is for organizers, add its row to `tests/http/refused/<area>.rs`: a test fails until it has one.

pub(crate) mod answer;
mod attached;
pub(crate) mod body;
mod documents;
mod endpoints;
pub(crate) mod headers;
pub(crate) mod idempotency;
mod input;
pub(crate) mod people;
pub(crate) mod problems;
pub(crate) mod request;
pub(crate) mod route;
mod router;
pub(crate) mod schemas;
mod sent;
mod table;

use std::sync::Arc;

use api_kit::consistency::LogTag;
use api_kit::description::Route;
use api_kit::{ConsistencyTokens, Gate, Progress, Room};
use axum::Router;
use storage::ViewReader;

use crate::WriteApi;

/// Settings of answers.
#[derive(Debug, Clone)]
pub struct WriteHttpSettings {
    /// Public address of the service, without a slash at the end.
    pub public_url: String,
    /// Whether answers have vendors' field names in addition to the interface's.
    pub vendor_field_names: bool,
    /// Decklists that a person may own; `None` means no limit.
    pub own_lists: Option<u32>,
    /// Whether there is room for operations that people carry out on their own things.
    pub room: Room,
}

/// The HTTP interface of the write side.
#[derive(Clone)]
pub struct WriteHttp {
    shared: Arc<Shared>,
}

/// The shared state of all requests.
pub(crate) struct Shared {
    pub(crate) commands: WriteApi,
    pub(crate) gate: Gate,
    pub(crate) tokens: ConsistencyTokens,
    /// The log that consistency tokens refer to.
    pub(crate) log: LogTag,
    pub(crate) progress: Progress,
    pub(crate) views: Arc<dyn ViewReader>,
    pub(crate) settings: WriteHttpSettings,
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
        Self { shared: Arc::new(Shared { commands, gate, tokens, log, progress, views, settings }) }
    }

    /// Returns the router of all addresses that take a write; `elsewhere` answers at all others.
    pub fn router(&self, elsewhere: Router) -> Router {
        router::build(Arc::clone(&self.shared), elsewhere)
    }
}

pub use documents::{body_schemas, schemas};

/// Returns the route table, for the documentation.
pub fn routes() -> Vec<Route> {
    router::routes()
}

impl std::fmt::Debug for WriteHttp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WriteHttp").field("settings", &self.shared.settings).finish_non_exhaustive()
    }
}
