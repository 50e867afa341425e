//! A tournament archive: its fields, and reading them from JSON. Checks across fields are in `check.rs`.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use domain::limits::SHORT_TEXT;
use proto_events::tournament::{Games, MatchResult, PairingKind, Winner};
use proto_events::vocabulary::Penalty;
use serde_json::{Map, Value};

use super::object::{Object, integer, list, text};
use super::problems::{Path, Problems};
use super::rule::{self, Rule};
use super::shape::Shape;

/// Limit of players of a tournament.
pub(crate) const PLAYERS: usize = 20_000;
/// Limit of rounds of a tournament; also the highest round number.
pub(crate) const ROUNDS: i32 = 100;
/// Limit of a list in bytes: even with every character escaped, its event stays below 512 KiB.
const LIST_BYTES: usize = 64 * 1024;

/// The members of a file.
pub(crate) const SHAPE: &Shape = &[
    ("file", "id name date format platform rule:rule swiss_rounds top_cut phase_cuts players"),
    ("file", "rounds:round standings:row decklists deck_urls disqualified"),
    // About the file, not the tournament.
    ("file", "source features"),
    ("rule", "floor own_gw_floored no_games_gw decimals match_points:points fields tiebreaks tol games_known"),
    ("rule", "points_include_playoffs wld_includes_playoffs"),
    // The order of the rows says it.
    ("rule", "rank_scope"),
    ("points", "win draw loss"),
    ("round", "number kind matches:match"),
    // Rounds of the playoff are called by their matches.
    ("round", "name"),
    ("match", "p1 p2 g1 g2 gd winner bye loss"),
    ("row", "rank p points w l d omw gw ogw as_of_round"),
];

/// A tournament archive.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Archive {
    pub(crate) source_id: String,
    /// The id under which earlier versions imported the same file, if it was another one.
    pub(crate) former_source_id: Option<String>,
    pub(crate) name: String,
    pub(crate) date: DateTime<Utc>,
    pub(crate) format: String,
    pub(crate) platform: String,
    pub(crate) rule: Rule,
    pub(crate) swiss_rounds: i32,
    pub(crate) top_cut: i32,
    /// Rounds after which a cut was made within the Swiss rounds.
    pub(crate) phase_cuts: Vec<i32>,
    /// Names of the players; everywhere else, a player is an index into this list.
    pub(crate) players: Vec<String>,
    pub(crate) rounds: Vec<ArchiveRound>,
    pub(crate) standings: Vec<Row>,
    /// List text by player.
    pub(crate) decklists: BTreeMap<usize, String>,
    /// Deck page by player.
    pub(crate) deck_urls: BTreeMap<usize, String>,
    /// By disqualified player, the first round whose standings no longer list the player.
    pub(crate) disqualified: BTreeMap<usize, i32>,
    pub(crate) penalties: Vec<ArchivePenalty>,
    /// Set if the event has not begun, and has no rounds: the players who dropped already.
    pub(crate) before_play: Option<BTreeSet<usize>>,
    /// What the file has and a tournament here cannot have, in words.
    pub(crate) left_out: Vec<String>,
}

