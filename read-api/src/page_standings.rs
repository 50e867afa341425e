//! Finds the standings that a public page shows.

use domain::documents::PageStandings;
use serde::Deserialize;
use storage::{DocumentKey, ViewKind};

use crate::cache::Entry;

/// The part of a page's data that names its standings.
#[derive(Deserialize)]
struct WithStandings {
    standings: Option<PageStandings>,
}

/// Returns the key of the standings on a page. It is looked for once for each page in memory.
pub(crate) fn standings_of(page: &Entry) -> Option<&DocumentKey> {
    let find = || {
        let data: WithStandings = serde_json::from_slice(&page.body).ok()?;
        let standings = data.standings?;
        Some(DocumentKey::new(standings.organization_id, ViewKind::RoundStandings, standings.round_id))
    };
    page.second_source(find)
}
