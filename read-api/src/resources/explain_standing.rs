//! The explanation of a line of standings.
//!
//! The explanation is computed for each request from the event's sheet, with the code of `domain` that computes the
//! standings. Stored explanations would be rewritten with every result, but only one player in a thousand needs one.

pub(crate) mod document;

use std::collections::HashMap;

use api_kit::description::{Answer, Tag};
use api_kit::path::{integer, nothing, short};
use axum::response::Response;
use bytes::Bytes;
use domain::permissions::Operation::ReadOneEvent;
use domain::tournament::Tournament;
use domain::tournament::sheet::Sheet;
use domain::tournament::standings::Competitor;
use domain::tournament::standings::explain::{Explanation, explanations};
use domain::user::nameless;
use proto_events::ids::{RoundId, UserId};
use service_kit::message;
use service_kit::problem::Problem;
use storage::{RoundEvent, ViewKind};

use self::document::{Names, StandingsExplanation, id_of};
use crate::call::{Call, Caller};
use crate::endpoint::{Endpoint, Handler};
use crate::own_events::{Named, read};

/// Sheets up to this many bytes are processed on the asynchronous threads, larger ones on blocking threads.
const INLINE_UP_TO: usize = 32 * 1024;

pub(crate) const ENDPOINTS: &[Endpoint] = &[Endpoint {
    template: "/api/v1/tournament-rounds/{id}/standings/{player_id}/explain/",
    handler: Handler::Known(ReadOneEvent, |call, caller| Box::pin(answer(call, caller))),
    source_views: &[ViewKind::RoundEvent, ViewKind::StandingsSheet, ViewKind::Account, ViewKind::OwnRegistration],
    cached: None,
    id: "explain_standing",
    tag: Tag::Organizing,
    summary: "Explain a line of a round's standings",
    text: "Shows the opponents round by round with their values in the means, byes and assigned losses, which do not \
           count in the means, and where the floor of the event's rules replaces a lower number. The numbers come from \
           the calculation of the standings, so both agree. `player_id` is that of the line: the id of the player, or \
           of the team in a team event. For a player cut after a day, the explanation shows the state at the cut. \
           Rounds whose pairings are not published are left out for readers who may not read registrations.",
    parameters: &[],
    answer: Answer::json(200, "StandingsExplanation"),
}];

/// Answers with the explanation.
async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let round = call.id("round")?;
    let found = call.found_of_event(&caller, ViewKind::RoundEvent, Named::Round).await?;
    let RoundEvent { event } = read(&found.entry)?;
    let sheet = call.find(found.organization_id, ViewKind::StandingsSheet, event).await?;
    let sheet = sheet.ok_or_else(|| nothing("round", call.param("id")))?;
    let player = call.param("player_id");
    let explained = match integer(player) {
        Some(player) => reckon(sheet.body.clone(), RoundId(round), player).await?,
        None => None,
    };
    let (tournament, line) = explained.ok_or_else(|| {
        Problem::not_found(message!(
            "no-line-of-player",
            "The standings of this round have no line of a player `{player}`.",
            player = short(player)
        ))
    })?;
    let names = names(&call, &tournament, &line).await?;
    call.answer_made(&StandingsExplanation::new(&tournament, RoundId(round), &line, &names)).await
}

/// Returns the explained line of a player or a team. Large sheets are processed on a blocking thread.
async fn reckon(sheet: Bytes, round: RoundId, player: i64) -> Result<Option<(Tournament, Explanation)>, Problem> {
    if sheet.len() <= INLINE_UP_TO {
        return explain(&sheet, round, player);
    }
    tokio::task::spawn_blocking(move || explain(&sheet, round, player)).await.map_err(Problem::internal)?
}

fn explain(sheet: &[u8], round: RoundId, player: i64) -> Result<Option<(Tournament, Explanation)>, Problem> {
    let sheet: Sheet = serde_json::from_slice(sheet).map_err(Problem::internal)?;
    let tournament = sheet.tournament().map_err(Problem::internal)?;
    let mut lines = explanations(&tournament, round, |line| id_of(&tournament, line.competitor) == Some(player))
        .unwrap_or_default();
    Ok(lines.pop().map(|line| (tournament, line)))
}

/// Returns the names of all competitors in an explanation.
async fn names(call: &Call, tournament: &Tournament, line: &Explanation) -> Result<Names, Problem> {
    let opponents = line.contests.iter().filter_map(|contest| contest.opponent).map(|it| it.competitor);
    let mut names = HashMap::new();
    for competitor in opponents.chain([line.standing.competitor]) {
        let Some(id) = id_of(tournament, competitor).filter(|id| !names.contains_key(id)) else { continue };
        let name = match competitor {
            Competitor::Team(team) => tournament.team(team).map(|team| team.name.clone()).unwrap_or_default(),
            Competitor::Player(_) => {
                let user = UserId(id);
                call.name_of(user).await?.unwrap_or_else(|| nameless(user).into_owned())
            }
        };
        names.insert(id, name);
    }
    Ok(names)
}
