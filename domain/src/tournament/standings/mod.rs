//! Standings after a round, by the rules of the Magic Tournament Rules (appendix C) and the options of the event.
//!
//! `contests` reads the matches, `tally` adds them up, `percentages` divides, `cuts` freezes the lines of players who
//! missed a cut, `bracket` follows the playoff, and `order` ranks. All of them use a competitor's index in
//! [`Tournament::registrations`] (or [`Tournament::teams`]), which avoids map lookups in loops over matches. `explain`
//! shows the numbers behind a line, using the same steps.

mod bracket;
mod contests;
mod cuts;
pub mod explain;
mod order;
mod percentages;
mod tally;

use std::collections::HashMap;

use proto_events::ids::{RegistrationId, RoundId, TeamId};
use proto_events::vocabulary::{ProgressStatus, RoundType};

use self::bracket::{Bracket, Playoff};
use self::cuts::SwissTable;
use self::tally::places_of;
use super::{Round, Tournament};
use crate::fraction::Rounded;

pub(super) use self::contests::{Contest, Outcome, contests, playoff_rounds, swiss_rounds};
pub(super) use self::tally::tally;

/// A player or team with a line in standings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Competitor {
    /// A player.
    Player(RegistrationId),
    /// A team, in a team event.
    Team(TeamId),
}

impl Competitor {
    /// Returns the player's registration, or `None` for a team.
    pub fn player(self) -> Option<RegistrationId> {
        match self {
            Self::Player(player) => Some(player),
            Self::Team(_) => None,
        }
    }
}

/// A line of standings.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The player or team.
    pub competitor: Competitor,
    /// 1..n, unique.
    pub rank: i32,
    /// Match points from Swiss rounds.
    pub match_points: i32,
    /// Swiss matches won, byes included.
    pub wins: i32,
    /// Swiss matches lost, assigned losses included.
    pub losses: i32,
    /// Swiss matches drawn.
    pub draws: i32,
    /// Games won.
    pub games_won: i32,
    /// Games lost.
    pub games_lost: i32,
    /// Games drawn.
    pub games_drawn: i32,
    /// Playoff matches won.
    pub playoff_wins: i32,
    /// Playoff matches lost.
    pub playoff_losses: i32,
    /// Own match-win percentage, floored.
    pub match_win: Rounded,
    /// Average of the opponents' match-win percentages.
    pub opponent_match_win: Rounded,
    /// Own game-win percentage.
    pub game_win: Rounded,
    /// Average of the opponents' game-win percentages.
    pub opponent_game_win: Rounded,
    /// Average of the opponents' match points.
    pub opponent_average_match_points: Rounded,
}

/// Returns the standings after a round, best first; provisional ones if the round is not complete. `None` for an
/// unknown round; empty before the first round of play has begun, and for player meetings before it. For a later round
/// without play, such as a draft, these are the standings after the last round of play before it.
pub fn standings_after(tournament: &Tournament, round: RoundId) -> Option<Vec<Standing>> {
    let number = last_played(tournament, round)?;
    let (_, round) = tournament.round(round)?;
    if !play_has_begun(tournament, number) {
        return Some(Vec::new());
    }
    let table = SwissTable::after(tournament, number);
    let bracket = Bracket::after(tournament, number);
    let mut places = listed(tournament, round);
    order::by_swiss(tournament, &table, &mut places);
    order::by_bracket(&bracket, &mut places);
    let lines = (1..).zip(places).filter_map(|(rank, place)| {
        let competitor = competitor_at(tournament, place)?;
        Some(line(competitor, &table, bracket.of(place), rank, place))
    });
    Some(lines.collect())
}

/// Returns the last round whose results count for each player's line in the standings after a round: the last round
/// played, or the round before the cut for players who missed a cut within the Swiss rounds. `None` for an unknown
/// round; not meaningful in a team event.
pub fn counted_until(tournament: &Tournament, round: RoundId) -> Option<HashMap<RegistrationId, i32>> {
    let as_of = SwissTable::after(tournament, last_played(tournament, round)?).as_of;
    Some(tournament.registrations.iter().map(|entry| entry.id).zip(as_of).collect())
}

/// Returns the number of the last round of play up to a round, included; 0 before the first. `None` for an unknown
/// round.
pub fn last_played(tournament: &Tournament, round: RoundId) -> Option<i32> {
    let (_, of) = tournament.round(round)?;
    if of.number > 0 {
        return Some(of.number);
    }
    let before = tournament.rounds().map(|(_, round)| round).take_while(|other| other.id != round);
    Some(before.map(|round| round.number).filter(|number| *number > 0).max().unwrap_or(0))
}

fn play_has_begun(tournament: &Tournament, up_to: i32) -> bool {
    tournament.rounds().any(|(_, round)| {
        round.number <= up_to
            && round.round_type == RoundType::PlayVsOpponent
            && round.status != ProgressStatus::Upcoming
    })
}

/// Returns the competitors with a line: those listed when the round was completed or, if it is not complete, those
/// listed now. A team has a line as long as one of its members does.
fn listed(tournament: &Tournament, round: &Round) -> Vec<usize> {
    let mut entries = vec![false; tournament.registrations.len()];
    match &round.entrants {
        Some(entrants) if round.status == ProgressStatus::Complete => {
            let frozen = entrants.iter().filter_map(|id| tournament.registration_position(*id));
            frozen.for_each(|place| entries[place] = true);
        }
        _ => {
            for (entry, registration) in entries.iter_mut().zip(&tournament.registrations) {
                *entry = registration.is_listed();
            }
        }
    }
    if !tournament.is_team_event() {
        return places_of(entries.iter().copied());
    }
    places_of(tournament.teams.iter().map(|team| {
        let mut members = team.members.iter();
        members.any(|member| tournament.registration_position(member.registration_id).is_some_and(|at| entries[at]))
    }))
}

/// Returns the competitor at an index of the field.
fn competitor_at(tournament: &Tournament, place: usize) -> Option<Competitor> {
    if tournament.is_team_event() {
        tournament.teams.get(place).map(|team| Competitor::Team(team.id))
    } else {
        tournament.registrations.get(place).map(|entry| Competitor::Player(entry.id))
    }
}

/// Returns the index of a competitor in the field.
fn place_of(tournament: &Tournament, competitor: Competitor) -> Option<usize> {
    match competitor {
        Competitor::Player(entry) if !tournament.is_team_event() => tournament.registration_position(entry),
        Competitor::Team(team) if tournament.is_team_event() => tournament.team_position(team),
        _ => None,
    }
}

fn line(competitor: Competitor, table: &SwissTable, playoff: Playoff, rank: i32, place: usize) -> Standing {
    let (score, percentages) = (&table.scores[place], &table.percentages[place]);
    Standing {
        competitor,
        rank,
        match_points: score.points,
        wins: score.wins,
        losses: score.losses,
        draws: score.draws,
        games_won: score.games_won,
        games_lost: score.games_lost,
        games_drawn: score.games_drawn,
        playoff_wins: playoff.wins,
        playoff_losses: playoff.losses,
        match_win: percentages.match_win,
        opponent_match_win: percentages.opponent_match_win,
        game_win: percentages.game_win,
        opponent_game_win: percentages.opponent_game_win,
        opponent_average_match_points: percentages.opponent_average_match_points,
    }
}
