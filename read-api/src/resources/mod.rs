//! The endpoints, one file for each resource. A file declares them as [`Endpoint`]s.

mod conventions;
mod decklist_pages;
mod decklists;
pub mod dumps;
pub(crate) mod event_pages;
mod events;
mod explain_standing;
mod export;
pub(crate) mod export_changes;
mod files;
mod judging;
mod own;
mod people;
mod player_page;
mod public_events;
mod rounds;

use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use self::dumps::{DumpFile, Manifest};
use self::events::AuditPage;
use self::explain_standing::{ExplainedPlayer, ExplainedRound, GameShare, MatchShare, Mean, StandingsExplanation};
use self::people::{KnownPersonDocument, LastEventDocument, Whoami};
use crate::endpoint::Endpoint;

/// The lists of all resources, in the order of the OpenAPI document.
const ENDPOINTS: &[&[Endpoint]] = &[
    conventions::ENDPOINTS,
    people::ENDPOINTS,
    own::ENDPOINTS,
    events::ENDPOINTS,
    judging::ENDPOINTS,
    rounds::ENDPOINTS,
    explain_standing::ENDPOINTS,
    decklists::ENDPOINTS,
    export::ENDPOINTS,
    export_changes::ENDPOINTS,
    dumps::ENDPOINTS,
    files::SCHEMA,
    public_events::ENDPOINTS,
    event_pages::ENDPOINTS,
    player_page::ENDPOINTS,
    decklist_pages::ENDPOINTS,
    files::ENDPOINTS,
    public_events::INDEX,
];

/// Returns all endpoints.
pub(crate) fn endpoints() -> impl Iterator<Item = &'static Endpoint> {
    ENDPOINTS.iter().copied().flatten()
}

/// Returns the schemas of the documents that this crate creates, for the OpenAPI document, by name. Those of people,
/// members and keys are in `domain`.
pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
    vec![
        named::<Whoami<'_>>(),
        named::<KnownPersonDocument<'_>>(),
        named::<LastEventDocument<'_>>(),
        named::<AuditPage>(),
        named::<StandingsExplanation>(),
        named::<ExplainedRound>(),
        named::<ExplainedPlayer>(),
        named::<MatchShare>(),
        named::<GameShare>(),
        named::<Mean>(),
        named::<Manifest>(),
        named::<DumpFile>(),
    ]
}

fn named<T: ToSchema + PartialSchema>() -> (String, RefOr<Schema>) {
    (T::name().into_owned(), T::schema())
}
