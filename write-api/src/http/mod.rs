//! Route → command → answer: the HTTP side of the commands that clients may give.
//!
//! # How to add an endpoint
//!
//! 1. Write `http/endpoints/<verb_noun>.rs`: its description, and an async function from a call to a response that
//!    makes the command, runs it and answers.
//! 2. Add its line to the area's table in `table/`, with the operation of `domain::permissions` that it needs.
//! 3. What it refuses becomes a problem in `problems/<area>.rs`; schemas of bodies and answers stand in `documents/<area>.rs`.
//! 4. One of organizers' gets its row in `tests/http/refused/<area>.rs`: a test fails until it has one.

mod answer;
mod attached;
mod body;
mod call;
mod documents;
mod endpoints;
mod headers;
mod idempotency;
mod people;
mod problems;
mod router;
mod sent;
mod stewards;
mod table;

use std::sync::Arc;

use api_kit::consistency::LogTag;
use api_kit::description::Route;
use api_kit::{ConsistencyTokens, Gate, Progress, Room};
use axum::Router;
use storage::ViewStore;

use crate::WriteApi;

/// How answers look.
#[derive(Debug, Clone)]
pub struct WriteHttpSettings {
    /// Address under which people reach the service, without a slash at the end.
    pub public_url: String,
    /// Whether vendors' field names stand beside the interface's.
    pub vendor_field_names: bool,
    /// Decklists that a person may own; `None` means no limit.
    pub own_lists: Option<u32>,
    /// Whether there is room for what people do with their own rights.
    pub room: Room,
}

/// The write side, as clients reach it.
#[derive(Clone)]
pub struct WriteHttp {
    shared: Arc<Shared>,
}

/// What every request needs.
pub(crate) struct Shared {
    pub(crate) commands: WriteApi,
    pub(crate) gate: Gate,
    pub(crate) tokens: ConsistencyTokens,
    /// The log that tokens are given for.
    pub(crate) log: LogTag,
    pub(crate) progress: Progress,
    pub(crate) views: Arc<dyn ViewStore>,
    pub(crate) settings: WriteHttpSettings,
}

impl WriteHttp {
    /// Lets callers in through the gate, and answers when the views have what they wrote. The views say as well in which
    /// organizations a person is a member.
    pub fn new(
        commands: WriteApi,
        gate: Gate,
        tokens: ConsistencyTokens,
        progress: Progress,
        views: Arc<dyn ViewStore>,
        settings: WriteHttpSettings,
    ) -> Self {
        let log = LogTag::of(&commands.log_id());
        Self { shared: Arc::new(Shared { commands, gate, tokens, log, progress, views, settings }) }
    }

    /// Every address that takes a write; `elsewhere` answers at all others.
    pub fn router(&self, elsewhere: Router) -> Router {
        router::build(Arc::clone(&self.shared), elsewhere)
    }
}

pub use documents::{body_schemas, schemas};

/// The route table, for the documentation.
pub fn routes() -> Vec<Route> {
    router::routes()
}

impl std::fmt::Debug for WriteHttp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WriteHttp").field("settings", &self.shared.settings).finish_non_exhaustive()
    }
}
