//! `POST /api/v1/magic-events/{id}/decklists/lock/`: locks the lists of all players, or the list of one.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use proto_events::ids::RegistrationId;
use service_kit::problem::Problem;

use crate::commands::lists::lock_lists::LockLists;
use crate::http::documents::lists;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "lock_decklists",
    tag: Tag::Organizing,
    summary: "Lock decklists",
    text: "Locks all lists, or the list of one registration: players can no longer change them, whatever the \
           deadline. Locking fixes the lists: of each list, the last revision that was in time or made by staff \
           counts and is published, whatever is changed later; of a list that was unlocked, the newest. Locking all \
           lists includes those that were unlocked one by one. Lists are also fixed when the first round starts and \
           when they are published.",
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
    let done = request.shared.commands.lock_lists(&order, &LockLists { registration_id }).await;
    lists::answer(&request, &done.map_err(problems::not_done)?.folded, registration_id).await
}
