//! Reads a list of players, one a row: name, list, and whether the player dropped.

use std::collections::{BTreeSet, HashMap};

use domain::decklist::is_web_address;
use domain::limits::SHORT_TEXT;
use domain::names;
use service_kit::message;

use super::columns::{Column, Columns, Record};
use super::sheet::Sheet;
use crate::archive::{Archive, check_player_count, checked_list};
use crate::object::checked_text;
use crate::problems::{Path, ProblemSink};

/// Reads the players of a file that has no results.
pub(super) fn read(sheet: &Sheet, columns: &Columns, problems: &ProblemSink) -> Option<Archive> {
    let naming = Naming::of(columns).filter(|_| !columns.has(Column::Round));
    let Some(naming) = naming else {
        let missing = if columns.has(Column::Round) { "opponent, such as \"Player 2\"" } else { "players" };
        let message = format!(
            "there is no column for the {missing}. A list of players has the column Name; results have the columns \
             Round, Player 1, Player 2 and Result. This file has: {}",
            columns.listed()
        );
        problems.add(Path::Line(sheet.header.line), message);
        return None;
    };
    let mut archive = Archive::default();
    let mut dropped = BTreeSet::new();
    let mut lines: HashMap<String, usize> = HashMap::new();
    let mut unread_lists = 0;
    for row in &sheet.rows {
        let record = Record { row, columns, problems };
        let name = player_name(&naming.name(record), record, naming.column());
        if let Some(line) = lines.insert(names::key(&name), row.line).filter(|_| !name.is_empty()) {
            let message = format!(
                "{name:?} is in line {line} already. Delete one of the two lines; if they are two people, \
                 tell them apart, such as \"{name} (2)\""
            );
            record.problem_here(message);
        }
        let player = archive.players.len();
        archive.players.push(name);
        if has_dropped(record) {
            dropped.insert(player);
        }
        let deck = record.cell(Column::List);
        let has_count = |line: &str| line.trim_start().starts_with(|first: char| first.is_ascii_digit());
        if is_web_address(deck) && !deck.contains(char::is_whitespace) {
            archive.deck_urls.insert(player, deck.to_owned());
        } else if deck.lines().any(has_count) {
            let list = checked_list(deck.replace("\r\n", "\n"), Path::Line(row.line), problems);
            archive.decklists.insert(player, list);
        } else if !matches!(deck, "" | "-") {
            unread_lists += 1;
        }
    }
    check_player_count(sheet.rows.len(), problems)?;
    archive.before_play = Some(dropped);
    let is_read = |column| naming.0.contains(&column) || matches!(column, Column::List | Column::Dropped);
    archive.left_out.extend(columns.unread(is_read));
    if unread_lists > 0 {
        archive.left_out.push(format!("decks that are neither a list of cards nor an address: {unread_lists}"));
    }
    Some(archive)
}

/// Checks a player's name, and returns it with single blanks.
pub(super) fn player_name(name: &str, record: Record<'_>, column: Column) -> String {
    if name.contains(['\n', '\r']) {
        let message = message!(
            "name-with-line-break",
            "has a line break; is a quotation mark missing, or is there one too many?"
        );
        record.problem(column, message);
        return String::new();
    }
    let name = names::clean(name);
    if name.is_empty() {
        record.problem(column, message!("row-without-player", "is empty; every row needs a player"));
        return name;
    }
    checked_text(&name, Path::Line(record.row.line), SHORT_TEXT, record.problems)
}

/// The columns that name a player, in the order of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Naming(pub(super) &'static [Column]);

impl Naming {
    pub(super) fn of(columns: &Columns) -> Option<Self> {
        use Column::{FamilyName, GivenName, Player, Username};
        let has = [Player, GivenName, FamilyName].map(|column| columns.has(column));
        Some(Self(match has {
            // "Vorname" and "Name".
            [true, true, false] => &[GivenName, Player],
            // "Nombre" and "Apellidos".
            [true, false, true] => &[Player, FamilyName],
            [true, ..] => &[Player],
            [false, false, false] if !columns.has(Username) => return None,
            [false, false, false] => &[Username],
            [false, ..] => &[GivenName, FamilyName],
        }))
    }

    /// Returns the column that a problem with the name names: the last one.
    pub(super) fn column(self) -> Column {
        self.0.last().copied().unwrap_or(Column::Player)
    }

    pub(super) fn name(self, record: Record<'_>) -> String {
        self.0.iter().map(|column| record.cell(*column)).collect::<Vec<_>>().join(" ").trim().to_owned()
    }
}

pub(super) fn has_dropped(record: Record<'_>) -> bool {
    match record.cell(Column::Dropped).to_lowercase().as_str() {
        "" | "-" | "0" | "no" | "n" | "false" | "nein" | "non" | "não" => false,
        "1" | "yes" | "y" | "x" | "true" | "dropped" | "ja" | "oui" | "sí" | "si" | "sì" | "sim" => true,
        other => {
            let message = message!("not-yes-or-no", "must be yes, no or empty, is \"{other}\"", other);
            record.problem(Column::Dropped, message);
            false
        }
    }
}
