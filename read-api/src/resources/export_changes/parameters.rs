//! The parameters of the export.

use api_kit::names;
use api_kit::negotiation::{CSV, JSON, NDJSON, accepts};
use axum::http::HeaderMap;
use chrono::{DateTime, NaiveDate, Utc};
use proto_events::ids::OrganizationId;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{RecordFilter, RecordPart, RecordParts, RecordReader};

use super::super::export::event_format;
use super::cursor::Cursor;
use super::table::{Cells, Table};
use crate::query::{Query, malformed};

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutputFormat {
    /// One record per line.
    Lines,
    /// A JSON array.
    Array,
    Table(Table, Cells),
}

impl OutputFormat {
    /// Returns a letter that distinguishes the tags of the forms.
    pub(super) fn letter(self) -> char {
        match self {
            Self::Lines => 'n',
            Self::Array => 'j',
            Self::Table(_, Cells::Neutralized) => 'c',
            Self::Table(_, Cells::Raw) => 'r',
        }
    }
}

/// A request for an export.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) filter: RecordFilter,
    /// The cursor of an earlier answer.
    pub(super) since: Option<Cursor>,
    /// The form of the answer.
    pub(super) format: OutputFormat,
}

impl Asked {
    /// Reads the parameters of a request by this reader.
    ///
    /// # Errors
    /// 400 that names the parameter; 406; 410 for a cursor that can no longer be used.
    pub(super) fn of(headers: &HeaderMap, query: &Query, reader: RecordReader) -> Result<Self, Problem> {
        let format = output_format(headers, query)?;
        let included = query.text("include").map(included).transpose()?;
        let parts = match (format, included) {
            (OutputFormat::Table(..), Some(_)) => {
                return Err(malformed("include", "is not for format=csv: name one table with table"));
            }
            (OutputFormat::Table(table, _), None) => table.0.into_iter().collect(),
            (_, included) => included.unwrap_or_else(|| RecordParts::default().with(RecordPart::Standings)),
        };
        let mut filter = RecordFilter {
            reader,
            since: None,
            from: time(query, "from")?,
            to: time(query, "to")?,
            event_format: query.text("event_format").map(event_format).transpose()?,
            organization_id: query.integer("organization_id", i64::MIN, i64::MAX)?.map(OrganizationId),
            parts,
        };
        let since = query.text("since").map(|text| Cursor::read(text, &filter)).transpose()?;
        filter.since = since.map(|cursor| cursor.sequence);
        Ok(Self { filter, since, format })
    }
}

/// Returns the values of `table`.
pub(super) fn tables() -> Vec<&'static str> {
    Table::ALL.iter().map(|table| table.name()).collect()
}

fn output_format(headers: &HeaderMap, query: &Query) -> Result<OutputFormat, Problem> {
    let table = query.text("table").map(table).transpose()?;
    let raw = query.boolean("raw")?;
    let cells = if raw == Some(true) { Cells::Raw } else { Cells::Neutralized };
    let as_table = OutputFormat::Table(table.unwrap_or(Table(None)), cells);
    let format = match query.text("format") {
        Some("ndjson") => OutputFormat::Lines,
        Some("json") => OutputFormat::Array,
        Some("csv") => as_table,
        Some(_) => return Err(malformed("format", "must be ndjson, json or csv")),
        None if accepts(headers, NDJSON) > 0 => OutputFormat::Lines,
        None if accepts(headers, JSON) > 0 => OutputFormat::Array,
        None if accepts(headers, CSV) > 0 => as_table,
        None => {
            return Err(Problem::not_acceptable(message!(
                "export-table-not-accepted",
                "The export is written in {ndjson}, {json} and {csv}; the header Accept excludes all of them.",
                ndjson = NDJSON,
                json = JSON,
                csv = CSV
            )));
        }
    };
    match (format, table) {
        (OutputFormat::Lines | OutputFormat::Array, Some(_)) => {
            Err(malformed("table", "is only for format=csv: name parts with include"))
        }
        (OutputFormat::Lines | OutputFormat::Array, None) if raw.is_some() => {
            Err(malformed("raw", "is only for format=csv: other forms always have the exact text"))
        }
        (format, _) => Ok(format),
    }
}

fn table(name: &str) -> Result<Table, Problem> {
    let found = Table::ALL.into_iter().find(|table| table.name() == name);
    found.ok_or_else(|| malformed("table", unknown("table", name, &tables())))
}

