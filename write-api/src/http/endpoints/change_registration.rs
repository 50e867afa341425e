//! `PATCH /api/v1/magic-events/{id}/registrations/{registration_id}/`: changes a registration.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::tournaments::change_registration::ChangeRegistration;
use crate::http::documents::registrations;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_registration",
    tag: Tag::Organizing,
    summary: "Change a registration",
    text: "Fields that are not given stay as they are. Either all changes are made or none. `registration_status`, \
           `cardpay_payment_intent_status`, `walletpay_order_status` and `queue_check_in_status` change step by step: \
           a step that is not possible is refused (409), and `legal` lists the possible ones. A fixed table belongs \
           to one player, and byes of rounds that have begun cannot be changed (409).",
    parameters: &[],
    body: Some("RegistrationChange"),
    answer: Answer::Json(200, "Registration"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let registration_id = request.id_in("registration_id", "registration")?;
    let mut sent = Sent::read(&request, body, "{\"mark_as_paid\": true}").await?;
    let changes = registrations::changes(&mut sent.fields);
    let order = sent.order(&request, tournament_id)?;
    let command = ChangeRegistration { registration_id, changes };
    let done = request.shared.commands.change_registration(&order, &command).await.map_err(problems::not_done)?;
    registrations::answer(&request, StatusCode::OK, &done, registration_id).await
}
