//! What of a tournament the public may see, and under which address.

use proto_events::vocabulary::{ConventionStatus, LifecycleStatus};

use crate::settings::ViewSettings;
use crate::views::TournamentContext;

/// Whether the event is listed: not marked unlisted, nor part of an unlisted convention.
pub(in crate::views) fn is_listed(context: &TournamentContext<'_>) -> bool {
    let hidden = context.convention.is_some_and(|convention| convention.status == ConventionStatus::Unlisted);
    !context.tournament.details.is_unlisted && !hidden
}

/// Whether the event has public pages.
pub(in crate::views) fn has_pages(context: &TournamentContext<'_>) -> bool {
    is_listed(context) && !context.tournament.details.is_test
}

/// Whether the public may see the lists.
pub(in crate::views) fn shows_decklists(context: &TournamentContext<'_>) -> bool {
    matches!(context.tournament.lifecycle, LifecycleStatus::DecklistsPublishing | LifecycleStatus::DecklistsPublished)
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
