//! `POST /api/v1/magic-events/{id}/teams/{team_id}/drop/`: lets a team go.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::teams::drop_team::DropTeam;
use crate::http::call::Call;
use crate::http::documents::teams;
use crate::http::problems;
use crate::http::sent::Sent;

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "drop_team",
    tag: Tag::Organizing,
    summary: "Let a team go",
    text: "Its members go with it: whoever is `COMPLETE` has `DROPPED`. What the team played stays on record.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "WrittenTeam"),
};

/// Lets it go.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let (tournament_id, team_id) = (call.id("event")?, call.id_in("team_id", "team")?);
    let order = Sent::read_or_nothing(&call, body).await?.order(&call, tournament_id)?;
    let done = call.shared.commands.drop_team(&order, &DropTeam { team_id }).await.map_err(problems::not_done)?;
    teams::answer(&call, StatusCode::OK, &done.folded, team_id).await
}