fn included(text: &str) -> Result<RecordParts, Problem> {
    let names = text.split(',').map(str::trim).filter(|_| !text.trim().is_empty());
    let part = |name: &str| {
        let known: Vec<_> = RecordPart::ALL.iter().map(|part| part.name()).collect();
        RecordPart::from_name(name).ok_or_else(|| malformed("include", unknown("part", name, &known)))
    };
    names.map(part).collect()
}

/// Returns why a name is refused, with the nearest known name and all known names.
fn unknown(kind: &str, name: &str, known: &[&'static str]) -> String {
    let why = names::unknown(kind, name, known);
    format!("must consist of {}. {}", known.join(", "), why.trim_end_matches('.'))
}

/// Returns the time of a parameter: midnight UTC of a date, or a moment.
fn time(query: &Query, name: &str) -> Result<Option<DateTime<Utc>>, Problem> {
    let Some(text) = query.text(name) else { return Ok(None) };
    let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|date| date.to_string() == text);
    let midnight = date.and_then(|date| date.and_hms_opt(0, 0, 0)).map(|time| time.and_utc());
    // A plus sign in a query stands for a blank.
    let moment = || DateTime::parse_from_rfc3339(&text.replace(' ', "+")).ok().map(|time| time.to_utc());
    let time = midnight.or_else(moment);
    let form = "must be a date such as 2026-03-15 or a time such as 2026-03-15T18:00:00Z";
    time.map(Some).ok_or_else(|| malformed(name, form))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header};

    use super::*;

    fn asked(text: &str) -> Result<Asked, Problem> {
        Asked::of(&HeaderMap::new(), &Query::of(&format!("/?{text}").parse().unwrap()), RecordReader::default())
    }

    #[test]
    fn parts_are_named_by_commas_and_standings_are_the_default() {
        let parts = |text: &str| asked(text).map(|asked| asked.filter.parts);
        let set = |parts: &[RecordPart]| parts.iter().copied().collect::<RecordParts>();
        use RecordPart::{Cards, Matches, Standings};
        assert_eq!(parts("").unwrap(), set(&[Standings]));
        assert_eq!(parts("include=").unwrap(), set(&[]));
        assert_eq!(parts("include=matches,cards").unwrap(), set(&[Matches, Cards]));
        assert_eq!(parts("format=csv").unwrap(), set(&[]));
        assert_eq!(parts("format=csv&table=cards").unwrap(), set(&[Cards]));
        for (wrong, named) in [
            ("include=match", "matches"),
            ("include=standings,,", "standings, rounds"),
            ("format=csv&include=cards", "table"),
            ("table=cards", "format=csv"),
            ("format=csv&table=card", "\"cards\""),
            ("format=xml", "csv"),
            ("since=abc", "Export-Cursor"),
            ("from=2026-3-1", "2026-03-15"),
            ("event_format=Chess", "LEGACY"),
        ] {
            let problem = asked(wrong).unwrap_err();
            assert_eq!(problem.status().as_u16(), 400, "{wrong}");
            assert!(problem.detail().contains(named), "{wrong}: {}", problem.detail());
        }
    }

    #[test]
    fn times_are_dates_or_moments() {
        let from = |text: &str| asked(text).ok().and_then(|asked| asked.filter.from).map(|time| time.to_rfc3339());
        for (text, expected) in [
            ("from=2026-03-01", "2026-03-01T00:00:00+00:00"),
            ("from=2026-03-01T10:00:00Z", "2026-03-01T10:00:00+00:00"),
            ("from=2026-03-01T10:00:00%2B02:00", "2026-03-01T08:00:00+00:00"),
            ("from=2026-03-01T10:00:00+02:00", "2026-03-01T08:00:00+00:00"),
        ] {
            assert_eq!(from(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn the_form_follows_format_and_then_accept() {
        for (accept, query, expected) in [
            ("", "", Some(OutputFormat::Lines)),
            ("*/*", "", Some(OutputFormat::Lines)),
            ("application/json", "", Some(OutputFormat::Array)),
            ("text/csv", "", Some(OutputFormat::Table(Table(None), Cells::Neutralized))),
            (
                "text/csv",
                "table=rounds",
                Some(OutputFormat::Table(Table(Some(RecordPart::Rounds)), Cells::Neutralized)),
            ),
            ("text/html", "", None),
            ("text/html", "format=csv", Some(OutputFormat::Table(Table(None), Cells::Neutralized))),
        ] {
            let headers = [(header::ACCEPT, HeaderValue::from_static(accept))].into_iter().collect();
            let query = Query::of(&format!("/?{query}").parse().unwrap());
            let found = Asked::of(&headers, &query, RecordReader::default()).ok().map(|asked| asked.format);
            assert_eq!(found, expected, "{accept}");
        }
    }
}
