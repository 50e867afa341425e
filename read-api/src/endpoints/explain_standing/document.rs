//! The document of an explanation.

use std::collections::HashMap;

use domain::fraction::Rounded;
use domain::tournament::Tournament;
use domain::tournament::standings::Competitor;
use domain::tournament::standings::explain::{Ended, Explained, Explanation, Numbers};
use proto_events::ids::RoundId;
use serde::Serialize;
use utoipa::ToSchema;

use super::id_of;

/// Names by the id under which standings name a player, or a team.
pub(crate) type Names = HashMap<i64, String>;

/// A line of standings, and what it is made from.
#[derive(Serialize, ToSchema)]
pub(crate) struct StandingsExplanation {
    /// Number of the round.
    round_number: i32,
    /// Number of the last round that counts for the line: of a player cut after a day, the last before the cut.
    as_of_round_number: i32,
    /// Place in the standings.
    rank: i32,
    /// Id of the player, or of the team.
    player_id: i64,
    /// Name of the player, or of the team.
    name: String,
    /// Match points.
    match_points: i32,
    /// What no percentage counts less than.
    floor: f64,
    /// The match-win percentage of the line.
    match_win_percentage: MatchShare,
    /// The game-win percentage of the line.
    game_win_percentage: GameShare,
    /// Mean of what the opponents' match-win percentages count.
    opponent_match_win_percentage: Mean,
    /// Mean of what the opponents' game-win percentages count.
    opponent_game_win_percentage: Mean,
    /// Mean of the opponents' match points.
    opponent_average_match_points: Mean,
    /// The Swiss rounds that the player was paired in, in playing order.
    rounds: Vec<ExplainedRound>,
}

/// A Swiss round of an explained line.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExplainedRound {
    /// Id of the round.
    round_id: i64,
    /// Its number.
    round_number: i32,
    /// How it ended for the player. What is `OPEN` counts nothing yet.
    #[schema(inline)]
    result: RoundResult,
    /// Games won in it; null where they are not known.
    games_won: Option<i32>,
    /// Games lost.
    games_lost: Option<i32>,
    /// Games drawn.
    games_drawn: Option<i32>,
    /// Match points that it gave.
    match_points: i32,
    /// The opponent, who counts in the means once there is a result; null for a bye and an assigned loss, which count in
    /// none.
    opponent: Option<ExplainedPlayer>,
}

/// How a round ended for a player.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum RoundResult {
    Open,
    Win,
    Loss,
    Draw,
    Bye,
    AssignedLoss,
}

/// An opponent, and what the means take from it.
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

/// Match points won of those that could be won.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatchShare {
    /// What it counts: of the line as in the standings, of an opponent in the mean.
    value: f64,
    /// The share itself; null before a round with a result.
    before_floor: Option<f64>,
    /// Match points won.
    points: i32,
    /// Match points that could be won in the rounds with a result, byes and assigned losses among them.
    possible_points: i32,
}

/// Points of games won of those that could be won: a won game counts three, a drawn one one. A bye counts two won games, an
/// assigned loss none.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameShare {
    /// What it counts: of the line as in the standings, of an opponent in the mean.
    value: f64,
    /// The share itself; null without games, and where games of a match are not known.
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
    /// The mean: without opponents the floor, of match points 0.
    value: f64,
    /// What the opponents count together.
    sum: f64,
    /// How many they are; one met twice counts twice.
    opponents: i64,
}

impl StandingsExplanation {
    /// The document of an explained line.
    pub(crate) fn new(tournament: &Tournament, round: RoundId, line: &Explanation, names: &Names) -> Self {
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
            match_points: standing.match_points,
            floor: line.floor.as_f64(),
            match_win_percentage: match_share(own),
            game_win_percentage: GameShare { value: standing.game_win.as_f64(), ..game_share(own) },
            opponent_match_win_percentage: mean(standing.opponent_match_win, decimal(line.match_win_sum, decimals)),
            opponent_game_win_percentage: mean(standing.opponent_game_win, decimal(line.game_win_sum, decimals)),
            opponent_average_match_points: mean(
                standing.opponent_average_match_points,
                decimal(line.match_point_sum.into(), 0),
            ),
            rounds: line.contests.iter().map(|contest| explained_round(tournament, contest, names)).collect(),
        }
    }
}

fn who(tournament: &Tournament, competitor: Competitor, names: &Names) -> (i64, String) {
    let id = id_of(tournament, competitor).unwrap_or_default();
    (id, names.get(&id).cloned().unwrap_or_default())
}

fn explained_round(tournament: &Tournament, contest: &Explained, names: &Names) -> ExplainedRound {
    ExplainedRound {
        round_id: contest.round_id.0,
        round_number: contest.round_number,
        result: match contest.result {
            Ended::Open => RoundResult::Open,
            Ended::Won => RoundResult::Win,
            Ended::Lost => RoundResult::Loss,
            Ended::Drawn => RoundResult::Draw,
            Ended::Bye => RoundResult::Bye,
            Ended::AssignedLoss => RoundResult::AssignedLoss,
        },
        games_won: contest.games.map(|games| games.first),
        games_lost: contest.games.map(|games| games.second),
        games_drawn: contest.games.map(|games| games.drawn),
        match_points: contest.match_points,
        opponent: contest.opponent.map(|opponent| {
            let (player_id, name) = who(tournament, opponent.competitor, names);
            ExplainedPlayer {
                player_id,
                name,
                match_points: opponent.match_points,
                match_win_percentage: match_share(&opponent),
                game_win_percentage: game_share(&opponent),
            }
        }),
    }
}

fn match_share(numbers: &Numbers) -> MatchShare {
    MatchShare {
        value: numbers.match_win.counted.as_f64(),
        before_floor: numbers.match_win.own.map(Rounded::as_f64),
        points: numbers.match_points,
        possible_points: numbers.possible_match_points,
    }
}

fn game_share(numbers: &Numbers) -> GameShare {
    GameShare {
        value: numbers.game_win.counted.as_f64(),
        before_floor: numbers.game_win.own.map(Rounded::as_f64),
        games_won: numbers.games_won,
        games_lost: numbers.games_lost,
        games_drawn: numbers.games_drawn,
    }
}

/// A sum in units of 10^-`decimals` as it is printed.
fn decimal(units: i128, decimals: u8) -> f64 {
    let units = i64::try_from(units).unwrap_or(i64::MAX);
    Rounded { units, decimals }.as_f64()
}
