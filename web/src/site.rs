//! All pages that are served with the write side, as one router: those of the panel, of the desk and of players.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use api_kit::description::Route;
use api_kit::{DiskSpaceGuard, Gate, KnownPeople, PrivateLinks, Progress, Sessions};
use axum::Router;
use service_kit::client_address::TrustedProxies;
use service_kit::clock::Clock;
use service_kit::keyring::Keyring;
use storage::{EventStore, NoticeBoard, ViewReader};
use write_api::WriteApi;
use write_api::interface::WriteHttp;

use crate::serving::attempts::Attempts;
use crate::serving::form_ids::FormIds;
use crate::serving::live::PageStreams;
use crate::serving::page::Page;
use crate::serving::router;
use crate::serving::sheets::Sheets;
use crate::serving::state::Shared;
use crate::{desk, panel, player};

pub use crate::serving::attempts::{KNOWN_FOR, WINDOW};

/// The tables of all pages.
const TABLES: [&[Page]; 4] =
    [panel::router::PAGES, desk::router::PAGES, desk::print::router::PAGES, player::router::PAGES];

/// Returns the route table for the documentation.
pub fn routes() -> Vec<Route> {
    TABLES.iter().flat_map(|pages| router::routes(pages)).collect()
}

/// The parts that the pages use.
pub struct SiteSettings {
    /// Runs the commands of forms.
    pub commands: WriteApi,
    /// Runs the commands of forms with the checks of the HTTP interface.
    pub interface: WriteHttp,
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
    pub room: DiskSpaceGuard,
    /// Tells which views have changed.
    pub board: NoticeBoard,
    /// Time after which a stream without a change sends a comment.
    pub heartbeat: Duration,
}

/// All pages that are served with the write side.
#[derive(Clone)]
pub struct Site {
    shared: Arc<Shared>,
}

impl Site {
    /// Creates the pages.
    pub fn new(settings: SiteSettings) -> Self {
        let SiteSettings {
            commands,
            interface,
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
            board,
            heartbeat,
        } = settings;
        let base = api_kit::path::base_of(&public_url).to_owned();
        let sheets = Sheets::default();
        let live = PageStreams::new((commands.clone(), sheets.clone()), Arc::clone(gate.streams()), heartbeat, &board);
        let attempts = Attempts::new(Arc::clone(&events), keys.signer("sign-in attempts"));
        let shared = Shared {
            commands,
            writes: interface,
            gate,
            sessions,
            people: KnownPeople::new(Arc::clone(&views)),
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
            private_links: PrivateLinks::new(&keys),
            attempts,
            form_ids: FormIds::default(),
            sheets,
            live,
        };
        Self { shared: Arc::new(shared) }
    }

    /// Ends all streams of changes, which end by nothing else, and refuses further ones. For a stop of the process.
    pub fn end_streams(&self) {
        self.shared.live.end();
    }

    /// Returns the router with all addresses of the pages; other addresses are not answered.
    pub fn router(&self) -> Router {
        router::build(&TABLES, &self.shared)
    }
}

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Site").field("public_url", &self.shared.public_url).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::serving::page::Handler;

    fn pages() -> impl Iterator<Item = &'static Page> {
        TABLES.iter().copied().flatten()
    }

    #[test]
    fn what_is_sent_needs_an_operation_that_writes() {
        for page in pages() {
            if let (Handler::SignedIn(operation, _), "POST") = (page.handler, page.method) {
                assert!(operation.rule().writes, "{}", page.template);
            }
        }
    }

    #[test]
    fn a_form_that_asks_for_the_password_is_shown_by_the_page_that_it_is_sent_to() {
        let asks =
            |page: &Page| matches!(page.handler, Handler::SignedIn(operation, _) if operation.asks_for_password());
        for page in pages().filter(|page| asks(page)) {
            let shows = |other: &Page| other.template == page.template && other.method == "GET" && asks(other);
            assert!(pages().any(shows), "{}", page.template);
        }
    }

    #[test]
    fn a_form_that_another_page_shows_is_in_its_table() {
        for table in TABLES {
            for page in table.iter().filter(|page| page.form != page.template) {
                let is_form = |other: &Page| other.template == page.form && other.method == "GET";
                assert!(table.iter().any(is_form), "{}", page.template);
            }
        }
    }

    #[test]
    fn each_page_is_there_once_and_all_of_an_address_stand_together() {
        let mut known = HashSet::new();
        assert!(pages().all(|page| known.insert((page.method, page.template))));
        let mut ids = HashSet::new();
        assert!(pages().all(|page| ids.insert(page.id)));
        let mut templates: Vec<_> = pages().map(|page| page.template).collect();
        templates.dedup();
        let mut seen = HashSet::new();
        assert!(templates.into_iter().all(|template| seen.insert(template)));
    }

    #[test]
    fn pages_of_who_is_signed_in_take_a_session() {
        for page in pages() {
            let Handler::SignedIn(operation, _) = page.handler else { continue };
            assert!(operation.takes(domain::permissions::Scheme::Cookie), "{}", page.template);
        }
    }
}
