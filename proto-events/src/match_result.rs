//! Results of matches and pods.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

/// The winner of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// The first player or team.
    First,
    /// The second player or team.
    Second,
    /// The third player of a pod.
    Third,
    /// The fourth player of a pod.
    Fourth,
    /// The fifth player of a pod.
    Fifth,
    /// None: the match was drawn.
    Draw,
    /// None: all lost, for example because no one came to the table.
    Neither,
}

impl Winner {
    /// The winners by seat.
    const SEATS: [Self; PODS_SEATS_MAX] = [Self::First, Self::Second, Self::Third, Self::Fourth, Self::Fifth];

    /// Returns the winner in a seat, counted from 0; `None` if no table has this seat.
    pub fn of_seat(seat: usize) -> Option<Self> {
        Self::SEATS.get(seat).copied()
    }

    /// Returns the winner's seat, counted from 0; `None` if no one won.
    pub fn seat(self) -> Option<usize> {
        Self::SEATS.iter().position(|winner| *winner == self)
    }
}

/// The games of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// Games won by the first player.
    pub first: i32,
    /// Games won by the second player.
    pub second: i32,
    /// Games drawn.
    pub drawn: i32,
}

impl From<Games> for MatchResult {
    /// Returns the result in which the player with more games won.
    fn from(games: Games) -> Self {
        let winner = match games.first.cmp(&games.second) {
            Ordering::Greater => Winner::First,
            Ordering::Less => Winner::Second,
            Ordering::Equal => Winner::Draw,
        };
        Self::new(winner, Some(games))
    }
}

/// The most players at a table where they play against each other.
pub const PODS_SEATS_MAX: usize = 5;

/// Result of a match. `games` is `None` if the source states only the winner, and in a pod.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchResult {
    /// The winner.
    pub winner: Winner,
    /// The games, if known.
    pub games: Option<Games>,
    /// What each side scored, in an event whose rules count scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<[i32; 2]>,
    /// In a pod, each player's place by seat, from 1 for the best; players who share a place have the same number, and
    /// a seat without a player has 0. A winner alone has place 1; players who draw share it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<[u8; PODS_SEATS_MAX]>,
}

impl MatchResult {
    /// Returns a result between two sides without scores.
    pub const fn new(winner: Winner, games: Option<Games>) -> Self {
        Self { winner, games, scores: None, places: None }
    }

    /// Returns whether the places in a pod tell more than who won, or who drew.
    pub fn ranks_losers(&self) -> bool {
        let mut lost = self.places.iter().flatten().filter(|place| **place > 1);
        let first = lost.next();
        lost.any(|place| Some(place) != first)
    }
}
