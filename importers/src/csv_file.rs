//! Reads a CSV file: a list of players, or the results of a finished tournament.
//!
//! The first row names the columns (`columns.rs`). With a column for the opponent, the file has results; otherwise it
//! has players, and becomes an event before round 1. A CSV file has no name, date or format of the event: the caller
//! states them ([`Stated`]).

mod columns;
mod outcome;
mod pasted;
mod players;
mod results;
mod round_name;
mod sheet;

use std::path::Path as FilePath;

use chrono::{DateTime, Utc};
use domain::limits::SHORT_TEXT;
use proto_events::vocabulary::EventFormat;

use self::columns::{Column, Columns};
pub(crate) use self::outcome::score;
pub use self::pasted::{Guess, PastedList, PastedPlayer, PastedTable};
use self::results::Results;
pub(crate) use self::round_name::RoundKey;
use self::sheet::Sheet;
use super::archive::Archive;
use super::dates;
use super::encoding::without_mark;
use super::object::checked_text;
use super::problems::{Path, ProblemSink};

/// The platform of tournaments from CSV files: within an organization, one name is one person across such files.
const PLATFORM: &str = "csv";
/// Digits of the file's hash in the tournament's id.
const ID_DIGITS: usize = 16;

/// Name, date and format of an event whose file has none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stated {
    /// The name; without it, the file's name without its ending.
    pub name: Option<String>,
    /// The date, such as `2026-05-01`. A CSV file needs it.
    pub date: Option<String>,
    /// The format, such as `Modern`.
    pub format: Option<String>,
    /// The round of results without a column for the round, such as `3`; without it, that in the file's name.
    pub round: Option<String>,
}

impl Stated {
    /// Refuses the options for a file that has its own name, date and format.
    pub(crate) fn refuse(&self, problems: &ProblemSink) {
        let Self { name, date, format, round } = self;
        let options = [("--name", name), ("--date", date), ("--event-format", format), ("--round", round)];
        for (option, given) in options {
            if given.is_some() {
                let message = "is only for CSV files; this file has its own. Import it without this option";
                problems.add(Path::Field(&Path::Root, option), message);
            }
        }
    }
}

/// A file to read.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    /// Its name, with or without a folder.
    pub name: &'a str,
    /// Its content.
    pub bytes: &'a [u8],
}

/// Returns whether a file is CSV: by its name, or because its first line has separators or known column names.
pub(crate) fn is_one(bytes: &[u8], file_name: &str) -> bool {
    let bytes = without_mark(bytes);
    let starts_as_data = |byte: &u8| matches!(byte, b'{' | b'[' | b'<');
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(starts_as_data) {
        return false;
    }
    let ending = FilePath::new(file_name).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if ["csv", "tsv"].iter().any(|known| ending.eq_ignore_ascii_case(known)) {
        return true;
    }
    let line = sheet::first_line(bytes);
    std::str::from_utf8(line).is_ok_and(|line| sheet::has_separator(line) || columns::is_known(line))
}

pub(crate) fn count_values(bytes: &[u8]) -> usize {
    let separator = sheet::separator(&String::from_utf8_lossy(sheet::first_line(without_mark(bytes))));
    bytes.iter().filter(|byte| **byte == separator).count()
}

