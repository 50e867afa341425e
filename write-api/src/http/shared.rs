//! What all requests share: the commands, the gate, the views, the settings.

use std::sync::Arc;

use api_kit::consistency::LogTag;
use api_kit::{ConsistencyTokens, DiskSpaceGuard, Gate, PrivateLinks, Progress};
use domain::decklist::DeckHost;
use storage::ViewReader;

use super::fair_queue::FairQueue;
use crate::WriteApi;

/// Settings of answers.
#[derive(Debug, Clone)]
pub struct WriteHttpSettings {
    /// Public address of the service, without a slash at the end.
    pub public_url: String,
    /// Whether answers have vendors' field names in addition to the interface's.
    pub vendor_field_names: bool,
    /// The site with the pages of lists that have an id there.
    pub deck_host: DeckHost,
    /// Decklists that a person may own; `None` means no limit.
    pub own_lists: Option<u32>,
    /// Makes the codes of players' private links.
    pub private_links: PrivateLinks,
    /// Addresses that the read side answers, for the header `Allow`.
    pub read_addresses: Vec<&'static str>,
    /// Whether there is room for operations that people carry out on their own things.
    pub room: DiskSpaceGuard,
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
    /// The writes in progress of each organization.
    pub(crate) shares: Arc<FairQueue>,
}
