//! The read side: serves rendered documents of the view store through a cache, and pages and pictures that the crate
//! `web` draws from them (`drawing`). It computes only what a view cannot contain.
//!
//! # How to add an endpoint
//!
//! 1. Write `endpoints/<name>.rs`: its `DESCRIPTION`, the kinds of views that it `DRAWS_ON`, and an async function from
//!    `call::Call` and caller to a response. Most functions have one line, because the answer is a stored document.
//! 2. Add its route to the table in `router.rs`, with the operation of `domain::permissions` that it requires.
//!
//! Errors are `service_kit::problem::Problem`s. This crate logs only answers that are aborted half-way.

mod answer;
mod cache;
mod call;
mod consistency;
mod digest;
mod drawing;
mod endpoints;
mod form;
mod links;
mod listing;
mod own;
mod parked;
mod places;
mod query;
mod reach;
mod router;
mod schemas;
mod sending;
mod shortcut;

use std::sync::Arc;

use api_kit::description::Route;
use api_kit::{CallerLimits, ConsistencyTokens, Gate, Progress};
use axum::Router;
use service_kit::client_address::TrustedProxies;
use service_kit::clock::Clock;
use service_kit::server::{PlainRequest, ShortcutAnswer};
use storage::{NoticeBoard, ViewReader, document_of_complete_views};

use cache::DocumentCache;
use drawing::Drawings;
use parked::ParkedStreams;
use places::Places;

pub use schemas::schemas;

/// Share of the cache for pictures and pages: one of this many parts.
const PART_FOR_DRAWINGS: u64 = 4;

/// Settings of the read side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadApiSettings {
    /// Whether the export may be read without a key.
    pub anonymous_export: bool,
    /// Public address of the service, without a trailing slash.
    pub public_url: String,
    /// Maximum size of the cache in bytes.
    pub cache_bytes: u64,
    /// Proxies that are trusted to state the address of a client.
    pub trusted_proxies: TrustedProxies,
    /// Limits per caller and for all callers together.
    pub limits: CallerLimits,
}

impl ReadApiSettings {
    /// Returns the path of the public address, with which links on pages begin: empty, or `/crosstable` behind a
    /// gateway.
    pub(crate) fn base_path(&self) -> &str {
        api_kit::path::base_of(&self.public_url)
    }
}

impl Default for ReadApiSettings {
    fn default() -> Self {
        Self {
            anonymous_export: false,
            public_url: "http://127.0.0.1:8080".into(),
            cache_bytes: 256 * 1024 * 1024,
            trusted_proxies: TrustedProxies::default(),
            limits: CallerLimits::default(),
        }
    }
}

/// The read side.
#[derive(Clone)]
pub struct ReadApi {
    shared: Arc<Shared>,
}

/// The state that all requests share.
pub(crate) struct Shared {
    pub(crate) settings: ReadApiSettings,
    pub(crate) views: Arc<dyn ViewReader>,
    pub(crate) cache: Arc<DocumentCache>,
    pub(crate) drawings: Drawings,
    pub(crate) parked: Arc<ParkedStreams>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) gate: Gate,
    pub(crate) tokens: ConsistencyTokens,
    pub(crate) progress: Progress,
    pub(crate) lists: Arc<Places>,
    pub(crate) exports: Arc<Places>,
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
        let store = Arc::clone(&views);
        let load = move |key| -> cache::Loading {
            let store = Arc::clone(&store);
            Box::pin(async move { document_of_complete_views(&*store, &key).await })
        };
        let drawings = Drawings::new(settings.cache_bytes / PART_FOR_DRAWINGS);
        let cache = Arc::new(DocumentCache::new(settings.cache_bytes - settings.cache_bytes / PART_FOR_DRAWINGS, load));
        let listener = Arc::clone(&cache);
        board.listen(move |notice| listener.heed(notice));
        let parked = Arc::new(ParkedStreams::new(Arc::clone(&views)));
        let listener = Arc::clone(&parked);
        board.listen(move |notice| listener.heed(notice));
        let (lists, exports) = (settings.limits.lists, settings.limits.exports);
        let (lists, exports) = (Places::new("lists", lists), Places::new("exports", exports));
        let shared = Shared { settings, views, cache, drawings, parked, clock, gate, tokens, progress, lists, exports };
        Self { shared: Arc::new(shared) }
    }

    /// Records the size of the cache, which is not recorded on every change.
    pub fn sample(&self) {
        let ((documents, bytes), (drawings, drawn)) = (self.shared.cache.size(), self.shared.drawings.size());
        metrics::gauge!("crosstable_cache_entries").set((documents + drawings) as f64);
        metrics::gauge!("crosstable_cache_bytes").set((bytes + drawn) as f64);
    }

    /// Returns a handler to call before the router. It answers requests for documents in memory, as the router would.
    pub fn shortcut(&self) -> impl Fn(PlainRequest<'_>) -> ShortcutAnswer + Send + Sync + 'static {
        let shortcut = router::shortcut(Arc::clone(&self.shared));
        move |asked| shortcut.answer(asked)
    }

    /// Returns the router with all routes of the read side and their middleware.
    pub fn router(&self) -> Router {
        router::build(Arc::clone(&self.shared))
    }
}

/// Returns the route table, for the documentation.
pub fn routes() -> Vec<Route> {
    router::routes()
}

impl std::fmt::Debug for ReadApi {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReadApi").field("settings", &self.shared.settings).finish_non_exhaustive()
    }
}
