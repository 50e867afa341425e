//! `GET /api/v1/tournament-rounds/{id}/matches/`: a round's matches in detail, with team matches for `teams=true`.
//!
//! Team matches hold what registrations do (e-mail addresses, payments), so whoever may not read those gets none.

use axum::response::Response;
use domain::permissions::Operation::ReadRegistrations;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer::{self, Form};
use crate::call::{Call, Caller};
use api_kit::gate::authorize;

/// Answers with the document. Events without teams have one form of it only.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let with_teams = call.query().boolean("teams")?.unwrap_or(false);
    if with_teams {
        let id = call.id("round")?;
        if let Some(entry) = call.find(caller.organization_id, ViewKind::RoundTeamMatches, id).await? {
            authorize(&caller, ReadRegistrations)?;
            return answer::entry(&call.headers, &entry, Form::KEYED_JSON).await;
        }
    }
    call.document(&caller, ViewKind::RoundMatches, "round").await
}
