//! The fields of an archive file, in the order in which they are written.

use std::collections::BTreeMap;

use serde::Serialize;

/// An archive file.
#[derive(Debug, Serialize)]
pub(super) struct Archive {
    /// Id on the tournament's platform.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) date: String,
    pub(super) format: &'static str,
    pub(super) platform: String,
    pub(super) source: Source,
    pub(super) rule: Rule,
    /// Special features of the tournament, for people who look for an example.
    pub(super) features: Vec<String>,
    /// Rounds after which players were cut although more Swiss rounds followed.
    pub(super) phase_cuts: Vec<i32>,
    pub(super) swiss_rounds: i32,
    pub(super) top_cut: i32,
    /// Per player: the first round whose standings no longer list the player.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) disqualified: BTreeMap<usize, i32>,
    /// Names; everywhere else, a player is an index into this list.
    pub(super) players: Vec<String>,
    pub(super) rounds: Vec<Round>,
    pub(super) standings: Vec<Row>,
    /// Lines of the decklist, by player.
    pub(super) decklists: BTreeMap<usize, Vec<String>>,
    /// URL of the deck's page, by player.
    pub(super) deck_urls: BTreeMap<usize, String>,
}

/// The program that wrote the file.
#[derive(Debug, Serialize)]
pub(super) struct Source {
    pub(super) writer: &'static str,
}

/// The rules of the standings.
#[derive(Debug, Serialize)]
pub(super) struct Rule {
    pub(super) floor: String,
    pub(super) own_gw_floored: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) no_games_gw: Option<f64>,
    /// Tolerance when a value is recomputed.
    pub(super) tol: f64,
    pub(super) decimals: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) games_known: Option<bool>,
    pub(super) tiebreaks: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) match_points: Option<MatchPoints>,
    /// Fields that can be recomputed from the rounds.
    pub(super) fields: Vec<&'static str>,
    pub(super) wld_includes_playoffs: bool,
    pub(super) points_include_playoffs: bool,
    pub(super) rank_scope: &'static str,
}

/// Match points, if they are not 3, 1 and 0.
#[derive(Debug, Serialize)]
pub(super) struct MatchPoints {
    pub(super) win: i32,
    pub(super) draw: i32,
    pub(super) loss: i32,
}

/// A round.
#[derive(Debug, Serialize)]
pub(super) struct Round {
    pub(super) number: i32,
    pub(super) kind: &'static str,
    pub(super) matches: Vec<Table>,
}

/// A match.
#[derive(Debug, Serialize)]
pub(super) struct Table {
    pub(super) p1: usize,
    pub(super) p2: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) g1: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) g2: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) gd: Option<i32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) bye: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) loss: bool,
    pub(super) winner: u8,
    /// Whether the match is for a lower place.
    #[serde(skip)]
    pub(super) is_consolation: bool,
}

/// A line of the standings.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub(super) rank: i32,
    pub(super) p: usize,
    pub(super) points: i32,
    pub(super) w: i32,
    pub(super) l: i32,
    pub(super) d: i32,
    pub(super) omw: f64,
    pub(super) gw: f64,
    pub(super) ogw: f64,
    pub(super) as_of_round: i32,
}
