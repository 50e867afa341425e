//! `POST /api/v1/magic-events/{id}/registrations/{registration_id}/drop/`: lets a player go.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::tournaments::drop_player::DropPlayer;
use crate::http::call::Call;
use crate::http::documents::registrations;
use crate::http::problems;
use crate::http::sent::Sent;

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "drop_player",
    tag: Tag::Organizing,
    summary: "Let a player go",
    text: "A person leaves by itself; staff lets anybody go. Who leaves before the first round of play has begun, or never had a place, \
           is `CANCELED`; who leaves later is `DROPPED`, and the record stays. Who left before is let go again with the same answer.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Registration"),
};

/// Does it. A body need not come, and says nothing.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let tournament_id = call.id("event")?;
    let registration_id = call.id_in("registration_id", "registration")?;
    let order = Sent::read_or_nothing(&call, body).await?.order(&call, tournament_id)?;
    let done = call.shared.commands.drop_player(&order, &DropPlayer { registration_id }).await;
    registrations::answer(&call, StatusCode::OK, &done.map_err(problems::not_done)?, registration_id).await
}
