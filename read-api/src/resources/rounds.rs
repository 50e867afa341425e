//! Rounds with their matches and standings, and the explanation of a line of standings.

use std::collections::HashMap;

use api_kit::description::{Answer, AnswerSchema, Parameter, Tag, Values};
use api_kit::path::{integer, short};
use axum::response::Response;
use domain::documents::{RoundInShort, TiebreakerValue};
use domain::fraction::Rounded;
use domain::permissions::Operation::{ReadEvents, ReadOneEvent, ReadRegistrations};
use domain::tournament::Tournament;
use domain::tournament::sheet::Sheet;
use domain::tournament::standings::Competitor;
use domain::tournament::standings::explain::{Ended, Explained, Explanation, Numbers, explanations};
use domain::user::nameless;
use proto_events::ids::{RoundId, UserId};
use serde::Serialize;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{RoundEvent, ViewKind};
use utoipa::ToSchema;

use crate::call::{Call, Caller};
use crate::endpoint::{Cached, Endpoint, Handler};
use crate::own_events::{Named, read};
use crate::selection::{Selectable, parameters};
use crate::stored::Stored;
use crate::tiebreakers::TIEBREAKERS;

pub(crate) const ENDPOINTS: &[Endpoint] = &[LIST, ONE, MATCHES, STANDINGS, EXPLAIN];

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

/// Returns the explained line of a player or a team.
fn explain(sheet: &[u8], round: RoundId, player: i64) -> Result<Option<(Tournament, Explanation)>, Problem> {
    let sheet: Sheet = serde_json::from_slice(sheet).map_err(Problem::internal)?;
    let tournament = sheet.tournament();
    let mut lines = explanations(&tournament, round, |line| id_of(&tournament, line.competitor) == Some(player))
        .unwrap_or_default();
    Ok(lines.pop().map(|line| (tournament, line)))
}

/// Returns the names of all competitors in an explanation.
async fn names(call: &Call, tournament: &Tournament, line: &Explanation) -> Result<Names, Problem> {
    let opponents = line.contests.iter().flat_map(|contest| &contest.opponents).map(|it| it.competitor);
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

/// Names by the id of a player or a team in standings.
type Names = HashMap<i64, String>;

/// A line of standings with its explanation.
#[derive(Serialize, ToSchema)]
pub(crate) struct StandingsExplanation {
    /// Number of the round.
    round_number: i32,
    /// Number of the last round that counts for the line: for a player cut after a day, the last round before the cut.
    as_of_round_number: i32,
    /// Rank in the standings.
    rank: i32,
    /// Id of the player, or of the team.
    player_id: i64,
    /// Name of the player, or of the team.
    name: String,
    /// Match points.
    match_points: i32,
    /// Lowest value that a percentage counts as.
    floor: f64,
    /// The match-win percentage of the line.
    match_win_percentage: MatchShare,
    /// The game-win percentage of the line.
    game_win_percentage: GameShare,
    /// Mean of the opponents' match-win percentages after the floor.
    opponent_match_win_percentage: Mean,
    /// Mean of the opponents' game-win percentages after the floor.
    opponent_game_win_percentage: Mean,
    /// Mean of the opponents' match points.
    opponent_average_match_points: Mean,
    /// The values of the event's tiebreakers, in their order.
    tiebreakers: Vec<TiebreakerValue>,
    /// The Swiss rounds that the player was paired in, in playing order.
    rounds: Vec<ExplainedRound>,
}

/// A Swiss round of an explained line.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExplainedRound {
    /// Id of the round.
    round_id: i64,
    /// Number of the round.
    round_number: i32,
    /// Result for the player. An `OPEN` round does not count yet.
    #[schema(inline)]
    result: Ended,
    /// Games won; null if unknown.
    games_won: Option<i32>,
    /// Games lost; null if unknown.
    games_lost: Option<i32>,
    /// Games drawn; null if unknown.
    games_drawn: Option<i32>,
    /// Match points from the round.
    match_points: i32,
    /// The opponent, who counts in the means once there is a result; null in a pod, and for a bye or an assigned loss,
    /// which do not count in the means.
    opponent: Option<ExplainedPlayer>,
    /// The opponents in a pod; empty in a match of two.
    opponents: Vec<ExplainedPlayer>,
    /// Whether the round counts for percentages: not if these began anew after it.
    is_counted: bool,
}

/// An opponent with its values in the means.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExplainedPlayer {
    /// Id of the player, or of the team.
    player_id: i64,
    /// Name of the player, or of the team.
    name: String,
    /// Match points.
    match_points: i32,
    /// The match-win percentage.
    match_win_percentage: MatchShare,
    /// The game-win percentage.
    game_win_percentage: GameShare,
}

/// Share of the possible match points that were won.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatchShare {
    /// Value that counts: for the line in the standings, for an opponent in the mean.
    value: f64,
    /// Share before the floor; null without a round with a result.
    before_floor: Option<f64>,
    /// Match points won.
    points: i32,
    /// Possible match points in the rounds with a result, including byes and assigned losses.
    possible_points: i32,
}

