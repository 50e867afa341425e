//! Explains the numbers of a standings line: the contests that count, each opponent's contribution, byes and floors.
//!
//! It uses the same table, tally and shares as the line itself, so the explanation always adds up to the published
//! numbers.

use proto_events::ids::RoundId;
use serde::Serialize;
use utoipa::ToSchema;

use super::order::SwissTable;
use super::percentages::{Evaluation, Percentage};
pub use super::points::Ended;
pub use super::tally::Score;
use super::tally::{contests, swiss_rounds};
use super::tiebreakers::TiebreakerValue;
use super::{Standing, last_played, standings_after};
use crate::fraction::Rounded;
use crate::tournament::Tournament;

/// A line of standings with its explanation.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct StandingsExplanation {
    /// Number of the round.
    pub round_number: i32,
    /// Number of the last round that counts for the line: for a player cut after a day, the last round before the cut.
    pub as_of_round_number: i32,
    /// Rank in the standings.
    pub rank: i32,
    /// Id of the player, or of the team.
    pub player_id: i64,
    /// Name of the player, or of the team.
    pub name: String,
    /// Match points.
    pub match_points: i32,
    /// Lowest value that a percentage counts as.
    pub floor: f64,
    /// The match-win percentage of the line.
    pub match_win_percentage: MatchShare,
    /// The game-win percentage of the line.
    pub game_win_percentage: GameShare,
    /// Mean of the opponents' match-win percentages after the floor.
    pub opponent_match_win_percentage: Mean,
    /// Mean of the opponents' game-win percentages after the floor.
    pub opponent_game_win_percentage: Mean,
    /// Mean of the opponents' match points.
    pub opponent_average_match_points: Mean,
    /// The values of the event's tiebreakers, in their order.
    pub tiebreakers: Vec<TiebreakerValue>,
    /// The Swiss rounds that the player was paired in, in playing order.
    pub rounds: Vec<ExplainedRound>,
}

/// A Swiss round of an explained line.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ExplainedRound {
    /// Id of the round.
    pub round_id: i64,
    /// Number of the round.
    pub round_number: i32,
    /// Result for the player. An `OPEN` round does not count yet.
    #[schema(inline)]
    pub result: Ended,
    /// Games won; null if unknown.
    pub games_won: Option<i32>,
    /// Games lost; null if unknown.
    pub games_lost: Option<i32>,
    /// Games drawn; null if unknown.
    pub games_drawn: Option<i32>,
    /// Match points from the round.
    pub match_points: i32,
    /// The opponent, who counts in the means once there is a result; null in a pod, and for a bye or an assigned loss,
    /// which do not count in the means.
    pub opponent: Option<ExplainedPlayer>,
    /// The opponents in a pod; empty in a match of two.
    pub opponents: Vec<ExplainedPlayer>,
    /// Whether the round counts for percentages: not if these began anew after it.
    pub is_counted: bool,
}

/// An opponent with its values in the means.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ExplainedPlayer {
    /// Id of the player, or of the team.
    pub player_id: i64,
    /// Name of the player, or of the team.
    pub name: String,
    /// Match points.
    pub match_points: i32,
    /// The match-win percentage.
    pub match_win_percentage: MatchShare,
    /// The game-win percentage.
    pub game_win_percentage: GameShare,
}

/// Share of the possible match points that were won.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct MatchShare {
    /// Value that counts: for the line in the standings, for an opponent in the mean.
    pub value: f64,
    /// Share before the floor; null without a round with a result.
    pub before_floor: Option<f64>,
    /// Match points won.
    pub points: i32,
    /// Possible match points in the rounds with a result, including byes and assigned losses.
    pub possible_points: i32,
}

/// Share of the possible game points that were won: a won game gives three, a drawn game one. A bye counts as two won
/// games, an assigned loss as none.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct GameShare {
    /// Value that counts: for the line in the standings, for an opponent in the mean.
    pub value: f64,
    /// Share before the floor; null without games, or if the games of a match are unknown.
    pub before_floor: Option<f64>,
    /// Games won.
    pub games_won: i32,
    /// Games lost.
    pub games_lost: i32,
    /// Games drawn.
    pub games_drawn: i32,
}

/// A mean over the opponents.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Mean {
    /// The mean. Without opponents, it is the floor, or 0 for match points.
    pub value: f64,
    /// Sum over the opponents.
    pub sum: f64,
    /// Number of opponents; an opponent met twice counts twice. For match-win percentages, rounds without an opponent
    /// may add some, by the event's rules.
    pub opponents: i64,
}

