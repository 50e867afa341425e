//! Explains the numbers of a standings line: the contests that count, each opponent's contribution, byes and floors.
//!
//! It uses the same table, tally and shares as the line itself, so the explanation always adds up to the published
//! numbers.

use proto_events::ids::RoundId;
use proto_events::tournament::Games;

use super::order::SwissTable;
use super::percentages::{Evaluation, Percentage};
pub use super::points::Ended;
pub use super::tally::Score;
use super::tally::{contests, swiss_rounds};
use super::{Competitor, Standing, last_played, standings_after};
use crate::fraction::Rounded;
use crate::tournament::Tournament;

/// A line of standings with the numbers behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The line.
    pub standing: Standing,
    /// Number of the last round that counts for it: the requested round, or the round before the cut that the player
    /// missed.
    pub as_of_round: i32,
    /// The lowest value that a percentage counts as.
    pub floor: Rounded,
    /// The numbers behind the competitor's own percentages.
    pub own: Numbers,
    /// The contests of the Swiss rounds, in playing order.
    pub contests: Vec<Explained>,
    /// Number of opponents that count; an opponent met twice counts twice.
    pub opponents: i64,
    /// Opponents that byes and assigned losses add to the match-win percentages.
    pub added_opponents: i64,
    /// Sum of their match-win percentages as they count, in units of [`Explanation::floor`].
    pub match_win_sum: i128,
    /// Sum of their game-win percentages as they count, in the same units.
    pub game_win_sum: i128,
    /// Sum of their match points.
    pub match_point_sum: i64,
}

/// The numbers of a competitor that enter percentages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Numbers {
    /// The competitor.
    pub competitor: Competitor,
    /// The competitor's results.
    pub score: Score,
    /// Most match points possible in the rounds with a result.
    pub possible_match_points: i32,
    /// Match-win percentage: match points over possible match points.
    pub match_win: Share,
    /// Game-win percentage: game points over possible game points, with three for a won game and one for a drawn one.
    pub game_win: Share,
}

/// A percentage before the floor, and as it counts for opponents.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// Before the floor; none if there are no results to divide.
    pub own: Option<Rounded>,
    /// After the floor.
    pub counted: Rounded,
}

/// A contest of a Swiss round, from one side.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    /// The round.
    pub round_id: RoundId,
    /// Its number.
    pub round_number: i32,
    /// How it ended.
    pub result: Ended,
    /// Games as they count; none if unknown, or before the end.
    pub games: Option<Games>,
    /// Match points from it.
    pub match_points: i32,
    /// The opponent, in a pod all of them. Their numbers enter the averages once the contest has a result.
    pub opponents: Vec<Numbers>,
    /// Whether the round counts for percentages: not if they began anew after it.
    pub is_counted: bool,
}

/// Explains selected lines of the standings after a round, best first. `None` for an unknown round.
pub fn explanations(
    tournament: &Tournament,
    round: RoundId,
    wanted: impl Fn(&Standing) -> bool,
) -> Option<Vec<Explanation>> {
    let lines = standings_after(tournament, round)?.into_iter().filter(|line| wanted(line));
    let lines: Vec<(usize, Standing)> =
        lines.filter_map(|line| Some((tournament.place_of(line.competitor)?, line))).collect();
    let table = SwissTable::after(tournament, last_played(tournament, round)?);
    let explained = lines.into_iter().filter_map(|(place, line)| {
        let as_of = table.ends.as_of.get(place)?;
        let numbers = table.evaluations.iter().find(|numbers| numbers.round == *as_of)?;
        Workings { tournament, numbers }.explain(place, line)
    });
    Some(explained.collect())
}

/// The data behind the lines of those for whom the same round is the last one.
struct Workings<'a> {
    tournament: &'a Tournament,
    numbers: &'a Evaluation,
}

impl Workings<'_> {
    fn explain(&self, place: usize, standing: Standing) -> Option<Explanation> {
        let met = self.numbers.opponents.get(place)?;
        Some(Explanation {
            standing,
            as_of_round: self.numbers.round,
            floor: self.numbers.shares.floor.shown,
            own: self.numbers(place)?,
            contests: self.contests(place),
            opponents: met.count,
            added_opponents: met.added,
            match_win_sum: met.match_win.shown,
            game_win_sum: met.game_win.shown,
            match_point_sum: met.points,
        })
    }

    fn numbers(&self, place: usize) -> Option<Numbers> {
        let share = |own: Option<Percentage>, counted: Percentage| Share {
            own: own.map(|own| own.shown),
            counted: counted.shown,
        };
        let Evaluation { shares, tally, .. } = self.numbers;
        let (score, counted): (&Score, _) = (tally.scores.get(place)?, shares.counted.get(place)?);
        Some(Numbers {
            competitor: self.tournament.competitor_at(place),
            score: *score,
            possible_match_points: self.tournament.details.rules.points_for_win * score.rounds,
            match_win: share(*shares.match_wins.get(place)?, counted.match_win),
            game_win: share(*shares.game_wins.get(place)?, counted.game_win),
        })
    }

    fn contests(&self, place: usize) -> Vec<Explained> {
        let rounds = swiss_rounds(self.tournament, self.numbers.round);
        let contests = rounds.flat_map(|round| contests(self.tournament, round).map(move |contest| (round, contest)));
        let own = contests.filter_map(|(round, contest)| {
            let seat = contest.sides().position(|side| side == place)?;
            let (result, match_points) = contest.seen_by(seat, &self.tournament.details.rules);
            let opponents = contest.sides().filter(|side| *side != place);
            Some(Explained {
                round_id: round.id,
                round_number: round.number,
                result,
                games: contest.games_seen_by(seat),
                match_points,
                opponents: opponents.filter_map(|opponent| self.numbers(opponent)).collect(),
                is_counted: round.number > self.numbers.since,
            })
        });
        own.collect()
    }
}
