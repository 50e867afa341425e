//! Imports tournaments from files: reads, checks and turns them into events. Most files have a finished tournament; a
//! list of players becomes an event before round 1.
//!
//! [`read`] reads a file and reports all its problems, by field or by line. Its result can be turned into events
//! (`plan`) without further checks. An [`Importer`] stores them.
//!
//! # How to add a format
//!
//! Read it into [`archive::Archive`](self) in a module of its own. Open each object with the names of the members that
//! the module knows; all others are named as left out. A form of JSON is detected in `read_json` by its fields
//! ([`FORMS`](self)). Any other format is detected in `read_archive` by its first characters, and counts its own values,
//! so that a file that would take too much memory is refused. `rounds.rs` and `computed.rs` help with files that have no
//! standings or do not name their playoff. Everything else stays as it is.

mod archive;
mod check;
mod cobra;
mod computed;
mod csv_file;
mod dates;
mod decklist_cache;
mod encoding;
mod eventlink;
mod importer;
mod json;
mod object;
mod outcome;
mod plan;
mod problems;
mod roster;
mod rounds;
mod rule;
mod topdeck;
mod undo;
mod wer;

use serde_json::Value;
use service_kit::hex::hex;
use sha2::{Digest, Sha256};

use archive::Archive;
pub use check::CheckedArchive;
pub use csv_file::{File, Guess, PastedList, PastedPlayer, PastedTable, Stated, name_without_round};
pub use importer::Importer;
use object::Cursor;
pub use outcome::{ImportError, ImportOutcome};
pub use plan::ImportCounts;
pub use problems::{ImportProblem, Problems};
use problems::{Path, ProblemSink};
pub use undo::{UndoError, UndoImport, Undone};

/// Limit of a file in bytes: several times an event of ten thousand players with all its lists.
pub const FILE_BYTES: usize = 32 << 20;
/// Limit of values in a file; each number, text, list, object, element and attribute is one. It fits the same event and
/// little more. Values determine how much memory a file takes, which can be forty times its size.
const FILE_VALUES: usize = 2_000_000;

/// Reads a file that says everything about its tournament, and checks all of it.
///
/// # Errors
/// When the file has problems: the first ten at once.
pub fn read(bytes: &[u8], file_name: &str) -> Result<CheckedArchive, ImportError> {
    read_files(&[File { name: file_name, bytes }], &Stated::default())
}

/// Reads the files of an event and checks all of it: one file, or CSV files that have one round each. Name, date and
/// format are stated for files without them, and only for these.
///
/// # Errors
/// When the files have problems: the first ten at once.
pub fn read_files(files: &[File<'_>], stated: &Stated) -> Result<CheckedArchive, ImportError> {
    let file_name = files.iter().map(|file| file.name).collect::<Vec<_>>().join(", ");
    // The same files are the same event, in whatever order they are given.
    let mut contents: Vec<&[u8]> = files.iter().map(|file| file.bytes).collect();
    contents.sort_unstable();
    let hash = contents.into_iter().fold(Sha256::new(), Digest::chain_update);
    let sha256 = hex(&hash.finalize());
    let problems = ProblemSink::default();
    let archive = read_archive(files, stated, &sha256, &problems);
    if let Some(archive) = archive.as_ref().filter(|_| problems.is_empty()) {
        check::check(archive, &problems);
    }
    match archive {
        Some(archive) if problems.is_empty() => Ok(CheckedArchive { archive, sha256, file_name }),
        _ => Err(ImportError::Invalid { file: file_name, problems: problems.into_problems() }),
    }
}

/// Reads the files, unless they are too large. The result is valid only if no problem was added.
fn read_archive(files: &[File<'_>], stated: &Stated, sha256: &str, problems: &ProblemSink) -> Option<Archive> {
    let File { name, bytes } = *files.first()?;
    if files.iter().map(|file| file.bytes.len()).sum::<usize>() > FILE_BYTES {
        let message = format!("has more than {} MiB, the limit for one tournament", FILE_BYTES >> 20);
        problems.add(Path::Root, message);
        return None;
    }
    let is_csv = files.len() > 1 || csv_file::is_one(bytes, name);
    let is_xml = !is_csv && encoding::begins_element(bytes);
    let count = match (is_csv, is_xml) {
        (true, _) => csv_file::count_values,
        (_, true) => wer::count_values,
        _ => count_values,
    };
    let values = files.iter().map(|file| count(file.bytes)).sum::<usize>();
    if values > FILE_VALUES {
        problems.add(Path::Root, format!("has {values} values; the limit for one tournament is {FILE_VALUES}"));
        return None;
    }
    if is_csv {
        return csv_file::read(files, stated, sha256, problems);
    }
    stated.refuse(problems);
    if is_xml { wer::read(bytes, problems) } else { read_json(bytes, problems) }
}

/// A form of JSON: whether a file has it, and how it is read.
type Form = (fn(&Value) -> bool, fn(Cursor<'_>) -> Option<Archive>);

/// The forms of JSON; the first one that a file has counts.
const FORMS: [Form; 5] = [
    (decklist_cache::is_one, decklist_cache::read),
    (cobra::is_one, cobra::read),
    (topdeck::is_one, topdeck::read),
    (eventlink::is_one, eventlink::read),
    (|_| true, archive::read),
];

/// Reads a JSON file of any form.
fn read_json(bytes: &[u8], problems: &ProblemSink) -> Option<Archive> {
    let text = encoding::decoded(bytes, problems)?;
    let value = json::parse(&text, problems)?;
    let (_, read) = FORMS.iter().find(|(is_one, _)| is_one(&value))?;
    let mut archive = read(Cursor { value: &value, path: Path::Root, problems })?;
    archive.left_out.extend(problems.unread("members"));
    Some(archive)
}

/// Counts the values of a JSON text without parsing it; for any other text the number is meaningless.
fn count_values(text: &[u8]) -> usize {
    let (mut values, mut is_quoted, mut is_escaped) = (1, false, false);
    for byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_quoted,
            b'"' => is_quoted = !is_quoted,
            b',' | b'[' | b'{' if !is_quoted => values += 1,
            _ => {}
        }
    }
    values
}

#[cfg(test)]
pub(crate) mod tests;
