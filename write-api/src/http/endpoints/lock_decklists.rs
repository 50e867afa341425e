//! `POST /api/v1/magic-events/{id}/decklists/lock/`: locks the lists of all players, or that of one.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use proto_events::ids::RegistrationId;
use service_kit::problem::Problem;

use crate::commands::lists::lock_lists::LockLists;
use crate::http::call::Call;
use crate::http::documents::lists;
use crate::http::problems;
use crate::http::sent::Sent;

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "lock_decklists",
    tag: Tag::Organizing,
    summary: "Lock decklists",
    text: "All of them, or that of one registration: players change them no more, whatever the deadline says. With that they are \
           fixed: of each the last revision that was in time or that staff made, and of one that was unlocked the newest, is \
           what counts and what is published, whatever is changed later. All means those too that were unlocked one by one. \
           Lists are fixed as well when the first round starts and when they are published.",
    parameters: &[],
    body: Some("WhoseLists"),
    answer: Answer::Json(200, "HandedInLists"),
};

/// Locks them.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let tournament_id = call.id("event")?;
    let mut sent = Sent::read_or_nothing(&call, body).await?;
    let registration_id = sent.fields.id("registration_id").map(RegistrationId);
    let order = sent.order(&call, tournament_id)?;
    let done = call.shared.commands.lock_lists(&order, &LockLists { registration_id }).await;
    lists::answer(&call, &done.map_err(problems::not_done)?.folded, registration_id).await
}
