//! Imports tournaments from files: reads, checks and turns them into events. Most files have a finished tournament; a
//! list of players becomes an event before round 1.
//!
//! [`read`] reads a file and reports all its problems, by field or by line. Its result can be turned into events
//! (`plan`) without further checks. An [`Importer`] stores them.
//!
//! # How to add a format
//!
//! Read it into [`archive::Archive`](self) in a module of its own, and state its shape: `shape.rs` names the members
//! that the module does not use. A form of JSON is detected in `read_json` by its fields ([`FORMS`](self)). Any other
//! format is detected in `read_archive` by its first characters, and counts its own values, so that a file that would
//! take too much memory is refused. `rounds.rs` and `computed.rs` help with files that have no standings or do not name
//! their playoff. Everything else stays as it is.

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
mod shape;
mod topdeck;
mod undo;
mod wer;

use serde_json::Value;
use service_kit::hex::hex;
use sha2::{Digest, Sha256};

use archive::Archive;
pub use check::CheckedArchive;
pub use computed::Contradiction;
pub use csv_file::{File, Guess, PastedList, PastedPlayer, PastedTable, Stated, name_without_round};
pub use importer::Importer;
use object::Cursor;
pub use outcome::{ImportError, ImportOutcome, LogFailure};
pub use plan::ImportCounts;
pub use problems::{ImportProblem, Problems};
use problems::{Path, ProblemSink};
use shape::Shape;
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
    read_stated(bytes, file_name, &Stated::default())
}

/// Reads a file and checks all of it. Name, date and format are stated for files without them, and only for these.
///
/// # Errors
/// When the file has problems: the first ten at once.
pub fn read_stated(bytes: &[u8], file_name: &str, stated: &Stated) -> Result<CheckedArchive, ImportError> {
    read_files(&[File { name: file_name, bytes }], stated)
}

/// Reads the files of an event and checks all of it: one file, or CSV files that have one round each.
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
    if let (Some(archive), Ok(())) = (&archive, problems.check()) {
        check::check(archive, &problems);
    }
    match (archive, problems.check()) {
        (Some(archive), Ok(())) => Ok(CheckedArchive { archive, sha256, file_name }),
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

/// A form of JSON.
struct Form {
    is_one: fn(&Value) -> bool,
    read: fn(Cursor<'_>) -> Option<Archive>,
    shape: &'static Shape,
}

/// The forms of JSON; the first one that a file has counts.
const FORMS: [Form; 5] = [
    Form { is_one: decklist_cache::is_one, read: decklist_cache::read, shape: decklist_cache::SHAPE },
    Form { is_one: cobra::is_one, read: cobra::read, shape: cobra::SHAPE },
    Form { is_one: topdeck::is_one, read: topdeck::read, shape: topdeck::SHAPE },
    Form { is_one: eventlink::is_one, read: eventlink::read, shape: eventlink::SHAPE },
    Form { is_one: |_| true, read: archive::read, shape: archive::SHAPE },
];

/// Reads a JSON file of any form.
fn read_json(bytes: &[u8], problems: &ProblemSink) -> Option<Archive> {
    let text = encoding::decoded(bytes, problems)?;
    let value = json::parse(&text, problems)?;
    let form = FORMS.iter().find(|form| (form.is_one)(&value))?;
    let mut archive = (form.read)(Cursor { value: &value, path: Path::Root, problems })?;
    archive.left_out.extend(shape::unused_members(&value, form.shape));
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
