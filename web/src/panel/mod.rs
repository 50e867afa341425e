//! The panel: pages for the members of an organization, to sign in and to manage members, keys and their own account.
//!
//! Pages are rendered here and work without scripts. Members and keys come from the write side, which is never behind;
//! names and events come from the views. Forms run commands of the write side. `serving` has the steps of a request.
//!
//! # How to add a page
//!
//! 1. Make a file `panel/<name>.rs`: `show` for GET, `send` for POST, each an async function from
//!    `serving::request::PageRequest` and `serving::session::UserSession` to a response. Most pages are a `FormPage`, a
//!    `MessagePage` or a `SecretPage` of `parts::page_kinds`; others have their own template in `templates/panel/`. Code
//!    that two pages need is in `common`.
//! 2. Add its lines to the table in `router.rs`, with the operation of `domain::permissions` that it needs. POST
//!    needs an operation that writes.
//! 3. Test it in `tests/panel/`: who may see it, what it refuses, and that HTML in names is escaped.

mod account;
mod add_member;
mod answer_invitation;
mod assets;
mod audit;
mod change_password;
mod change_profile;
mod choose_organization;
mod common;
mod end_sessions;
mod issue_key;
mod issue_token;
mod key;
mod keys;
mod leave_organization;
mod login;
mod logout;
mod member;
mod member_profile;
mod members;
mod new_account;
mod overview;
mod password_link;
mod remove_member;
mod revoke_key;
mod revoke_token;
mod router;
mod set_password;
mod withdraw_invitation;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use api_kit::{Gate, Progress, Room, Sessions};
use axum::Router;
use service_kit::client_address::TrustedProxies;
use service_kit::clock::Clock;
use service_kit::keyring::Keyring;
use storage::{EventStore, ViewReader};
use write_api::WriteApi;

use crate::serving::attempts::Attempts;
use crate::serving::form_ids::FormIds;
use crate::serving::state::Shared;

pub use crate::panel::router::routes;
pub use crate::serving::attempts::{KNOWN_FOR, WINDOW};

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
            has_logged_plain_http: AtomicBool::new(false),
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

impl std::fmt::Debug for Panel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Panel").field("public_url", &self.shared.public_url).finish_non_exhaustive()
    }
}
