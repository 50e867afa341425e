//! The matches of a fixed bracket, and the tables of its rounds.

use crate::pairing::EntrantId;
use crate::pairing::bracket::{BracketMatch, Part, Source};

/// A match of a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Its part of the bracket.
    pub part: Part,
    /// Its column within the part, from 0.
    pub column: usize,
    /// Its sides.
    pub sides: [Side; 2],
    /// Number of the round that paired it. A match with an empty side may be over without a round.
    pub round: Option<i32>,
    /// The side that won, 0 or 1; none if it is not over, if both lost, or if no one came.
    pub winner: Option<usize>,
    /// Whether it is over.
    pub is_over: bool,
}

/// A side of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// A player or a team.
    Entrant(EntrantId),
    /// A bye, or no one came through.
    Empty,
    /// It is not known yet.
    Open(Source),
}

impl Side {
    /// Returns who is there.
    pub fn entrant(self) -> Option<EntrantId> {
        if let Self::Entrant(id) = self { Some(id) } else { None }
    }
}

impl Node {
    pub(super) fn new(of: &BracketMatch, seeds: &[EntrantId]) -> Self {
        let side = |source: Source| match source {
            Source::Seed(seed) => seeds.get(seed).map_or(Side::Empty, |id| Side::Entrant(*id)),
            source => Side::Open(source),
        };
        let sides = of.sources.map(side);
        Self { part: of.part, column: of.column, sides, round: None, winner: None, is_over: false }
    }

    /// Returns those who are in it.
    pub fn entrants(&self) -> impl Iterator<Item = EntrantId> + use<> {
        self.sides.into_iter().filter_map(Side::entrant)
    }

    pub(super) fn side_of(&self, id: EntrantId) -> Option<usize> {
        self.sides.iter().position(|side| *side == Side::Entrant(id))
    }

    /// Whether it is neither over nor paired.
    pub(super) fn is_to_come(&self) -> bool {
        !self.is_over && self.round.is_none()
    }

    /// Whether those who lose it, or win it, may still play for the first place.
    pub(super) fn is_for_first_place(&self) -> bool {
        self.part != Part::ThirdPlace
    }

    /// Whether it can be paired, if only as a bye.
    pub(super) fn is_ready(&self) -> bool {
        let is_known = !self.sides.iter().any(|side| matches!(side, Side::Open(_)));
        self.is_to_come() && self.is_for_first_place() && is_known && self.entrants().next().is_some()
    }

    /// Returns the side that has no opponent.
    pub(super) fn alone(&self) -> Option<usize> {
        match self.sides {
            [Side::Entrant(_), Side::Empty] => Some(0),
            [Side::Empty, Side::Entrant(_)] => Some(1),
            _ => None,
        }
    }
}

/// How a table ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It has no result yet.
    Open,
    /// No one won or lost, so that it is played again.
    Drawn,
    /// There are losers, or a single player had a bye.
    Decided,
}

/// A table of a round.
#[derive(Debug)]
pub(super) struct Played {
    /// Its players.
    pub(super) sides: Vec<EntrantId>,
    /// Those of them who lost.
    pub(super) lost: Vec<EntrantId>,
    /// How it ended.
    pub(super) ending: Ending,
    /// Whether it is a match for a place, such as the third one.
    pub(super) is_consolation: bool,
}
