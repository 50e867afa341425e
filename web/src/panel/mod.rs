//! The admin panel: pages for the members of an organization, to sign in and to manage members, keys and their own
//! account.
//!
//! Pages are rendered here and work without scripts. Members and keys come from the write side, which is never behind;
//! names and events come from the views. Forms run commands of the write side.
//!
//! # Protection
//!
//! The gate of `api-kit` identifies the caller and checks permissions; `router.rs` names the operation of each address.
//! A form is accepted if no other site's page sent it (`api_kit::same_site`) and it carries the token of its session. A
//! value that is shown once is in the answer to the form itself, and in no address, redirect or log; a form that is
//! sent again makes nothing new (`form_ids.rs`). Password attempts are counted (`attempts.rs`), and sensitive forms
//! require the current password (`passwords.rs`).
//!
//! # How to add a page
//!
//! 1. Make a file `pages/<name>.rs`: `show` for GET, `send` for POST, each an async function from `call::Call` and
//!    `call::Visitor` to a response. Most pages are a `view::FormPage`, a `view::MessagePage` or a `view::SecretPage`;
//!    others have their own template in `templates/`.
//! 2. Add its lines to the table in `router.rs`, with the operation of `domain::permissions` that it needs. POST
//!    needs an operation that writes.
//! 3. Test it in `tests/panel/`: who may see it, what it refuses, and that HTML in names is escaped.

mod answer;
mod assets;
mod attempts;
mod call;
mod command;
mod completed;
mod form;
mod form_ids;
mod pages;
mod passwords;
mod people;
mod plain_http;
mod router;
mod sessions;
mod view;

use std::sync::Arc;

use api_kit::description::Route;
use api_kit::{Gate, Progress, Room, Sessions};
use axum::Router;
use service_kit::client_address::TrustedProxies;
use service_kit::clock::Clock;
use service_kit::keyring::Keyring;
use storage::{EventStore, ViewReader};
use write_api::WriteApi;

use self::attempts::Attempts;
pub use self::attempts::{KNOWN_FOR, WINDOW};
use self::form_ids::FormIds;
use self::plain_http::Noted;

/// The parts that the panel uses.
pub struct PanelSettings {
    /// Runs the commands of forms.
    pub commands: WriteApi,
    /// Authenticates callers and checks permissions.
    pub gate: Gate,
    /// Creates and ends sessions.
    pub sessions: Sessions,
    /// The installation's secrets.
    pub keys: Keyring,
    /// The views of events, accounts and memberships.
    pub views: Arc<dyn ViewReader>,
    /// The log.
    pub events: Arc<dyn EventStore>,
    /// Progress of the views.
    pub progress: Progress,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Proxies that are trusted to name the address of the caller.
    pub proxies: TrustedProxies,
    /// Base URL under which people reach the service, without a final slash.
    pub public_url: String,
    /// Whether people may sign in over plain HTTP, where others in the network can read passwords.
    pub allow_plain_http: bool,
    /// Whether the disk has room for what users do with their own rights.
    pub room: Room,
}

/// The panel.
#[derive(Clone)]
pub struct Panel {
    shared: Arc<Shared>,
}

/// State shared by all requests.
pub(crate) struct Shared {
    pub(crate) commands: WriteApi,
    pub(crate) gate: Gate,
    pub(crate) sessions: Sessions,
    pub(crate) views: Arc<dyn ViewReader>,
    pub(crate) events: Arc<dyn EventStore>,
    pub(crate) progress: Progress,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) proxies: TrustedProxies,
    pub(crate) public_url: String,
    pub(crate) allow_plain_http: bool,
    pub(crate) plain_http: Noted,
    pub(crate) room: Room,
    /// Path of the public address; links begin with it.
    pub(crate) base: String,
    pub(crate) attempts: Attempts,
    pub(crate) form_ids: FormIds,
}

impl Panel {
    /// Creates a panel.
    pub fn new(settings: PanelSettings) -> Self {
        let PanelSettings {
            commands,
            gate,
            sessions,
            keys,
            views,
            events,
            progress,
            clock,
            proxies,
            public_url,
            allow_plain_http,
            room,
        } = settings;
        let base = api_kit::path::base_of(&public_url).to_owned();
        let attempts = Attempts::new(Arc::clone(&events), keys.signer("sign-in attempts"));
        let shared = Shared {
            commands,
            gate,
            sessions,
            views,
            events,
            progress,
            clock,
            proxies,
            public_url,
            allow_plain_http,
            plain_http: Noted::default(),
            room,
            base,
            attempts,
            form_ids: FormIds::default(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Returns the router with all addresses of the panel; other addresses are not answered.
    pub fn router(&self) -> Router {
        router::build(&self.shared)
    }
}

/// Returns the route table for the documentation.
pub fn routes() -> Vec<Route> {
    router::routes()
}

impl std::fmt::Debug for Panel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Panel").field("public_url", &self.shared.public_url).finish_non_exhaustive()
    }
}
