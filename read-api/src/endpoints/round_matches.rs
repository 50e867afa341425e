//! `GET /api/v1/tournament-rounds/{id}/matches/`: a round's matches in detail, with team matches for `teams=true`.
//!
//! Team matches hold what registrations do (e-mail addresses, payments), so whoever may not read those gets none.

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use axum::response::Response;
use domain::permissions::Operation::ReadRegistrations;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer;
use crate::call::{Call, Caller};

/// The views that it hands out.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::RoundMatches, ViewKind::RoundTeamMatches];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_round_matches",
    tag: Tag::Rounds,
    summary: "Get a round with its matches in detail",
    text: "Matches are sorted by table number. `winning_player`, `assigned_judge` and `winner` are null where there is none. \
           `team_event_matches` is filled with `teams=true` alone, and empty for events without teams. Team matches hold \
           e-mail addresses and payments, so for a team event they need the right to read registrations.",
    parameters: &[Parameter {
        name: "teams",
        text: "Whether `team_event_matches` is filled.",
        values: Values::Boolean,
        example: "true",
    }],
    body: None,
    answer: Answer::Json(200, "RoundMatches"),
};

/// Answers with the document. Events without teams have one form of it only.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let with_teams = call.query().boolean("teams")?.unwrap_or(false);
    if with_teams {
        let id = call.id("round")?;
        if let Some(entry) = call.find(caller.organization()?, ViewKind::RoundTeamMatches, id).await? {
            caller.authorize(ReadRegistrations)?;
            return answer::entry(&call.headers, &entry, call.form).await;
        }
    }
    call.document(&caller, ViewKind::RoundMatches, "round").await
}
