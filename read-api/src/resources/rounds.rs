//! Rounds with their matches and standings, and the explanation of a line of standings.

use api_kit::description::{Answer, AnswerSchema, Parameter, Tag, Values};
use api_kit::path::{integer, short};
use axum::response::Response;
use domain::documents::RoundInShort;
use domain::permissions::Operation::{ReadEvents, ReadOneEvent, ReadRegistrations};
use domain::tournament::sheet::Sheet;
use domain::tournament::standings::explain::{StandingsExplanation, explanations};
use domain::user::nameless;
use proto_events::ids::{RoundId, UserId};
use service_kit::message;
use service_kit::problem::Problem;
use storage::{RoundEvent, ViewKind};

use crate::call::{Call, Caller};
use crate::endpoint::{Cached, Endpoint, Handler};
use crate::own_events::{Named, read};
use crate::selection::{Selectable, parameters};
use crate::stored::Stored;
use crate::tiebreakers::TIEBREAKERS;

pub(crate) static ENDPOINTS: &[Endpoint] = &[LIST, ONE, MATCHES, STANDINGS, EXPLAIN];

const LIST: Endpoint = Endpoint {
    template: "/api/v1/tournament-rounds/",
    handler: Handler::Stored(ReadEvents, Stored::Selection(Selectable::Rounds)),
    source_views: &[ViewKind::Round, ViewKind::ListedEvent, ViewKind::ConventionSummary],
    id: "list_rounds",
    tag: Tag::Rounds,
    summary: "List the rounds of all events of your organization",
    text: "Sorted by event as in the list of events, then by phase, then by round number. Without parameters, the \
           whole list is streamed. With any of them, the answer is a page, and `Link` has the address of the next one. \
           A round starts with its event, and its summary lacks the matches.",
    parameters: &parameters(|| Selectable::Rounds.statuses(), "COMPLETE"),
    answer: Answer::JsonArrayOrSummaries(AnswerSchema::Documents(ViewKind::Round), AnswerSchema::of::<RoundInShort>()),
    ..Endpoint::NEW
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
    answer: Answer::document(ViewKind::Round),
    ..Endpoint::NEW
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
    answer: Answer::document(ViewKind::RoundMatches),
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
    let found = call.find_of_event(&caller, ViewKind::RoundMatches, Named::Round).await?;
    call.answer(&found.ok_or_else(|| Named::Round.unknown(&call))?.entry).await
}

const STANDINGS: Endpoint = Endpoint {
    template: "/api/v1/tournament-rounds/{id}/standings/",
    handler: Handler::Known(ReadOneEvent, |call, caller| Box::pin(standings(call, caller))),
    source_views: &[
        ViewKind::RoundStandings,
        ViewKind::RoundTiebreakers,
        ViewKind::OwnRegistration,
        ViewKind::RoundEvent,
    ],
    cached: Some(Cached::document(ViewKind::RoundStandings)),
    id: "get_round_standings",
    tag: Tag::Rounds,
    summary: "Get the standings at the end of a round",
    text: "Sorted by rank. Standings of a completed round are frozen: a later drop does not change them, a corrected \
           result does. During the round, they contain the results so far. No field is ever null; percentages are \
           fractions from 0 to 1.",
    parameters: &[TIEBREAKERS],
    answer: Answer::document(ViewKind::RoundStandings),
};

async fn standings(call: Call, caller: Caller) -> Result<Response, Problem> {
    let found = call.find_of_event(&caller, ViewKind::RoundStandings, Named::Round).await?;
    let found = found.ok_or_else(|| Named::Round.unknown(&call))?;
    call.answer_standings(found.organization_id, call.id("round")?, &found.entry).await
}

const EXPLAIN: Endpoint = Endpoint {
    template: "/api/v1/tournament-rounds/{id}/standings/{player_id}/explain/",
    handler: Handler::Known(ReadOneEvent, |call, caller| Box::pin(explained_line(call, caller))),
    source_views: &[ViewKind::RoundEvent, ViewKind::StandingsSheet, ViewKind::Account, ViewKind::OwnRegistration],
    id: "explain_standing",
    tag: Tag::Organizing,
    summary: "Explain a line of a round's standings",
    text: "Shows the opponents round by round with their values in the means, byes and assigned losses, which do not \
           count in the means, and where the floor of the event's rules replaces a lower number. The numbers come from \
           the calculation of the standings, so both agree. `player_id` is that of the line: the id of the player, or \
           of the team in a team event. For a player cut after a day, the explanation shows the state at the cut. \
           Rounds whose pairings are not published are left out for readers who may not read registrations.",
    answer: Answer::of::<StandingsExplanation>(200),
    ..Endpoint::NEW
};

/// Answers with the explanation. It is computed for each request from the event's sheet, with the code of `domain` that
/// computes the standings. Stored explanations would be rewritten with every result, but only one player in a thousand
/// needs one.
async fn explained_line(call: Call, caller: Caller) -> Result<Response, Problem> {
    let round = call.id("round")?;
    let found = call.find_of_event(&caller, ViewKind::RoundEvent, Named::Round).await?;
    let found = found.ok_or_else(|| Named::Round.unknown(&call))?;
    let RoundEvent { event } = read(&found.entry)?;
    let sheet = call.find(found.organization_id, ViewKind::StandingsSheet, event).await?;
    let sheet = sheet.ok_or_else(|| Named::Round.unknown(&call))?;
    let player = call.param("player_id");
    let explained = match integer(player) {
        Some(player) => {
            let explained = tokio::task::spawn_blocking(move || explain(&sheet.body, RoundId(round), player));
            explained.await.map_err(Problem::internal)??
        }
        None => None,
    };
    let (is_for_teams, mut line) = explained.ok_or_else(|| {
        Problem::not_found(message!(
            "no-line-of-player",
            "The standings of this round have no line of a player `{player}`.",
            player = short(player)
        ))
    })?;
    if !is_for_teams {
        let opponents = line.rounds.iter_mut().flat_map(|round| round.opponent.iter_mut().chain(&mut round.opponents));
        let mut names: Vec<(i64, &mut String)> = opponents.map(|player| (player.player_id, &mut player.name)).collect();
        names.push((line.player_id, &mut line.name));
        for (id, name) in names {
            let user = UserId(id);
            *name = call.name_of(user).await?.unwrap_or_else(|| nameless(user).into_owned());
        }
    }
    call.answer_made(&line).await
}

/// Returns the explained line of a player or a team, still without names of players, and whether it is of a team.
fn explain(sheet: &[u8], round: RoundId, player: i64) -> Result<Option<(bool, StandingsExplanation)>, Problem> {
    let sheet: Sheet = serde_json::from_slice(sheet).map_err(Problem::internal)?;
    let tournament = sheet.tournament();
    let line = explanations(&tournament, round, Some(player)).and_then(|mut lines| lines.pop());
    Ok(line.map(|line| (tournament.is_team_event(), line)))
}
