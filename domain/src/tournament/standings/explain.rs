//! Explains the numbers of a standings line: the contests that count, each opponent's contribution, byes and floors.
//!
//! It uses the same table, tally and shares as the line itself, so the explanation always adds up to the published
//! numbers.

use std::collections::BTreeMap;

use proto_events::ids::RoundId;
use proto_events::tournament::Games;

use super::order::SwissTable;
use super::percentages::{Opponents, Percentage, Shares, opponents};
use super::tally::{Contest, Side, Tally, contests, swiss_rounds, tally};
pub use super::tally::{Ended, Score};
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
    /// The opponent. Its numbers enter the averages once the contest has a result.
    pub opponent: Option<Numbers>,
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
    let as_of = SwissTable::after(tournament, last_played(tournament, round)?).as_of;
    let mut workings: BTreeMap<i32, Workings<'_>> = BTreeMap::new();
    let explained = lines.into_iter().filter_map(|(place, line)| {
        let as_of_round = *as_of.get(place)?;
        workings.entry(as_of_round).or_insert_with(|| Workings::of(tournament, as_of_round)).explain(place, line)
    });
    Some(explained.collect())
}

/// The data behind all lines after a round.
struct Workings<'a> {
    tournament: &'a Tournament,
    round: i32,
    tally: Tally,
    shares: Shares,
    opponents: Vec<Opponents>,
}

impl<'a> Workings<'a> {
    fn of(tournament: &'a Tournament, round: i32) -> Self {
        let tally = tally(tournament, round);
        let shares = Shares::of(tournament, &tally, round);
        let opponents = opponents(&tally.meetings, &shares.counted);
        Self { tournament, round, tally, shares, opponents }
    }

    fn explain(&self, place: usize, standing: Standing) -> Option<Explanation> {
        let met = self.opponents.get(place)?;
        Some(Explanation {
            standing,
            as_of_round: self.round,
            floor: self.shares.floor.shown,
            own: self.numbers(place)?,
            contests: self.contests(place),
            opponents: met.count,
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
        let (score, counted): (&Score, _) = (self.tally.scores.get(place)?, self.shares.counted.get(place)?);
        Some(Numbers {
            competitor: self.tournament.competitor_at(place),
            score: *score,
            possible_match_points: self.tournament.details.rules.points_for_win * score.rounds,
            match_win: share(*self.shares.match_wins.get(place)?, counted.match_win),
            game_win: share(*self.shares.game_wins.get(place)?, counted.game_win),
        })
    }

    fn contests(&self, place: usize) -> Vec<Explained> {
        let rounds = swiss_rounds(self.tournament, self.round);
        let contests = rounds.flat_map(|round| contests(self.tournament, round).map(move |contest| (round, contest)));
        let own = contests.filter_map(|(round, contest)| {
            let (side, opponent) = seat(&contest, place)?;
            let (result, games) = contest.outcome.seen_by(side);
            Some(Explained {
                round_id: round.id,
                round_number: round.number,
                result,
                games,
                match_points: result.points(&self.tournament.details.rules),
                opponent: opponent.and_then(|opponent| self.numbers(opponent)),
            })
        });
        own.collect()
    }
}

/// Returns a competitor's side in a contest, and the opponent's index. `None` if the competitor is not part of it.
fn seat(contest: &Contest, place: usize) -> Option<(Side, Option<usize>)> {
    if contest.first == place {
        return Some((Side::First, contest.opponent));
    }
    (contest.opponent == Some(place)).then_some((Side::Second, Some(contest.first)))
}
