//! Schemas of the documents that this crate creates, for the OpenAPI document. Each is derived from the serialized
//! type.

use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::resources::dumps::{DumpFile, Manifest};
use crate::resources::events::AuditPage;
use crate::resources::explain_standing::{
    ExplainedPlayer, ExplainedRound, GameShare, MatchShare, Mean, StandingsExplanation,
};
use crate::resources::people::{KnownPersonDocument, LastEventDocument, Whoami};

/// Returns the schemas of the documents that this crate creates, by name. Those of people, members and keys are in
/// `domain`.
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