/// Share of the possible game points that were won: a won game gives three, a drawn game one. A bye counts as two won
/// games, an assigned loss as none.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameShare {
    /// Value that counts: for the line in the standings, for an opponent in the mean.
    value: f64,
    /// Share before the floor; null without games, or if the games of a match are unknown.
    before_floor: Option<f64>,
    /// Games won.
    games_won: i32,
    /// Games lost.
    games_lost: i32,
    /// Games drawn.
    games_drawn: i32,
}

/// A mean over the opponents.
#[derive(Serialize, ToSchema)]
pub(crate) struct Mean {
    /// The mean. Without opponents, it is the floor, or 0 for match points.
    value: f64,
    /// Sum over the opponents.
    sum: f64,
    /// Number of opponents; an opponent met twice counts twice. For match-win percentages, rounds without an opponent
    /// may add some, by the event's rules.
    opponents: i64,
}

impl StandingsExplanation {
    /// Builds the document of an explained line.
    fn new(tournament: &Tournament, round: RoundId, line: &Explanation, names: &Names) -> Self {
        let (standing, own) = (&line.standing, &line.own);
        let (player_id, name) = who(tournament, standing.competitor, names);
        let decimals = line.floor.decimals;
        let mean = |value: Rounded, sum: f64| Mean { value: value.as_f64(), sum, opponents: line.opponents };
        Self {
            round_number: tournament.round(round).map_or(0, |(_, round)| round.number),
            as_of_round_number: line.as_of_round,
            rank: standing.rank,
            player_id,
            name,
            match_points: standing.score.points,
            floor: line.floor.as_f64(),
            match_win_percentage: match_share(own),
            game_win_percentage: GameShare { value: standing.game_win.as_f64(), ..game_share(own) },
            opponent_match_win_percentage: Mean {
                opponents: line.opponents + line.added_opponents,
                ..mean(standing.opponent_match_win, decimal(line.match_win_sum, decimals))
            },
            opponent_game_win_percentage: mean(standing.opponent_game_win, decimal(line.game_win_sum, decimals)),
            opponent_average_match_points: mean(
                standing.opponent_average_match_points,
                decimal(line.match_point_sum.into(), 0),
            ),
            tiebreakers: standing.values.iter().map(TiebreakerValue::from).collect(),
            rounds: line.contests.iter().map(|contest| explained_round(tournament, contest, names)).collect(),
        }
    }
}

/// Returns the id of a competitor in standings.
fn id_of(tournament: &Tournament, competitor: Competitor) -> Option<i64> {
    match competitor {
        Competitor::Player(entry) => tournament.registration(entry).map(|entry| entry.user_id.0),
        Competitor::Team(team) => Some(team.0),
    }
}

fn who(tournament: &Tournament, competitor: Competitor, names: &Names) -> (i64, String) {
    let id = id_of(tournament, competitor).unwrap_or_default();
    (id, names.get(&id).cloned().unwrap_or_default())
}

fn explained_round(tournament: &Tournament, contest: &Explained, names: &Names) -> ExplainedRound {
    let player = |opponent: &Numbers| {
        let (player_id, name) = who(tournament, opponent.competitor, names);
        ExplainedPlayer {
            player_id,
            name,
            match_points: opponent.score.points,
            match_win_percentage: match_share(opponent),
            game_win_percentage: game_share(opponent),
        }
    };
    let mut opponents: Vec<_> = contest.opponents.iter().map(player).collect();
    ExplainedRound {
        round_id: contest.round_id.0,
        round_number: contest.round_number,
        result: contest.result,
        games_won: contest.games.map(|games| games.first),
        games_lost: contest.games.map(|games| games.second),
        games_drawn: contest.games.map(|games| games.drawn),
        match_points: contest.match_points,
        opponent: if opponents.len() == 1 { opponents.pop() } else { None },
        opponents,
        is_counted: contest.is_counted,
    }
}

fn match_share(numbers: &Numbers) -> MatchShare {
    MatchShare {
        value: numbers.match_win.counted.as_f64(),
        before_floor: numbers.match_win.own.map(Rounded::as_f64),
        points: numbers.score.points,
        possible_points: numbers.possible_match_points,
    }
}

fn game_share(numbers: &Numbers) -> GameShare {
    GameShare {
        value: numbers.game_win.counted.as_f64(),
        before_floor: numbers.game_win.own.map(Rounded::as_f64),
        games_won: numbers.score.games_won,
        games_lost: numbers.score.games_lost,
        games_drawn: numbers.score.games_drawn,
    }
}

/// Returns a sum that is given in units of 10^-`decimals`.
fn decimal(units: i128, decimals: u8) -> f64 {
    let units = i64::try_from(units).unwrap_or(i64::MAX);
    Rounded { units, decimals }.as_f64()
}
