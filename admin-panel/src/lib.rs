//! The pages for an organization's own people: sign in, members, keys, what happened, one's own account.
//!
//! Rendered here, and whole without a script. What a page shows of members and keys comes from the write side, which is
//! never behind; names and events come from the views. What a form asks for is a command of the write side.
//!
//! # What keeps others out
//!
//! The gate of `api-kit` knows who asks and what that person may do; the operation stands beside each address in
//! `router.rs`. A form is carried out if no other site's page sent it (`api_kit::same_site`) and it carries the token of its
//! session. A value that is shown once is the answer to the form itself: it is in no address, no redirect and no log, and a
//! form that is sent again makes nothing again (`form_ids.rs`). Attempts at passwords are counted (`attempts.rs`),
//! and forms that change what matters ask for the password (`passwords.rs`).
//!
//! # How to add a page
//!
//! 1. Make a file `pages/<name>.rs`: `show` for GET, `send` for POST, each an async function from `call::Call` and
//!    `call::Visitor` to a response. Most pages are a `view::FormPage`, a `view::MessagePage` or a `view::SecretPage`; another
//!    has a template of its own in `templates/`.
//! 2. Add its lines to the table in `router.rs`, with the operation of `domain::permissions` that it needs. What is sent
//!    needs one that writes.
//! 3. Show it in `tests/panel/`: who may see it, what it refuses, and that names with HTML in them stay names.

mod answer;
mod assets;
mod attempts;
mod call;
mod command;
mod done;
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
use storage::{EventStore, ViewStore};
use write_api::WriteApi;

use attempts::Attempts;
pub use attempts::{KNOWN_FOR, WINDOW};
use form_ids::FormIds;
use plain_http::Noted;

/// What the panel works with.
pub struct PanelSettings {
    /// What forms ask for is done by it.
    pub commands: WriteApi,
    /// Lets people in.
    pub gate: Gate,
    /// Begins sessions and ends them.
    pub sessions: Sessions,
    /// The installation's secrets.
    pub keys: Keyring,
    /// What is read of events, accounts and memberships.
    pub views: Arc<dyn ViewStore>,
    /// What happened.
    pub events: Arc<dyn EventStore>,
    /// How far the views are.
    pub progress: Progress,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Whose word is taken on where a request comes from.
    pub proxies: TrustedProxies,
    /// Address under which people reach the service, without a slash at the end.
    pub public_url: String,
    /// Whether people may sign in over plain HTTP, where others in the network can read passwords.
    pub allow_plain_http: bool,
    /// Whether there is room for what people do with their own rights.
    pub room: Room,
}

/// The panel.
#[derive(Clone)]
pub struct AdminPanel {
    shared: Arc<Shared>,
}

/// What every request needs.
pub(crate) struct Shared {
    pub(crate) commands: WriteApi,
    pub(crate) gate: Gate,
    pub(crate) sessions: Sessions,
    pub(crate) views: Arc<dyn ViewStore>,
    pub(crate) events: Arc<dyn EventStore>,
    pub(crate) progress: Progress,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) proxies: TrustedProxies,
    pub(crate) public_url: String,
    pub(crate) allow_plain_http: bool,
    pub(crate) plain_http: Noted,
    pub(crate) room: Room,
    /// Path of the public address, which links begin with.
    pub(crate) base: String,
    pub(crate) attempts: Attempts,
    pub(crate) form_ids: FormIds,
}

impl AdminPanel {
    /// A panel that nobody has used yet.
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

    /// Every address of the panel, with all that stands around a request; other addresses are not answered.
    pub fn router(&self) -> Router {
        router::build(&self.shared)
    }
}

/// The route table, for the documentation.
pub fn routes() -> Vec<Route> {
    router::routes()
}

impl std::fmt::Debug for AdminPanel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AdminPanel").field("public_url", &self.shared.public_url).finish_non_exhaustive()
    }
}
