//! The rows of a CSV file, with their lines. Checks the encoding and finds the separator.

use csv::{ReaderBuilder, StringRecord};
use domain::names;
use service_kit::message;

use crate::encoding::without_mark;
use crate::problems::{Path, ProblemSink};

/// Separators, by precedence.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];
/// Limit of rows: each match of the largest tournament, from both sides.
const ROWS: usize = 200_000;
/// How a file gets an encoding that can be read.
const SAVE_AS_UTF8: &str = "Save it as UTF-8 (in a spreadsheet: \"CSV UTF-8\") and import it again";

#[derive(Debug)]
pub(super) struct Row {
    /// The line on which it begins, from 1.
    pub(super) line: usize,
    cells: StringRecord,
}

impl Row {
    /// Returns a cell without blanks around it; empty if the row is shorter.
    pub(super) fn cell(&self, place: usize) -> &str {
        self.cells.get(place).unwrap_or_default().trim()
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(str::trim)
    }

    fn is_blank(&self) -> bool {
        self.cells().all(str::is_empty)
    }
}

/// The rows of a file that are not blank.
#[derive(Debug)]
pub(super) struct Sheet {
    /// The first row.
    pub(super) header: Row,
    /// The others.
    pub(super) rows: Vec<Row>,
}

impl Sheet {
    pub(super) fn read(bytes: &[u8], problems: &ProblemSink) -> Option<Self> {
        let text = decoded(bytes, problems)?;
        let text = names::normalized(text);
        let separator = separator(&String::from_utf8_lossy(first_line(text.as_bytes())));
        let mut rows = rows(&text, separator, problems)?.into_iter();
        let Some(header) = rows.next() else {
            problems.add(Path::Root, "is empty: the first row must name the columns");
            return None;
        };
        let sheet = Self { header, rows: rows.collect() };
        if sheet.rows.is_empty() {
            let message = message!("only-row", "is the only row; rows of players or matches must follow it");
            problems.add(Path::Line(sheet.header.line), message);
            return None;
        }
        sheet.check_widths(separator, problems);
        Some(sheet)
    }

    /// Checks that no row has a value where the header has no name.
    fn check_widths(&self, separator: u8, problems: &ProblemSink) {
        for row in &self.rows {
            let is_beyond = |(place, cell): &(usize, &str)| !cell.is_empty() && self.header.cell(*place).is_empty();
            if let Some((place, cell)) = row.cells().enumerate().find(is_beyond) {
                let message = message!(
                    "value-without-column",
                    "value {number} (\"{cell}\") has no column in the header; put values that contain '{separator}' in quotes",
                    number = place + 1,
                    cell,
                    separator = char::from(separator)
                );
                problems.add(Path::Line(row.line), message);
            }
        }
    }
}

/// Returns the text without its byte order mark.
fn decoded<'a>(bytes: &'a [u8], problems: &ProblemSink) -> Option<&'a str> {
    let is_utf16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") || bytes.contains(&0);
    if is_utf16 {
        problems.add(Path::Root, format!("is UTF-16 or no text, not UTF-8. {SAVE_AS_UTF8}"));
        return None;
    }
    let bytes = without_mark(bytes);
    std::str::from_utf8(bytes)
        .map_err(|error| {
            let place = error.valid_up_to();
            let line = Lines::of(bytes).line_of(place);
            let byte = bytes.get(place).copied().unwrap_or_default();
            let message = format!("byte {byte:#04X} is not UTF-8; the file may be Windows-1252. {SAVE_AS_UTF8}");
            problems.add(Path::Line(line), message);
        })
        .ok()
}

/// Returns the rows that are not blank.
fn rows(text: &str, separator: u8, problems: &ProblemSink) -> Option<Vec<Row>> {
    let mut reader =
        ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut lines = Lines::of(text.as_bytes());
    let mut rows: Vec<Row> = Vec::new();
    for record in reader.records() {
        let cells = match record {
            Ok(cells) => cells,
            Err(error) => {
                problems.add(Path::Line(lines.line), format!("cannot be read: {error}"));
                return None;
            }
        };
        let place = cells.position().map_or(0, csv::Position::byte);
        let line = lines.line_of(usize::try_from(place).unwrap_or(usize::MAX));
        let row = Row { line, cells };
        // Spreadsheets may begin a file with its separator.
        let names_separator = rows.is_empty() && names_separator(row.cell(0));
        if row.is_blank() || names_separator {
            continue;
        }
        if rows.len() > ROWS {
            let message = message!("too-many-rows", "a file may have at most {most} rows", most = ROWS);
            problems.add(Path::Line(line), message);
            return None;
        }
        rows.push(row);
    }
    Some(rows)
}

/// Counts the lines of a text. Lines end with a line feed, a carriage return, or both.
struct Lines<'a> {
    text: &'a [u8],
    /// The place up to which lines are counted.
    place: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    fn of(text: &'a [u8]) -> Self {
        Self { text, place: 0, line: 1 }
    }

    /// Returns the line of the first byte from `place` on that does not end a line. Places must ascend.
    fn line_of(&mut self, place: usize) -> usize {
        let ends_line = |byte: Option<&u8>| matches!(byte, Some(b'\n' | b'\r'));
        while self.place < place.min(self.text.len()) || ends_line(self.text.get(self.place)) {
            let is_end = match self.text[self.place] {
                b'\n' => true,
                b'\r' => self.text.get(self.place + 1) != Some(&b'\n'),
                _ => false,
            };
            self.line += usize::from(is_end);
            self.place += 1;
        }
        self.line
    }
}

/// Returns the first line that is not blank.
pub(super) fn first_line(bytes: &[u8]) -> &[u8] {
    let mut lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.find(|line| !line.trim_ascii().is_empty()).unwrap_or_default()
}

/// Returns whether a line only says what separates the cells, as spreadsheets may begin a file.
pub(super) fn names_separator(line: &str) -> bool {
    line.trim_start().to_ascii_lowercase().starts_with("sep=")
}

/// Returns whether a line has a separator outside of quotes.
pub(super) fn has_separator(line: &str) -> bool {
    SEPARATORS.iter().any(|separator| count(line, *separator) > 0)
}

/// Returns the separator of a line: the most frequent one outside of quotes.
pub(super) fn separator(line: &str) -> u8 {
    let [comma, others @ ..] = SEPARATORS;
    others.into_iter().fold(comma, |best, other| if count(line, other) > count(line, best) { other } else { best })
}

fn count(line: &str, separator: u8) -> usize {
    let mut is_quoted = false;
    let mut found = 0;
    for byte in line.bytes() {
        is_quoted ^= byte == b'"';
        found += usize::from(byte == separator && !is_quoted);
    }
    found
}