/// Reads a file, or several with one round each. The result is valid only if no problem was added.
pub(crate) fn read(files: &[File<'_>], stated: &Stated, sha256: &str, problems: &ProblemSink) -> Option<Archive> {
    let (name, date, format) = read_about(files, stated, problems);
    let archive = read_sheets(files, stated, problems)?;
    let id = sha256.get(..ID_DIGITS).unwrap_or(sha256);
    let source_id = match archive.before_play {
        // The same players may come again on another day.
        Some(_) => format!("{}-{id}", date.format("%Y-%m-%d")),
        None => id.to_owned(),
    };
    Some(Archive { source_id, name, date, format, platform: PLATFORM.to_owned(), ..archive })
}

/// Reads the rows of all files.
fn read_sheets(files: &[File<'_>], stated: &Stated, problems: &ProblemSink) -> Option<Archive> {
    let [File { name, bytes }] = files else {
        let mut all = Vec::with_capacity(files.len());
        for File { name, bytes } in files {
            let own = ProblemSink::default();
            let sheet = Sheet::read(bytes, &own);
            let columns = sheet.as_ref().map(|sheet| Columns::read(&sheet.header, &own));
            problems.extend(name, own);
            all.push((*name, Results { sheet: sheet?, columns: columns?, stated: round_in(name) }));
        }
        check_same_columns(&all, problems)?;
        return results::read(&all, problems);
    };
    let sheet = Sheet::read(bytes, problems)?;
    let columns = Columns::read(&sheet.header, problems);
    let has_results = columns.has(Column::SecondPlayer);
    if stated.round.is_some() && (columns.has(Column::Round) || !has_results) {
        let message = "is only for results without a column for the round. Import the file without this option";
        problems.add(Path::Field(&Path::Root, "--round"), message);
    }
    if !has_results {
        return players::read(&sheet, &columns, problems);
    }
    let stated = stated_round(name, stated, problems);
    results::read(&[("", Results { sheet, columns, stated })], problems)
}

/// Checks that the files of an event have the same columns.
fn check_same_columns(files: &[(&str, Results)], problems: &ProblemSink) -> Option<()> {
    let [(first, expected), others @ ..] = files else { return None };
    let expected = expected.columns.listed();
    let other = others.iter().find(|(_, results)| results.columns.listed() != expected);
    let Some((name, results)) = other else { return Some(()) };
    let columns = results.columns.listed();
    let message = format!(
        "has the columns {columns}, but {first} has {expected}; give all rounds of an event the same columns, or \
         import the files one by one"
    );
    problems.add(Path::Field(&Path::Root, name), message);
    None
}

/// Returns the round of all rows: as stated, else from the file's name, such as `round-3.csv`.
fn stated_round(file_name: &str, stated: &Stated, problems: &ProblemSink) -> Option<RoundKey> {
    let Some(round) = &stated.round else { return round_in(file_name) };
    let key = round_name::read(round, "");
    if key.is_none() {
        let message = format!("must be the number of a round or a round of the playoff, such as Final; is {round:?}");
        problems.add(Path::Field(&Path::Root, "--round"), message);
    }
    key
}

fn round_in(file_name: &str) -> Option<RoundKey> {
    round_name::in_text(stem(file_name)).map(|(round, _)| round)
}

/// Returns a file's name without its folder and ending.
fn stem(file_name: &str) -> &str {
    FilePath::new(file_name).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
}

/// If a CSV file has one round, which only its name says, returns what the names of the event's files have in common:
/// `Friday` of `Friday-round-3.csv`.
pub fn name_without_round(bytes: &[u8], file_name: &str) -> Option<String> {
    let (_, name) = round_name::in_text(stem(file_name))?;
    let sheet = Sheet::read(bytes, &ProblemSink::default()).filter(|_| is_one(bytes, file_name))?;
    let columns = Columns::read(&sheet.header, &ProblemSink::default());
    (!columns.has(Column::Round)).then_some(name)
}

/// Returns the round of a playoff that this is the name of.
pub(crate) fn round_key(name: &str) -> Option<RoundKey> {
    round_name::read(name, "playoff")
}

/// Returns name, date and format of the event.
fn read_about(files: &[File<'_>], stated: &Stated, problems: &ProblemSink) -> (String, DateTime<Utc>, String) {
    let at = |option| Path::Field(&Path::Root, option);
    let date = stated.date.as_deref().map(dates::parse).unwrap_or_else(|| {
        Err("is missing: a CSV file has no date. Add the date of the event, such as --date 2026-05-01".to_owned())
    });
    let date = date.unwrap_or_else(|message| {
        problems.add(at("--date"), message);
        DateTime::UNIX_EPOCH
    });
    let first = files.first().map_or("", |file| file.name);
    let common = round_name::in_text(stem(first)).map(|(_, name)| name);
    let common = common.filter(|name| files.len() > 1 && !name.is_empty());
    let stem = FilePath::new(first).extension().map(|_| common.unwrap_or_else(|| stem(first).to_owned()));
    let name = match stated.name.clone().or(stem) {
        Some(name) => checked_text(name.trim(), at("--name"), SHORT_TEXT, problems),
        None => {
            let message = "is missing: there is no name of a file to take. Add one, such as --name \"Friday Modern\"";
            problems.add(at("--name"), message);
            String::new()
        }
    };
    let format = stated.format.clone().unwrap_or_default();
    if !format.is_empty() && EventFormat::parse_loosely(&format).is_none() {
        let known: Vec<&str> = EventFormat::ALL.iter().map(|format| format.display_name()).collect();
        problems.add(at("--event-format"), format!("{format:?} is not a format; use one of: {}", known.join(", ")));
    }
    (name, date, format)
}

#[cfg(test)]
mod tests;
