//! `POST /api/v1/magic-events/{id}/decklists/unlock/`: unlocks the lists of all players, or the list of one.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use proto_events::ids::RegistrationId;
use service_kit::problem::Problem;

use crate::commands::lists::unlock_lists::UnlockLists;
use crate::http::documents::lists;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "unlock_decklists",
    tag: Tag::Organizing,
    summary: "Unlock decklists",
    text: "Unlocks all lists, or the list of one registration: players hand them in and change them until they are \
           locked again, whatever the deadline. Fixed revisions stay fixed until then. Unlocking all lists includes \
           those that were locked one by one. While lists are published or being published, they stay locked (409).",
    parameters: &[],
    body: Some("WhoseLists"),
    answer: Answer::Json(200, "HandedInLists"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let mut sent = Sent::read_or_nothing(&request, body).await?;
    let registration_id = sent.fields.id("registration_id").map(RegistrationId);
    let order = sent.order(&request, tournament_id)?;
    let done = request.shared.commands.unlock_lists(&order, &UnlockLists { registration_id }).await;
    lists::answer(&request, &done.map_err(problems::not_done)?.folded, registration_id).await
}
