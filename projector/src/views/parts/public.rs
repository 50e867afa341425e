//! What of a tournament the public may see, and under which address.

use domain::convention::Convention;
use domain::tournament::Tournament;
use proto_events::vocabulary::{ConventionStatus, LifecycleStatus};

use crate::settings::ViewSettings;
use crate::views::TournamentContext;

/// Whether the event has public pages: it is no trial, not marked unlisted, nor part of an unlisted convention.
pub(in crate::views) fn has_pages(context: &TournamentContext<'_>) -> bool {
    is_public(context.tournament, context.convention)
}

/// Whether the lists are published.
pub(in crate::views) fn shows_decklists(context: &TournamentContext<'_>) -> bool {
    has_published(context.tournament)
}

/// Whether anybody may see the lists.
pub(in crate::views) fn publishes_lists(tournament: &Tournament, convention: Option<&Convention>) -> bool {
    has_published(tournament) && is_public(tournament, convention)
}

fn is_public(tournament: &Tournament, convention: Option<&Convention>) -> bool {
    let hidden = convention.is_some_and(|convention| convention.status == ConventionStatus::Unlisted);
    let details = &tournament.details;
    !details.is_test && !details.is_unlisted && !hidden
}

fn has_published(tournament: &Tournament) -> bool {
    matches!(tournament.lifecycle, LifecycleStatus::DecklistsPublishing | LifecycleStatus::DecklistsPublished)
}

/// Address of the event's public page; empty for one that has none.
pub(in crate::views) fn page_url(context: &TournamentContext<'_>) -> String {
    if !has_pages(context) {
        return String::new();
    }
    format!("{}/events/{}/", context.settings.public_url, context.tournament.id)
}

/// Path of the public address, which links on pages begin with: empty, or `/crosstable` behind a gateway.
pub(in crate::views) fn base_path(settings: &ViewSettings) -> &str {
    let url = &settings.public_url;
    let host = url.find("://").map_or(0, |scheme| scheme + 3);
    url[host..].find('/').map_or("", |slash| url[host + slash..].trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_begin_with_the_path_of_the_public_address() {
        let path =
            |url: &str| base_path(&ViewSettings { public_url: url.into(), vendor_field_names: false }).to_owned();
        assert_eq!(path("http://127.0.0.1:8080"), "");
        assert_eq!(path("https://store.example/crosstable"), "/crosstable");
        assert_eq!(path("https://store.example/"), "");
    }
}
