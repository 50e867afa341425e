//! Rounds with their matches and standings.

use api_kit::description::{Answer, Parameter, Tag, Values};
use axum::response::Response;
use domain::permissions::Operation::{ReadEvents, ReadOneEvent, ReadRegistrations};
use service_kit::message;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};
use crate::endpoint::{Cached, Endpoint, Handler};
use crate::own_events::Named;
use crate::selection::{Selectable, parameters};
use crate::stored::Stored;

pub(crate) const ENDPOINTS: &[Endpoint] = &[LIST, ONE, MATCHES, STANDINGS];

const LIST: Endpoint = Endpoint {
    template: "/api/v1/tournament-rounds/",
    handler: Handler::Stored(ReadEvents, Stored::Selection(Selectable::Rounds)),
    source_views: &[ViewKind::Round, ViewKind::ListedEvent, ViewKind::ConventionSummary],
    cached: None,
    id: "list_rounds",
    tag: Tag::Rounds,
    summary: "List the rounds of all events of your organization",
    text: "Sorted by event as in the list of events, then by phase, then by round number. Without parameters, the \
           whole list is streamed. With any of them, the answer is a page, and `Link` has the address of the next one. \
           A round starts with its event, and its summary lacks the matches.",
    parameters: &parameters(|| Selectable::Rounds.statuses(), "COMPLETE"),
    answer: Answer::JsonArrayOrSummaries("Round", "RoundSummary"),
};

const ONE: Endpoint = Endpoint {
    template: "/api/v1/tournament-rounds/{id}/",
    handler: Handler::Stored(ReadOneEvent, Stored::ForPlayers(ViewKind::Round, Named::Round)),
    source_views: &[ViewKind::Round, ViewKind::OwnRegistration, ViewKind::RoundEvent],
    cached: Some(Cached::document(ViewKind::Round)),
    id: "get_round",
    tag: Tag::Rounds,
    summary: "Get a round with its matches in short",
    text: "Matches are sorted by table number.",
    parameters: &[],
    answer: Answer::json(200, "Round"),
};

const MATCHES: Endpoint = Endpoint {
    template: "/api/v1/tournament-rounds/{id}/matches/",
    handler: Handler::Known(ReadOneEvent, |call, caller| Box::pin(matches(call, caller))),
    source_views: &[
        ViewKind::RoundMatches,
        ViewKind::RoundTeamMatches,
        ViewKind::OwnRegistration,
        ViewKind::RoundEvent,
    ],
    cached: Some(Cached::document(ViewKind::RoundMatches)),
    id: "get_round_matches",
    tag: Tag::Rounds,
    summary: "Get a round with its matches in detail",
    text: "Matches are sorted by table number. `winning_player`, `assigned_judge` and `winner` are null if there is \
           none. `team_event_matches` is filled only with `teams=true`, and is empty for events without teams. Team \
           matches contain e-mail addresses and payments, so they need the permission to read registrations.",
    parameters: &[Parameter {
        name: "teams",
        text: "Whether `team_event_matches` is filled.",
        values: Values::Boolean,
        example: "true",
    }],
    answer: Answer::json(200, "RoundMatches"),
};

/// Answers with the matches. Events without teams have only one form of them. Team matches contain data of
/// registrations, so they need the permission to read those.
async fn matches(call: Call, caller: Caller) -> Result<Response, Problem> {
    let with_teams = call.query().boolean("teams")?.unwrap_or(false);
    if with_teams && let Some(found) = call.find_of_event(&caller, ViewKind::RoundTeamMatches, Named::Round).await? {
        if found.as_player {
            return Err(Problem::forbidden(message!(
                "team-matches-for-staff",
                "Only the event's staff may read its team matches."
            )));
        }
        caller.authorize(ReadRegistrations)?;
        return call.answer(&found.entry).await;
    }
    call.of_event(&caller, ViewKind::RoundMatches, Named::Round).await
}

const STANDINGS: Endpoint = Endpoint {
    template: "/api/v1/tournament-rounds/{id}/standings/",
    handler: Handler::Stored(ReadOneEvent, Stored::ForPlayers(ViewKind::RoundStandings, Named::Round)),
    source_views: &[ViewKind::RoundStandings, ViewKind::OwnRegistration, ViewKind::RoundEvent],
    cached: Some(Cached::document(ViewKind::RoundStandings)),
    id: "get_round_standings",
    tag: Tag::Rounds,
    summary: "Get the standings at the end of a round",
    text: "Sorted by rank. Standings of a completed round are frozen: a later drop does not change them, a corrected \
           result does. During the round, they contain the results so far. No field is ever null; percentages are \
           fractions from 0 to 1.",
    parameters: &[],
    answer: Answer::json(200, "Standings"),
};
