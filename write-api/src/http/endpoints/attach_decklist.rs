//! `PUT /api/v1/magic-events/{id}/registrations/{registration_id}/decklist/`: hands in a list, or takes it back.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use proto_events::StreamId;
use proto_events::ids::DecklistId;
use service_kit::problem::Problem;

use crate::commands::lists::attach_decklist::AttachDecklist;
use crate::http::attached::own_events_with;
use crate::http::documents::lists;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "attach_decklist",
    tag: Tag::Organizing,
    summary: "Hand in a decklist",
    text: "Players hand in one of their own lists for their own registration, before the deadline; the time of \
           arrival counts. Later requests are refused (409), with the event and its deadline. Staff may hand in a \
           list for any player at any time: a list of the organization, or one that the player handed in for an event \
           of the organization. Such a list counts as it was handed in, and the player may continue to change it. Any \
           other list is answered like a list that does not exist (400). null takes the list back.",
    parameters: &[],
    body: Some("HandIn"),
    answer: Answer::Json(200, "HandedInList"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (tournament_id, registration_id) = (request.id("event")?, request.id_in("registration_id", "registration")?);
    let mut sent = Sent::read(&request, body, "{\"decklist_id\": 17}").await?;
    let decklist_id = sent.fields.id_or_null("decklist_id");
    let decklist_id = sent.fields.required("decklist_id", decklist_id, None).map(DecklistId);
    let order = sent.order(&request, tournament_id)?;
    let known_to = match (decklist_id, order.reach.organization_id) {
        (Some(list), Some(organization)) => own_events_with(&request, organization, StreamId::decklist(list)).await?,
        _ => Vec::new(),
    };
    let command = AttachDecklist { registration_id, decklist_id, arrived_at: request.line.arrived_at, known_to };
    let done = request.shared.commands.attach_decklist(&order, &command).await.map_err(problems::not_done)?;
    lists::answer_of_one(&request, &done.folded, registration_id).await
}
