//! `POST /api/v1/magic-events/{id}/teams/`: forms a team.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::ids::RegistrationId;
use service_kit::problem::Problem;

use crate::commands::teams::form_team::{FormTeam, faults};
use crate::http::documents::teams;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "form_team",
    tag: Tag::Organizing,
    summary: "Form a team",
    text: "Takes as many registrations as the event's `team_size`, in the order of their seats. Each must be \
           `COMPLETE` and in no other team. The first one is the captain. A team that is formed late plays from the \
           next round on. The same request again is answered with 200.",
    parameters: &[],
    body: Some("NewTeam"),
    answer: Answer::Json(201, "WrittenTeam"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let mut sent = Sent::read(&request, body, "{\"team_name\": \"Moxes\", \"registration_ids\": [12, 15, 9]}").await?;
    let (team_name, members) = (sent.fields.text("team_name"), sent.fields.ids("registration_ids"));
    let team_name = sent.fields.required("team_name", team_name, String::new());
    let members = sent.fields.required("registration_ids", members, Vec::new());
    sent.fields.foresee(faults(&team_name));
    let order = sent.order(&request, tournament_id)?;
    let registration_ids: Vec<_> = members.into_iter().map(RegistrationId).collect();
    let first = registration_ids.first().copied();
    let command = FormTeam { team_name, registration_ids };
    let done = request.shared.commands.form_team(&order, &command).await.map_err(problems::not_done)?;
    let status = if done.happened() { StatusCode::CREATED } else { StatusCode::OK };
    let team = first.and_then(|first| done.folded.state.registration(first)).and_then(|entry| entry.team_id);
    let team = team.ok_or_else(|| api_kit::path::nothing("team", ""))?;
    teams::answer(&request, status, &done.folded, team).await
}
