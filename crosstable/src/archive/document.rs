//! An archive file: its fields, in the order in which they are written.

use std::collections::BTreeMap;

use serde::Serialize;

/// An archive file.
#[derive(Debug, Serialize)]
pub(super) struct Archive {
    /// Its id on its platform.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) date: String,
    pub(super) format: &'static str,
    pub(super) platform: String,
    pub(super) source: Source,
    pub(super) rule: Rule,
    /// What is remarkable in it, for people who look for an example.
    pub(super) features: Vec<String>,
    /// Rounds after which players were cut although Swiss rounds followed.
    pub(super) phase_cuts: Vec<i32>,
    pub(super) swiss_rounds: i32,
    pub(super) top_cut: i32,
    /// Player → the first round whose standings do not list the player any more.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) disqualified: BTreeMap<usize, i32>,
    /// Names; everywhere else a player is a place in this list.
    pub(super) players: Vec<String>,
    pub(super) rounds: Vec<Round>,
    pub(super) standings: Vec<Row>,
    /// Player → the list's lines.
    pub(super) decklists: BTreeMap<usize, Vec<String>>,
    /// Player → the deck's page.
    pub(super) deck_urls: BTreeMap<usize, String>,
}

/// Who wrote it.
#[derive(Debug, Serialize)]
pub(super) struct Source {
    pub(super) writer: &'static str,
}

/// How its standings count.
#[derive(Debug, Serialize)]
pub(super) struct Rule {
    pub(super) floor: String,
    pub(super) own_gw_floored: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) no_games_gw: Option<f64>,
    /// How far a value that is reckoned anew may be from the one written.
    pub(super) tol: f64,
    pub(super) decimals: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) games_known: Option<bool>,
    pub(super) tiebreaks: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) match_points: Option<MatchPoints>,
    /// What can be reckoned anew from the rounds.
    pub(super) fields: Vec<&'static str>,
    pub(super) wld_includes_playoffs: bool,
    pub(super) points_include_playoffs: bool,
    pub(super) rank_scope: &'static str,
}

/// What a match counts, where it is not 3, 1 and 0.
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
    /// Whether it is for a lower place.
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
