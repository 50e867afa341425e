//! The read side: serves rendered documents of the view store through a cache, and pages and pictures that the crate
//! `web` draws from them (`drawing`). It computes only what a view cannot contain.
//!
//! # How to add an endpoint
//!
//! Declare it in the file of its resource, and name it in `ENDPOINTS` there. In `resources`, `events.rs` has the
//! documents of an event, `judging.rs` penalties and calls, `rounds.rs` rounds with their matches and standings,
//! `own.rs` a person's own things, `event_pages.rs` public pages, `stores.rs` those of stores and the sitemap,
//! `convention_pages.rs` those of conventions. `resources/mod.rs` names a new file twice: `mod`, and its `ENDPOINTS`.
//! The test is in `read-api/tests/api`, with `judging.rs` as the model. An `endpoint::Endpoint` has:
//!
//! * its path, and its description. The OpenAPI document follows. No path of the interface has an organization: the
//!   credential names it (`caller.organization()`).
//! * `handler`: the operation of `domain::permissions` that it requires, and what it answers with:
//!
//!   | `stored::Stored` | Answer |
//!   |---|---|
//!   | `OfEvent` | the document of an event that the operation's roles may read; every event has one |
//!   | `ListOfEvent` | the same, for a list whose view puts no document while it is empty |
//!   | `ForPlayers` | the document of an event or a round that the event's players may read too |
//!   | `ListOfOrganization` | a list of the organization |
//!   | `Selection` | all documents of a kind, or those that parameters select |
//!
//!   All of them, `ListOfEvent` too, may have a kind that is `for Groups`: readers get the version of their group.
//!   After an upgrade that adds a kind, its documents are missing until the views are rendered anew: meanwhile
//!   `OfEvent` and `ForPlayers` answer 404, and lists answer `[]`.
//!
//!   If the answer is none of these, `Handler::Known` takes an async function from `call::Call` and caller to a
//!   response: `penalties` in `judging.rs` puts the documents of all events together. `KnownOrOpen` and `Open` are for
//!   readers without a credential.
//!
//!   | Operation | Readers |
//!   |---|---|
//!   | `ReadEvents` | keys of every role |
//!   | `ReadOneEvent` | keys, tokens and sessions of every role; with `ForPlayers` also players of the event |
//!   | `ReadRegistrations`, `ReadJudging` | keys of every role but `READ_ONLY` (`STAFF`) |
//!   | `ReadEventSettings`, `ReadEventAudit` | the same |
//!   | `ReadOwnRegistrations` | people about themselves, with tokens and sessions |
//!
//!   `domain/src/permissions.rs` has all operations, and says how to add one.
//! * `source_views`: all kinds that it may read; with `ListOfEvent` also `Overview`, with `ForPlayers` also
//!   `OwnRegistration`, and `RoundEvent` for a round.
//! * `cached`: `None` is always right. `Some(Cached::document(kind))` lets the shortcut answer from memory, for
//!   documents that many clients poll. The answer without a query must be that one document, with the id in the path
//!   as its key.
//! * `answer`: `Answer::document` or `Answer::documents` with the kind, if the type is in the view's file; `Answer::of`
//!   or `Answer::array_of` with the type, if it is in `domain::documents`.
//!
//! An address below an event is also in `of_event` of `lab/e2e/src/crawl.rs`. A new parameter of the query has a row in
//! `lab/e2e/src/foreign_ids.rs` if it is an id, otherwise a line in `lab/e2e/tests/access/tenancy/id_values.rs`
//! (`Requests`).
//!
//! Errors are `service_kit::problem::Problem`s. This crate logs only answers that are aborted half-way.

mod answer;
mod audience;
mod cache;
mod call;
mod consistency;
mod cross_origin;
mod drawing;
mod endpoint;
mod joined_event;
mod listing;
mod live;
mod own_events;
mod query;
mod resources;
mod response_headers;
mod router;
mod selection;
mod sending;
mod settings;
mod shared;
mod shortcut;
mod stored;
mod tiebreakers;

