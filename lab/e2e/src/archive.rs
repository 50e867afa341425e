//! Tournament archive files, as tests read and write them. The types are separate from the importer's, so that they do
//! not share its mistakes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An archive file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are those of the file format")]
pub struct Archive {
    pub id: String,
    pub name: String,
    pub date: String,
    pub format: Option<String>,
    pub platform: String,
    pub source: Value,
    pub rule: Rule,
    #[serde(default)]
    pub phase_cuts: Vec<i32>,
    pub swiss_rounds: i32,
    pub top_cut: i32,
    pub players: Vec<String>,
    pub rounds: Vec<Round>,
    pub standings: Vec<Row>,
    pub decklists: BTreeMap<String, Vec<String>>,
    pub deck_urls: BTreeMap<String, String>,
}

/// The rules behind the published standings.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are those of the file format")]
pub struct Rule {
    pub floor: String,
    pub own_gw_floored: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_games_gw: Option<f64>,
    pub tol: f64,
    pub decimals: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_known: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiebreaks: Option<Vec<String>>,
    pub fields: Vec<String>,
    pub wld_includes_playoffs: bool,
    pub points_include_playoffs: bool,
    pub rank_scope: String,
}

impl Rule {
    /// Whether this published field is to be compared.
    pub fn names(&self, field: &str) -> bool {
        self.fields.iter().any(|named| named == field)
    }
}

/// A round.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are those of the file format")]
pub struct Round {
    pub number: i32,
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub matches: Vec<Match>,
}

/// A match.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are those of the file format")]
pub struct Match {
    pub p1: usize,
    pub p2: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub g1: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub g2: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gd: Option<i64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bye: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub loss: bool,
    pub winner: u8,
}

/// A published line of standings.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are those of the file format")]
pub struct Row {
    pub rank: i64,
    pub p: usize,
    pub points: i64,
    #[serde(default)]
    pub w: i64,
    #[serde(default)]
    pub l: i64,
    #[serde(default)]
    pub d: i64,
    pub omw: f64,
    #[serde(default)]
    pub gw: f64,
    #[serde(default)]
    pub ogw: f64,
    pub as_of_round: i32,
}

impl Archive {
    /// Reads a file.
    pub fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Writes a file named after the tournament into a folder.
    pub fn write_into(&self, folder: &Path) -> PathBuf {
        let path = folder.join(format!("{}.json", self.id));
        std::fs::write(&path, serde_json::to_vec(self).expect("an archive is JSON")).expect("a folder to write into");
        path
    }

    /// Swiss rounds, in order.
    pub fn swiss(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(|round| round.kind == "swiss")
    }
}

/// A file of this crate's own fixtures.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// The fixtures with standings calculated by hand.
pub fn own_fixtures() -> Vec<PathBuf> {
    vec![fixture("kitchen-table-7.json"), fixture("kitchen-table-8.json")]
}

/// Archives of real tournaments next to the checkout; none if the folder does not exist.
pub fn real_tournaments() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/oracle/tournaments");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}
