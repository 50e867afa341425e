//! `POST /api/v1/magic-events/{id}/waitlist/promote/`: promotes players from the waitlist.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::{DomainEvent, TournamentEvent};
use service_kit::problem::Problem;

use crate::commands::tournaments::promote_waitlist::PromoteWaitlist;
use crate::http::documents::registrations;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;
use crate::http::{answer as answers, problems};

/// Limit of `count`.
const COUNT: i32 = 100_000;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "promote_waitlist",
    tag: Tag::Organizing,
    summary: "Promote players from the waitlist",
    text: "In the order of the waitlist: as many as there are free places, or all without a capacity; with `count`, \
           that many, even if the event is full. The answer lists the promoted registrations; it is empty if there is \
           no free place or the waitlist is empty. Send an `Idempotency-Key`, so that a repeated request promotes no \
           further players.",
    parameters: &[],
    body: Some("Promotion"),
    answer: Answer::JsonArray("Registration"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let mut sent = Sent::read_or_nothing(&request, body).await?;
    let count = sent.fields.number("count", 0..=COUNT).and_then(|count| usize::try_from(count).ok());
    let order = sent.order(&request, tournament_id)?;
    let commands = &request.shared.commands;
    let done = commands.promote_waitlist(&order, &PromoteWaitlist { count }).await.map_err(problems::not_done)?;
    let mut promoted = Vec::new();
    for event in commands.told(&done).await.map_err(problems::unanswered)? {
        let DomainEvent::Tournament(TournamentEvent::RegistrationStatusChanged { registration_id, .. }) = event else {
            continue;
        };
        if let Some(entry) = done.folded.state.registration(registration_id) {
            let document = registrations::document(&request, &done, entry).await;
            promoted.push(document.map_err(problems::unanswered)?);
        }
    }
    answers::versioned(&request, StatusCode::OK, &done.folded, &promoted).await
}
