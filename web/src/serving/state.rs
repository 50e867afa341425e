//! The state that all requests share.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use api_kit::{DiskSpaceGuard, Gate, KnownPeople, PrivateLinks, Progress, Sessions};
use service_kit::client_address::TrustedProxies;
use service_kit::clock::Clock;
use storage::{EventStore, ViewReader};
use write_api::WriteApi;
use write_api::interface::WriteHttp;

use crate::serving::attempts::Attempts;
use crate::serving::form_ids::FormIds;
use crate::serving::live::PageStreams;
use crate::serving::sheets::Sheets;

/// The state that all requests share.
pub(crate) struct Shared {
    pub(crate) commands: WriteApi,
    /// Runs typed commands.
    pub(crate) writes: WriteHttp,
    pub(crate) gate: Gate,
    pub(crate) sessions: Sessions,
    pub(crate) views: Arc<dyn ViewReader>,
    /// The people whom organizations know.
    pub(crate) people: KnownPeople,
    pub(crate) events: Arc<dyn EventStore>,
    pub(crate) progress: Progress,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) proxies: TrustedProxies,
    pub(crate) public_url: String,
    pub(crate) allow_plain_http: bool,
    /// Whether this process has logged a sign-in over plain HTTP.
    pub(crate) has_logged_plain_http: AtomicBool,
    pub(crate) room: DiskSpaceGuard,
    /// Path of the public address; links begin with it.
    pub(crate) base: String,
    /// The codes of players' private links.
    pub(crate) private_links: PrivateLinks,
    pub(crate) attempts: Attempts,
    pub(crate) form_ids: FormIds,
    /// The facts about players of events.
    pub(crate) sheets: Sheets,
    /// The streams of pages.
    pub(crate) live: PageStreams,
}
