//! `GET /api/v1/tournament-rounds/{id}/matches/`: a round's matches in detail, with team matches for `teams=true`.

use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer::{self, Form};
use crate::call::{Call, Caller};

/// Answers with the document. Events without teams have one form of it only.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let with_teams = call.query().boolean("teams")?.unwrap_or(false);
    if with_teams {
        let id = call.id("round")?;
        if let Some(entry) = call.find(caller.organization_id, ViewKind::RoundTeamMatches, id).await? {
            return answer::entry(&call.headers, &entry, Form::KEYED_JSON).await;
        }
    }
    call.document(&caller, ViewKind::RoundMatches, "round").await
}
