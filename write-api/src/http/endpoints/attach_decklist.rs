//! `PUT /api/v1/magic-events/{id}/registrations/{registration_id}/decklist/`: hands a list in, or takes it back.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use proto_events::StreamId;
use proto_events::ids::DecklistId;
use service_kit::problem::Problem;

use crate::commands::lists::attach_decklist::AttachDecklist;
use crate::http::attached::own_events_with;
use crate::http::call::Call;
use crate::http::documents::lists;
use crate::http::problems;
use crate::http::sent::Sent;

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "attach_decklist",
    tag: Tag::Organizing,
    summary: "Hand in a decklist",
    text: "Players hand in a list of their own for their own registration, in time: what counts is when the request arrives. \
           Later it is refused (409), with the event and its deadline. Staff does it for anybody at any time, with a list of \
           the organization's, or with one that the player handed in for an event of the organization: it counts as it was \
           handed in, and the player may go on changing it. Other lists are answered as lists that do not exist (400). null \
           takes the list back.",
    parameters: &[],
    body: Some("HandIn"),
    answer: Answer::Json(200, "HandedInList"),
};

/// Hands it in.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let (tournament_id, registration_id) = (call.id("event")?, call.id_in("registration_id", "registration")?);
    let mut sent = Sent::read(&call, body, "{\"decklist_id\": 17}").await?;
    let decklist_id = sent.fields.id_or_null("decklist_id");
    let decklist_id = sent.fields.required("decklist_id", decklist_id, None).map(DecklistId);
    let order = sent.order(&call, tournament_id)?;
    let known_to = match (decklist_id, order.reach.organization_id) {
        (Some(list), Some(organization)) => own_events_with(&call, organization, StreamId::decklist(list)).await?,
        _ => Vec::new(),
    };
    let command = AttachDecklist { registration_id, decklist_id, arrived_at: call.asked.arrived_at, known_to };
    let done = call.shared.commands.attach_decklist(&order, &command).await.map_err(problems::not_done)?;
    lists::answer_of_one(&call, &done.folded, registration_id).await
}
