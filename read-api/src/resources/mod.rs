//! The endpoints, one file for each resource. A file declares them as [`Endpoint`]s.

mod convention_pages;
mod conventions;
mod decklist_pages;
mod decklists;
pub mod dumps;
pub(crate) mod event_pages;
mod events;
mod export;
pub(crate) mod export_changes;
mod files;
mod judging;
mod own;
mod people;
mod player_page;
mod public_events;
mod rounds;
mod stores;

use crate::endpoint::Endpoint;

/// The lists of all resources, in the order of the OpenAPI document.
static ENDPOINTS: &[&[Endpoint]] = &[
    conventions::ENDPOINTS,
    people::ENDPOINTS,
    own::ENDPOINTS,
    events::ENDPOINTS,
    judging::ENDPOINTS,
    rounds::ENDPOINTS,
    decklists::ENDPOINTS,
    export::ENDPOINTS,
    export_changes::ENDPOINTS,
    dumps::ENDPOINTS,
    files::SCHEMA,
    stores::DATA,
    public_events::ENDPOINTS,
    stores::ENDPOINTS,
    convention_pages::ENDPOINTS,
    event_pages::ENDPOINTS,
    player_page::ENDPOINTS,
    decklist_pages::ENDPOINTS,
    files::ENDPOINTS,
    public_events::INDEX,
];

pub(crate) fn endpoints() -> impl Iterator<Item = &'static Endpoint> {
    ENDPOINTS.iter().copied().flatten()
}
