//! All pages that are served with the write side, as one router: those of the panel, of the desk and of players.

use std::sync::Arc;

use api_kit::description::Route;
use axum::Router;

use crate::serving::page::Page;
use crate::serving::router;
use crate::serving::state::Shared;
use crate::{desk, panel, player};

pub use crate::serving::attempts::{DAY, KNOWN_FOR};
pub use crate::serving::open_settings::{Apply, ChosenSettings, OpenSettings, Save};
pub use crate::serving::sign_in::{ClaimRole, SignInProvider, SignInSettings};
pub use crate::serving::state::SiteSettings;

static TABLES: [&[Page]; 5] = [panel::PAGES, desk::PAGES, desk::conventions::PAGES, desk::print::PAGES, player::PAGES];

/// Returns the route table for the documentation.
pub fn routes() -> Vec<Route> {
    TABLES.iter().flat_map(|pages| router::routes(pages)).collect()
}

/// All pages that are served with the write side.
#[derive(Clone)]
pub struct Site {
    shared: Arc<Shared>,
}

impl Site {
    /// Creates the pages.
    pub fn new(settings: SiteSettings) -> Self {
        Self { shared: Arc::new(Shared::new(settings)) }
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