impl Archive {
    /// Returns the number of the last Swiss round; 0 if there is none.
    pub(crate) fn last_swiss_round(&self) -> i32 {
        let swiss = self.rounds.iter().filter(|round| round.kind == RoundKind::Swiss);
        swiss.map(|round| round.number).max().unwrap_or(0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoundKind {
    Swiss,
    Playoff,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ArchiveRound {
    pub(crate) number: i32,
    pub(crate) kind: RoundKind,
    pub(crate) matches: Vec<ArchiveMatch>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ArchiveMatch {
    pub(crate) p1: usize,
    pub(crate) p2: Option<usize>,
    pub(crate) kind: PairingKind,
    pub(crate) result: MatchResult,
}

/// A penalty of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ArchivePenalty {
    pub(crate) player: usize,
    /// The number of its round, which the archive has; `None` for one outside of rounds.
    pub(crate) round: Option<i32>,
    pub(crate) infraction: String,
    pub(crate) penalty: Penalty,
    pub(crate) note: String,
}

/// Returns a match of two players.
pub(crate) fn versus(p1: usize, p2: usize, result: MatchResult) -> ArchiveMatch {
    ArchiveMatch { p1, p2: Some(p2), kind: PairingKind::Versus, result }
}

/// Returns a match of two players that both lost.
pub(crate) fn lost_by_both(p1: usize, p2: usize) -> ArchiveMatch {
    versus(p1, p2, MatchResult { winner: Winner::Neither, games: Some(Games { first: 0, second: 0, drawn: 0 }) })
}

/// Returns a bye, or an assigned loss.
pub(crate) fn alone(player: usize, is_loss: bool) -> ArchiveMatch {
    let (kind, winner, first) = match is_loss {
        true => (PairingKind::AssignedLoss, Winner::Second, 0),
        false => (PairingKind::Bye, Winner::First, 2),
    };
    let games = Some(Games { first, second: 0, drawn: 0 });
    ArchiveMatch { p1: player, p2: None, kind, result: MatchResult { winner, games } }
}

/// A row of the published standings.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Row {
    pub(crate) rank: i32,
    pub(crate) player: usize,
    pub(crate) points: i32,
    /// Matches won, lost and drawn.
    pub(crate) record: [i32; 3],
    /// Percentages, unless the file lacks them.
    pub(crate) omw: Option<f64>,
    pub(crate) gw: Option<f64>,
    pub(crate) ogw: Option<f64>,
    /// The round whose tiebreakers the row shows.
    pub(crate) as_of_round: i32,
}

/// Reads the fields. The result is valid only if no problem was added.
pub(crate) fn read(file: &Value, problems: &mut Problems) -> Option<Archive> {
    let file = Object::of(file, Path::Root, problems)?;
    let players =
        file.list("players", PLAYERS, problems, |item, at, problems| Some(text(item, at, SHORT_TEXT, problems)));
    let count = players.len();
    let phase_cuts = file.optional("phase_cuts").map_or_else(Vec::new, |value| {
        let path = file.path();
        let read = &mut |item, at: Path<'_>, problems: &mut Problems| Some(integer(item, at, (1, ROUNDS), problems));
        list(value, Path::Field(&path, "phase_cuts"), SHORT_TEXT, problems, read)
    });
    let rounds = usize::try_from(ROUNDS).unwrap_or_default();
    Some(Archive {
        source_id: file.text("id", 2 * SHORT_TEXT, problems),
        name: file.text("name", SHORT_TEXT, problems),
        date: file.date("date", problems),
        format: if file.optional("format").is_some() {
            file.text("format", SHORT_TEXT, problems)
        } else {
            String::new()
        },
        platform: file.text("platform", SHORT_TEXT, problems),
        rule: rule::read(&file, problems),
        swiss_rounds: file.integer("swiss_rounds", (0, ROUNDS), problems),
        top_cut: file.integer("top_cut", (0, 20_000), problems),
        phase_cuts,
        rounds: file.list("rounds", rounds, problems, |item, at, problems| read_round(item, at, count, problems)),
        standings: file.list("standings", PLAYERS, problems, |item, at, problems| read_row(item, at, count, problems)),
        decklists: texts_by_player(&file, "decklists", count, problems, read_list),
        deck_urls: texts_by_player(&file, "deck_urls", count, problems, read_url),
        disqualified: by_player(&file, "disqualified", count, problems, |value, at, problems| {
            integer(value, at, (1, ROUNDS + 1), problems)
        }),
        players,
        ..Archive::default()
    })
}

fn read_round(item: &Value, at: Path<'_>, players: usize, problems: &mut Problems) -> Option<ArchiveRound> {
    let round = Object::of(item, at, problems)?;
    let number = round.integer("number", (1, ROUNDS), problems);
    let kind = match round.required("kind", problems).map(Value::as_str) {
        Some(Some("playoff")) => RoundKind::Playoff,
        Some(Some("swiss")) | None => RoundKind::Swiss,
        Some(_) => {
            round.problem("kind", "must be \"swiss\" or \"playoff\"", problems);
            RoundKind::Swiss
        }
    };
    let matches =
        round.list("matches", PLAYERS, problems, |item, at, problems| read_match(item, at, players, problems));
    Some(ArchiveRound { number, kind, matches })
}

fn read_match(item: &Value, at: Path<'_>, players: usize, problems: &mut Problems) -> Option<ArchiveMatch> {
    let fields = Object::of(item, at, problems)?;
    let p1 = read_player(&fields, "p1", players, problems)?;
    let p2 = match fields.required("p2", problems)? {
        Value::Null => None,
        _ => Some(read_player(&fields, "p2", players, problems)?),
    };
    let winner = match fields.integer("winner", (0, 3), problems) {
        0 => Winner::Draw,
        1 => Winner::First,
        2 => Winner::Second,
        _ => Winner::Neither,
    };
    let kind = match (fields.flag("bye", false, problems), fields.flag("loss", false, problems)) {
        (false, false) => PairingKind::Versus,
        (true, false) => PairingKind::Bye,
        (false, true) => PairingKind::AssignedLoss,
        (true, true) => {
            fields.problem("loss", "a match cannot be a bye and a loss", problems);
            PairingKind::Bye
        }
    };
    check_opponent(&fields, p1, p2, kind, winner, problems);
    Some(ArchiveMatch { p1, p2, kind, result: MatchResult { winner, games: read_games(&fields, problems) } })
}

/// Checks that a match has two players, and that a bye is won and a loss is lost by a single one.
fn check_opponent(
    fields: &Object<'_>,
    p1: usize,
    p2: Option<usize>,
    kind: PairingKind,
    winner: Winner,
    problems: &mut Problems,
) {
    match (kind, p2) {
        (PairingKind::Versus, None) => {
            fields.problem("p2", "is null, but the match is neither a bye nor a loss", problems);
        }
        (PairingKind::Versus, Some(opponent)) if opponent == p1 => {
            fields.problem("p2", format!("player {p1} cannot meet themselves"), problems);
        }
        (PairingKind::Bye, Some(_)) => fields.problem("p2", "must be null in a bye", problems),
        (PairingKind::AssignedLoss, Some(_)) => fields.problem("p2", "must be null in a loss", problems),
        (PairingKind::Bye, None) if winner != Winner::First => {
            fields.problem("winner", "must be 1 in a bye", problems);
        }
        (PairingKind::AssignedLoss, None) if winner != Winner::Second => {
            fields.problem("winner", "must be 2 in a loss", problems);
        }
        _ => {}
    }
}

/// Reads all three numbers of games; `None` if the source has only the winner.
fn read_games(fields: &Object<'_>, problems: &mut Problems) -> Option<Games> {
    let names = ["g1", "g2", "gd"];
    if names.iter().all(|name| fields.optional(name).is_none()) {
        return None;
    }
    let [first, second, drawn] = names.map(|name| fields.integer(name, (0, 999), problems));
    Some(Games { first, second, drawn })
}

fn read_player(fields: &Object<'_>, name: &str, players: usize, problems: &mut Problems) -> Option<usize> {
    let value = fields.required(name, problems)?;
    let Some(index) = value.as_i64() else {
        fields.problem(name, format!("must be a player's index, is {value}"), problems);
        return None;
    };
    let player = usize::try_from(index).ok().filter(|player| *player < players);
    if player.is_none() {
        fields.problem(name, unknown_player(index, players), problems);
    }
    player
}

fn unknown_player(index: impl std::fmt::Display, players: usize) -> String {
    format!("player {index} does not exist; the file has {players} players")
}

fn read_row(item: &Value, at: Path<'_>, players: usize, problems: &mut Problems) -> Option<Row> {
    const COUNT: (i32, i32) = (0, 1_000_000);
    const FRACTION: (f64, f64) = (-1.0, 1.0);
    let row = Object::of(item, at, problems)?;
    let player = read_player(&row, "p", players, problems)?;
    let record = ["w", "l", "d"].map(|name| row.integer(name, COUNT, problems));
    Some(Row {
        rank: row.integer("rank", (1, COUNT.1), problems),
        player,
        points: row.integer("points", COUNT, problems),
        record,
        omw: row.number_if_known("omw", FRACTION, problems),
        gw: row.number_if_known("gw", FRACTION, problems),
        ogw: row.number_if_known("ogw", FRACTION, problems),
        as_of_round: row.integer("as_of_round", (0, ROUNDS), problems),
    })
}

/// Reads texts by player; empty ones are left out.
fn texts_by_player(
    file: &Object<'_>,
    name: &str,
    players: usize,
    problems: &mut Problems,
    read: fn(&Value, Path<'_>, &mut Problems) -> String,
) -> BTreeMap<usize, String> {
    let mut texts = by_player(file, name, players, problems, read);
    texts.retain(|_, text| !text.is_empty());
    texts
}

/// Reads an object whose keys are player indices.
fn by_player<T>(
    file: &Object<'_>,
    name: &str,
    players: usize,
    problems: &mut Problems,
    read: fn(&Value, Path<'_>, &mut Problems) -> T,
) -> BTreeMap<usize, T> {
    let empty = Map::new();
    let members = file.members(name, problems).unwrap_or(&empty);
    let root = file.path();
    let path = Path::Field(&root, name);
    let mut found = BTreeMap::new();
    for (key, value) in members {
        let at = Path::Field(&path, key);
        match key.parse::<usize>().ok().filter(|player| *player < players && player.to_string() == *key) {
            Some(player) => {
                let read = read(value, at, problems);
                found.insert(player, read);
            }
            None => problems.add(at, unknown_player(key, players)),
        }
    }
    found
}

/// Reads the lines of a list and joins them.
fn read_list(value: &Value, at: Path<'_>, problems: &mut Problems) -> String {
    let lines: Vec<&str> = list(value, at, LIST_BYTES, problems, &mut |item, at, problems: &mut Problems| {
        let line = item.as_str().filter(|line| !line.contains('\0'));
        if line.is_none() {
            problems.add(at, "must be a line of text without the character U+0000");
        }
        line
    });
    checked_list(lines.join("\n"), at, problems)
}

/// Checks the length of a list's text.
pub(crate) fn checked_list(text: String, at: Path<'_>, problems: &mut Problems) -> String {
    if text.len() > LIST_BYTES {
        problems.add(at, format!("may have at most {LIST_BYTES} bytes, has {}", text.len()));
    }
    text
}

/// Reads the page of a deck; empty if there is none. Pages link to it, so it must be a web address.
fn read_url(value: &Value, at: Path<'_>, problems: &mut Problems) -> String {
    let url = match value {
        Value::Null => return String::new(),
        Value::String(url) if url.is_empty() => return String::new(),
        value => text(value, at, 10 * SHORT_TEXT, problems),
    };
    if !url.is_empty() && !url.starts_with("https://") && !url.starts_with("http://") {
        problems.add(at, "must be an address that begins with https:// or http://");
    }
    url
}