use std::sync::Arc;
use std::time::Duration;

use api_kit::answer_limit::AnswerLimit;
use api_kit::description::Route;
use api_kit::noticed_cache::NoticedCache;
use api_kit::{ConsistencyTokens, Gate, KnownPeople, Progress};
use axum::Router;
use service_kit::clock::Clock;
use service_kit::server;
use storage::{NoticeBoard, PublicAddress, ViewReader};

use cache::DocumentCache;
use drawing::Drawings;
use endpoint::Endpoint;
use live::EventStreams;
use shared::Shared;
use shortcut::Shortcut;

pub use resources::dumps;
pub use resources::export_changes::Cursor as ExportCursor;
pub use settings::ReadApiSettings;

/// Share of the cache for pictures and pages: one of this many parts.
const PART_FOR_DRAWINGS: u64 = 4;
/// Maximum number of digests of lists that are kept.
const LIST_TAGS: u64 = 10_000;

/// The read side.
#[derive(Clone)]
pub struct ReadApi {
    shared: Arc<Shared>,
}

impl ReadApi {
    /// Creates a read side over these views. Its caches listen to the notice board.
    pub fn new(
        settings: ReadApiSettings,
        views: Arc<dyn ViewReader>,
        board: &NoticeBoard,
        clock: Arc<dyn Clock>,
        gate: Gate,
        tokens: ConsistencyTokens,
        progress: Progress,
    ) -> Self {
        let drawings = Drawings::new(settings.cache_bytes / PART_FOR_DRAWINGS);
        let cache_bytes = settings.cache_bytes - settings.cache_bytes / PART_FOR_DRAWINGS;
        let address = PublicAddress::new(&settings.public_url);
        let cache = Arc::new(DocumentCache::new(cache_bytes, Arc::clone(&views), address.clone(), board));
        let limits = settings.limits;
        let lists = AnswerLimit::new("lists", limits.max_lists, limits.max_lists_per_caller);
        let exports = AnswerLimit::new("exports", limits.max_exports, limits.max_exports_per_caller);
        let people = KnownPeople::new(Arc::clone(&views));
        let heartbeat = Duration::from_secs(limits.stream_heartbeat_seconds);
        let live = EventStreams::new(Arc::clone(gate.streams()), heartbeat, board);
        let shared = Shared {
            settings,
            address,
            views,
            cache,
            people,
            drawings,
            clock,
            gate,
            tokens,
            progress,
            lists,
            exports,
            list_tags: NoticedCache::new(LIST_TAGS, |_, _| 1),
            live,
        };
        Self { shared: Arc::new(shared) }
    }

    /// Records the size of the cache and the number of streams, which are not recorded on every change.
    pub fn sample(&self) {
        let ((documents, bytes), (drawings, drawn)) = (self.shared.cache.size(), self.shared.drawings.size());
        metrics::gauge!("crosstable_cache_entries").set((documents + drawings) as f64);
        metrics::gauge!("crosstable_streams").set(self.shared.live.count() as f64);
        metrics::gauge!("crosstable_cache_bytes").set((bytes + drawn) as f64);
    }

    /// Ends all streams of changes, which end by nothing else, and refuses further ones. For a stop of the process.
    pub fn end_streams(&self) {
        self.shared.live.end();
    }

    /// Returns a handler to call before the router. It answers requests for documents in memory, as the router would.
    pub fn shortcut(&self) -> server::Shortcut {
        let shortcut = Shortcut::new(Arc::clone(&self.shared));
        Arc::new(move |asked| shortcut.answer(asked))
    }

    /// Returns the router with all routes of the read side and their middleware.
    pub fn router(&self) -> Router {
        router::build(Arc::clone(&self.shared))
    }
}

/// Returns the route table, for the documentation.
pub fn routes() -> Vec<Route> {
    resources::endpoints().map(Endpoint::route).collect()
}
