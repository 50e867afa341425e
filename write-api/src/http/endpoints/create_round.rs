//! `POST /api/v1/magic-events/{id}/rounds/`: adds a round and pairs it.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::rounds::add_round::{AddRound, RoundKind};
use crate::http::documents::rounds;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_round",
    tag: Tag::Organizing,
    summary: "Add and pair a round",
    text: "Every earlier round must be complete, and registration closed. `swiss` pairs all players by score: the \
           first round at random, the last one before a cut by standings if the event is set so. `player_meeting` \
           seats all players by name, `random_player_meeting` at random; these rounds have numbers of 0 and below. \
           `draft_pod` is the next step of a draft: pods are seated, then they play three rounds, then new pods are \
           drafted. `playoff` is the next single-elimination round among the players who made the last cut; players \
           who lost before become `ELIMINATED`. After a draft of one pod that follows a cut, it is paired by seat. \
           `warnings` lists problems of the pairings. Everything random derives from the event's seed.",
    parameters: &[],
    body: Some("NewRound"),
    answer: Answer::Json(201, "WrittenRound"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let mut sent = Sent::read(&request, body, "{\"kind\": \"swiss\"}").await?;
    let kind = sent.fields.choice("kind", RoundKind::ALL);
    let command = AddRound {
        kind: sent.fields.required("kind", kind, RoundKind::Swiss),
        by_standing: sent.fields.boolean("by_standing"),
        new_pods: sent.fields.boolean("new_pods").unwrap_or(false),
        final_round: sent.fields.boolean("final_round"),
    };
    let order = sent.order(&request, tournament_id)?;
    let done = request.shared.commands.add_round(&order, &command).await.map_err(problems::not_done)?;
    // The new round is the last one.
    let added = done.folded.state.rounds().next_back().map(|(_, round)| round.id);
    let added = added.ok_or_else(|| api_kit::path::nothing("round", ""))?;
    rounds::answer(&request, StatusCode::CREATED, &done.folded, added).await
}
