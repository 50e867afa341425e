//! Decides what the public may see of a tournament, and at which URL.

use std::borrow::Cow;

use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::tournament::Tournament;
use proto_events::vocabulary::ConventionStatus;
use storage::ADDRESS_MARK;

use crate::views::view::TournamentContext;

/// Returns whether the event has public pages: it is not a test event, not unlisted, and not part of an unlisted
/// convention.
pub(in crate::views) fn has_pages(context: &TournamentContext<'_>) -> bool {
    is_public(context.tournament, context.convention)
}

pub(in crate::views) fn shows_decklists(context: &TournamentContext<'_>) -> bool {
    context.tournament.lifecycle.has_published_lists()
}

/// Returns whether the public may see the lists.
pub(in crate::views) fn publishes_lists(tournament: &Tournament, convention: Option<&Convention>) -> bool {
    tournament.lifecycle.has_published_lists() && is_public(tournament, convention)
}

fn is_public(tournament: &Tournament, convention: Option<&Convention>) -> bool {
    let hidden = convention.is_some_and(|convention| convention.status == ConventionStatus::Unlisted);
    let details = &tournament.details;
    !details.is_test && !details.is_unlisted && !hidden
}

/// Returns where the public can read a published list: on its deck host, else here, at an address that begins with `here`.
/// `None` if it cannot.
pub(in crate::views) fn list_page<'a>(
    context: &TournamentContext<'a>,
    list: &'a Decklist,
    here: &str,
) -> Option<Cow<'a, str>> {
    if let Some(url) = list.address(&context.settings.deck_host) {
        return Some(url);
    }
    let is_public = publishes_lists(context.tournament, context.convention);
    is_public.then(|| Cow::Owned(format!("{here}/decklists/{}/", list.id)))
}

/// Returns name and address of the place where the event is played, or else of that of its convention. An event of a
/// convention without an address of its own names the room. Both are empty if that is not known.
pub(in crate::views) fn venue<'a>(context: &TournamentContext<'a>) -> (Cow<'a, str>, Cow<'a, str>) {
    let details = &context.tournament.details;
    let own = (details.venue_name.trim(), details.venue_address.trim());
    match context.convention.map(|convention| &convention.details) {
        Some(convention) if own.1.is_empty() => {
            let part = |part: &'a Option<String>| part.as_deref().unwrap_or_default().trim();
            let place = (part(&convention.name_of_location), part(&convention.address));
            if own.0.is_empty() { (place.0.into(), place.1.into()) } else { (own.0.into(), joined(place.0, place.1)) }
        }
        _ => (own.0.into(), own.1.into()),
    }
}

/// Returns where the event takes place: `Old Depot, 1 Depot Road`; empty if that is not known.
pub(in crate::views) fn location<'a>(context: &TournamentContext<'a>) -> Cow<'a, str> {
    match venue(context) {
        (Cow::Borrowed(name), Cow::Borrowed(address)) => joined(name, address),
        (name, address) => format!("{name}, {address}").into(),
    }
}

fn joined<'a>(name: &'a str, address: &'a str) -> Cow<'a, str> {
    match (name, address) {
        (name, "") => Cow::Borrowed(name),
        ("", address) => Cow::Borrowed(address),
        (name, address) => Cow::Owned(format!("{name}, {address}")),
    }
}

/// Returns the URL of the event's public page, with the mark in place of the public address; empty if it has none.
pub(in crate::views) fn page_url(context: &TournamentContext<'_>) -> String {
    if !has_pages(context) {
        return String::new();
    }
    format!("{ADDRESS_MARK}/events/{}/", context.tournament.id)
}
