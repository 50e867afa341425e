//! `POST /api/v1/magic-events/{id}/teams/{team_id}/drop/`: drops a team.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::teams::drop_team::DropTeam;
use crate::http::documents::teams;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "drop_team",
    tag: Tag::Organizing,
    summary: "Drop a team",
    text: "Its members leave with it: those who are `COMPLETE` become `DROPPED`. The team's results stay.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "WrittenTeam"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (tournament_id, team_id) = (request.id("event")?, request.id_in("team_id", "team")?);
    let order = Sent::read_or_nothing(&request, body).await?.order(&request, tournament_id)?;
    let done = request.shared.commands.drop_team(&order, &DropTeam { team_id }).await.map_err(problems::not_done)?;
    teams::answer(&request, StatusCode::OK, &done.folded, team_id).await
}