/// Explains the line of a player or a team in the standings after a round, or all lines, best first. `None` for an
/// unknown round. The names of players are empty, because a tournament does not know them.
pub fn explanations(
    tournament: &Tournament,
    round: RoundId,
    player_id: Option<i64>,
) -> Option<Vec<StandingsExplanation>> {
    let (_, asked) = tournament.round(round)?;
    let lines = standings_after(tournament, round)?.into_iter();
    let lines: Vec<(usize, Standing)> = lines
        .filter_map(|line| Some((tournament.place_of(line.competitor)?, line)))
        .filter(|(place, _)| player_id.is_none_or(|wanted| who(tournament, *place).is_some_and(|(id, _)| id == wanted)))
        .collect();
    let table = SwissTable::after(tournament, last_played(tournament, round)?);
    let explained = lines.into_iter().filter_map(|(place, line)| {
        let as_of = table.ends.as_of.get(place)?;
        let numbers = table.evaluations.iter().find(|numbers| numbers.round == *as_of)?;
        Workings { tournament, numbers }.explain(place, &line, asked.number)
    });
    Some(explained.collect())
}

/// Returns the id of a player or a team, and the name of a team.
fn who(tournament: &Tournament, place: usize) -> Option<(i64, String)> {
    if tournament.is_team_event() {
        return tournament.teams.get(place).map(|team| (team.id.0, team.name.clone()));
    }
    tournament.registrations.get(place).map(|entry| (entry.user_id.0, String::new()))
}

/// The data behind the lines of those for whom the same round is the last one.
struct Workings<'a> {
    tournament: &'a Tournament,
    numbers: &'a Evaluation,
}

impl Workings<'_> {
    fn explain(&self, place: usize, line: &Standing, round_number: i32) -> Option<StandingsExplanation> {
        let (own, met) = (self.player(place)?, self.numbers.opponents.get(place)?);
        let floor = self.numbers.shares.floor.shown;
        let mean = |value: Rounded, units: i128, decimals: u8| {
            let sum = Rounded { units: i64::try_from(units).unwrap_or(i64::MAX), decimals };
            Mean { value: value.as_f64(), sum: sum.as_f64(), opponents: met.count }
        };
        Some(StandingsExplanation {
            round_number,
            as_of_round_number: self.numbers.round,
            rank: line.rank,
            player_id: own.player_id,
            name: own.name,
            match_points: line.score.points,
            floor: floor.as_f64(),
            match_win_percentage: own.match_win_percentage,
            game_win_percentage: GameShare { value: line.game_win.as_f64(), ..own.game_win_percentage },
            opponent_match_win_percentage: Mean {
                opponents: met.count + met.added,
                ..mean(line.opponent_match_win, met.match_win.shown, floor.decimals)
            },
            opponent_game_win_percentage: mean(line.opponent_game_win, met.game_win.shown, floor.decimals),
            opponent_average_match_points: mean(line.opponent_average_match_points, met.points.into(), 0),
            tiebreakers: line.values.iter().map(TiebreakerValue::from).collect(),
            rounds: self.rounds(place),
        })
    }

    fn player(&self, place: usize) -> Option<ExplainedPlayer> {
        let Evaluation { shares, tally, .. } = self.numbers;
        let (score, counted): (&Score, _) = (tally.scores.get(place)?, shares.counted.get(place)?);
        let before_floor = |share: Option<Percentage>| share.map(|share| share.shown.as_f64());
        let (player_id, name) = who(self.tournament, place)?;
        Some(ExplainedPlayer {
            player_id,
            name,
            match_points: score.points,
            match_win_percentage: MatchShare {
                value: counted.match_win.shown.as_f64(),
                before_floor: before_floor(*shares.match_wins.get(place)?),
                points: score.points,
                possible_points: self.tournament.details.rules.points_for_win * score.rounds,
            },
            game_win_percentage: GameShare {
                value: counted.game_win.shown.as_f64(),
                before_floor: before_floor(*shares.game_wins.get(place)?),
                games_won: score.games_won,
                games_lost: score.games_lost,
                games_drawn: score.games_drawn,
            },
        })
    }

    fn rounds(&self, place: usize) -> Vec<ExplainedRound> {
        let rounds = swiss_rounds(self.tournament, self.numbers.round);
        let contests = rounds.flat_map(|round| contests(self.tournament, round).map(move |contest| (round, contest)));
        let own = contests.filter_map(|(round, contest)| {
            let seat = contest.sides().position(|side| side == place)?;
            let (result, match_points) = contest.seen_by(seat, &self.tournament.details.rules);
            let games = contest.games_seen_by(seat);
            let opponents = contest.sides().filter(|side| *side != place);
            let mut opponents: Vec<_> = opponents.filter_map(|opponent| self.player(opponent)).collect();
            Some(ExplainedRound {
                round_id: round.id.0,
                round_number: round.number,
                result,
                games_won: games.map(|games| games.first),
                games_lost: games.map(|games| games.second),
                games_drawn: games.map(|games| games.drawn),
                match_points,
                opponent: if opponents.len() == 1 { opponents.pop() } else { None },
                opponents,
                is_counted: round.number > self.numbers.since,
            })
        });
        own.collect()
    }
}
