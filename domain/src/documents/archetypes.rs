//! The shares of archetypes in an event, and their results against each other.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fraction::Rounded;
use crate::proportion::Proportion;
use crate::tournament::archetypes::{Archetype, Archetypes, Results};

/// Decimals of shares and rates.
const DECIMALS: u8 = 4;

/// Archetypes of an event. They are those of the lists that were handed in.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = EventArchetypes)]
pub struct ArchetypesDocument<'a> {
    /// Id of the event.
    pub id: i64,
    /// Number of players: those who were paired in a round.
    pub players: u32,
    /// Matches between players of different archetypes. They are the matches in all results below.
    pub matches: u32,
    /// Matches between players of the same archetype, which are in no results.
    pub mirror_matches: u32,
    /// Intentional draws (0–0–3), which are in no results.
    pub intentional_draws: u32,
    /// Matches that ended without a result, which are in no results. In a team event, these are the seats whose own
    /// result was not reported.
    pub matches_without_result: u32,
    /// The archetypes, those with most players first. The last one may be empty: players without a known archetype.
    #[serde(borrow)]
    pub archetypes: Vec<ArchetypeLine<'a>>,
}

/// An archetype in an event.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = EventArchetype)]
pub struct ArchetypeLine<'a> {
    /// Its name, as most players spell it; empty if it is not known.
    #[serde(borrow)]
    pub archetype: Cow<'a, str>,
    /// Number of its players.
    pub players: u32,
    /// Its share of the players.
    pub share: Share,
    /// Its players who reached the playoff.
    pub playoff_players: u32,
    /// Matches won against other archetypes.
    pub matches_won: u32,
    /// Matches lost against other archetypes.
    pub matches_lost: u32,
    /// Matches drawn against other archetypes.
    pub matches_drawn: u32,
    /// Won matches among those with a winner; null with fewer than ten of them.
    pub match_win_rate: Option<Share>,
    /// Matches between two of its players.
    pub mirror_matches: u32,
    /// Results against each archetype that it met.
    #[serde(borrow)]
    pub opponents: Vec<ArchetypeResults<'a>>,
}

/// The results of one archetype against another one.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ArchetypeResults<'a> {
    /// The other archetype; empty if it is not known.
    #[serde(borrow)]
    pub archetype: Cow<'a, str>,
    /// Matches won.
    pub matches_won: u32,
    /// Matches lost.
    pub matches_lost: u32,
    /// Matches drawn.
    pub matches_drawn: u32,
    /// Won matches among those with a winner; null with fewer than ten of them.
    pub match_win_rate: Option<Share>,
}

/// A share with its 95 % confidence interval (Wilson's score interval), from 0 to 1 with four decimals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ArchetypeShare)]
pub struct Share {
    /// The share.
    pub value: f64,
    /// Lower bound of the interval.
    pub low: f64,
    /// Upper bound of the interval.
    pub high: f64,
}

impl From<Proportion> for Share {
    fn from(proportion: Proportion) -> Self {
        let [value, low, high] = [proportion.value, proportion.low, proportion.high]
            .map(|number| Rounded::from_f64(number, DECIMALS).as_f64());
        Self { value, low, high }
    }
}

impl<'a> ArchetypesDocument<'a> {
    /// Creates the document of an event.
    pub fn new(id: i64, found: &'a Archetypes) -> Self {
        Self {
            id,
            players: found.players,
            matches: found.matches.counted,
            mirror_matches: found.matches.mirrors,
            intentional_draws: found.matches.intentional_draws,
            matches_without_result: found.matches.without_result,
            archetypes: found.groups.iter().map(|group| line(found, group)).collect(),
        }
    }
}

fn line<'a>(found: &'a Archetypes, group: &'a Archetype) -> ArchetypeLine<'a> {
    let Results { won, lost, drawn } = group.results;
    let opponents = group.against.iter().filter_map(|(other, results)| {
        Some(ArchetypeResults {
            archetype: Cow::Borrowed(&found.groups.get(*other)?.name),
            matches_won: results.won,
            matches_lost: results.lost,
            matches_drawn: results.drawn,
            match_win_rate: results.win_rate().map(Share::from),
        })
    });
    ArchetypeLine {
        archetype: Cow::Borrowed(&group.name),
        players: group.players,
        share: Proportion::of(group.players, found.players).map(Share::from).unwrap_or_default(),
        playoff_players: group.playoff_players,
        matches_won: won,
        matches_lost: lost,
        matches_drawn: drawn,
        match_win_rate: group.results.win_rate().map(Share::from),
        mirror_matches: group.mirror_matches,
        opponents: opponents.collect(),
    }
}
