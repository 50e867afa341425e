//! How a contest ended for one seat, and what that is worth: match points, scores and margins.

use proto_events::tournament::{MarginRules, MatchResult, ScoreRules, StandingsRules, Winner};
use serde::Serialize;
use utoipa::ToSchema;

/// The outcome of a contest.
#[derive(Debug, Clone, Copy)]
pub(in crate::tournament) enum Outcome {
    /// No result yet.
    Open,
    /// Won without an opponent.
    Bye,
    /// Lost without an opponent, and without games.
    AssignedLoss,
    /// Played against opponents.
    Played(MatchResult),
}

/// How a contest ended for one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Ended {
    /// No result yet; it does not count.
    Open,
    /// Won.
    #[serde(rename = "WIN")]
    Won,
    /// Lost.
    #[serde(rename = "LOSS")]
    Lost,
    /// Drawn.
    #[serde(rename = "DRAW")]
    Drawn,
    /// Won without an opponent.
    Bye,
    /// Lost without an opponent, and without games.
    AssignedLoss,
}

impl Ended {
    /// Returns how a played match or pod ended for a seat, from 0. In a drawn pod, those who do not share the first place
    /// lost.
    pub(super) fn of(result: &MatchResult, seat: usize) -> Self {
        let has_drawn = || result.places.is_none_or(|places| places.get(seat) == Some(&1));
        match result.winner {
            Winner::Draw if has_drawn() => Self::Drawn,
            winner if winner.seat() == Some(seat) => Self::Won,
            _ => Self::Lost,
        }
    }
}

/// Returns the match points of a seat, from 0, of a match or a pod with this many seats.
///
/// Players of a pod who share a place share the points of the places that they take, rounded down: a draw of all gives no
/// one the points of the first place.
pub fn match_points(rules: &StandingsRules, result: &MatchResult, seat: usize, seats: usize) -> i32 {
    let counts_scores = rules.scores.is_some_and(|scores| scores.points_are_scores);
    if let Some(scores) = result.scores.filter(|_| counts_scores) {
        return scores.get(seat).copied().unwrap_or(0);
    }
    if seats > 2 && !rules.points_by_place.is_empty() && result.winner != Winner::Neither {
        return points_by_place(&rules.points_by_place, result, seat, seats);
    }
    match Ended::of(result, seat) {
        Ended::Won => rules.points_for_win,
        Ended::Drawn => rules.points_for_draw,
        _ => rules.points_for_loss,
    }
}

fn points_by_place(points: &[i32], result: &MatchResult, seat: usize, seats: usize) -> i32 {
    let place = |seat: usize| match result.places {
        Some(places) => places.get(seat).copied().unwrap_or(0),
        None => u8::from(Ended::of(result, seat) == Ended::Lost),
    };
    let (mut better, mut sharing) = (0, 0);
    for other in (0..seats).map(place) {
        better += usize::from(other < place(seat));
        sharing += usize::from(other == place(seat));
    }
    let shared: i32 = points.iter().skip(better).take(sharing).sum();
    shared / i32::try_from(sharing.max(1)).unwrap_or(1)
}

/// Returns the match points of a win, in pods of the first place if that gives more.
pub(super) fn win_points(rules: &StandingsRules) -> i32 {
    rules.points_by_place.first().copied().unwrap_or(0).max(rules.points_for_win)
}

/// Returns the match points of a bye.
pub fn bye_points(rules: &StandingsRules) -> i32 {
    let score = rules.scores.filter(|scores| scores.points_are_scores);
    score.map_or_else(|| win_points(rules), |scores| scores.bye_score)
}

/// Returns the score and the margin of a seat. A match that both lost has the lowest margin; other matches without scores
/// count as if both had none.
pub(super) fn scored(rules: &ScoreRules, outcome: Outcome, seat: usize) -> (i32, i32) {
    let margin = |of: fn(&MarginRules) -> i32| rules.margin.as_ref().map_or(0, of);
    match outcome {
        Outcome::Open => (0, 0),
        Outcome::Bye => (rules.bye_score, margin(|it| it.bye)),
        Outcome::AssignedLoss => (0, margin(|it| it.lowest)),
        Outcome::Played(MatchResult { winner: Winner::Neither, scores: None, .. }) => (0, margin(|it| it.lowest)),
        Outcome::Played(result) => {
            let [first, second] = result.scores.unwrap_or_default();
            let (own, other) = if seat == 0 { (first, second) } else { (second, first) };
            let limited =
                |it: &MarginRules| it.base.saturating_add(own).saturating_sub(other).max(it.lowest).min(it.highest);
            (own, rules.margin.as_ref().map_or(0, limited))
        }
    }
}
