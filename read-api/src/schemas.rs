//! The schemas of the documents that are made here, for the OpenAPI document: each derived from the type that is written.

use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::endpoints::event_audit::AuditPage;
use crate::endpoints::explain_standing::document::{
    ExplainedPlayer, ExplainedRound, GameShare, MatchShare, Mean, StandingsExplanation,
};
use crate::endpoints::whoami::Whoami;

/// Every schema of the documents made here, by name. People, members and keys are not among them: `domain` has those.
pub fn schemas() -> Vec<(String, RefOr<Schema>)> {
    vec![
        named::<Whoami<'_>>(),
        named::<AuditPage>(),
        named::<StandingsExplanation>(),
        named::<ExplainedRound>(),
        named::<ExplainedPlayer>(),
        named::<MatchShare>(),
        named::<GameShare>(),
        named::<Mean>(),
    ]
}

fn named<T: ToSchema + PartialSchema>() -> (String, RefOr<Schema>) {
    (T::name().into_owned(), T::schema())
}
