//! The tables of a dump, and the lines that a record has in each.

use anyhow::{Context, ensure};
use chrono::{DateTime, Datelike, Utc};
use domain::json::Fields;
use serde_json::value::RawValue;
use storage::RecordPart;

/// The month of a tournament's start in UTC; `None` without a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Month(Option<(i32, u32)>);

impl Month {
    pub(super) fn of(start: Option<DateTime<Utc>>) -> Self {
        Self(start.map(|start| (start.year(), start.month())))
    }

    /// `2026-03`, or `undated`.
    pub(super) fn name(self) -> String {
        self.0.map_or_else(|| "undated".to_owned(), |(year, month)| format!("{year:04}-{month:02}"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    /// A line for each tournament.
    Tournaments,
    /// A line for each element of a part, with the id of its tournament.
    Part(RecordPart),
}

impl Table {
    pub(super) const ALL: [Self; 6] = [
        Self::Tournaments,
        Self::Part(RecordPart::Standings),
        Self::Part(RecordPart::Rounds),
        Self::Part(RecordPart::Matches),
        Self::Part(RecordPart::Cards),
        Self::Part(RecordPart::Decklists),
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Tournaments => "tournaments",
            Self::Part(part) => part.name(),
        }
    }

    pub(super) fn file_name(self, month: Month) -> String {
        format!("{}-{}.ndjson.zst", self.name(), month.name())
    }

    /// The text with which its lines begin, before the id of the tournament.
    fn opening(self) -> &'static str {
        match self {
            Self::Tournaments => "{\"id\":",
            Self::Part(_) => "{\"tournament_id\":",
        }
    }

    /// Appends the lines of a record.
    ///
    /// # Errors
    /// If the record is not as expected.
    pub(super) fn append(self, record: &Record<'_>, lines: &mut Vec<u8>) -> anyhow::Result<u64> {
        match self {
            Self::Tournaments => {
                lines.extend_from_slice(format!("{}{}", self.opening(), record.id).as_bytes());
                for (name, value) in record.fields.iter().filter(|(name, _)| *name != "id") {
                    lines.extend_from_slice(format!(",\"{name}\":{}", value.get()).as_bytes());
                }
                lines.extend_from_slice(b"}\n");
                Ok(1)
            }
            Self::Part(part) => {
                let rows = record.parts.iter().find(|(name, _)| *name == part.name());
                let rows = rows.map(|(_, rows)| serde_json::from_str::<Vec<&RawValue>>(rows.get())).transpose()?;
                let rows = rows.unwrap_or_default();
                for row in &rows {
                    let row = row.get();
                    let rest = row.strip_prefix('{').context("a row of the record is not an object")?;
                    ensure!(!row.contains('\n'), "a row of the record has a line break");
                    let opening = format!("{}{}", self.opening(), record.id);
                    lines.extend_from_slice(opening.as_bytes());
                    lines.extend_from_slice(if rest == "}" { b"" } else { b"," });
                    lines.extend_from_slice(rest.as_bytes());
                    lines.push(b'\n');
                }
                Ok(u64::try_from(rows.len())?)
            }
        }
    }
}

/// A record of the export, split into its own fields and its parts.
#[derive(Debug)]
pub(super) struct Record<'a> {
    pub(super) id: i64,
    fields: Vec<(&'a str, &'a RawValue)>,
    parts: Vec<(&'a str, &'a RawValue)>,
}

impl<'a> Record<'a> {
    /// Splits a record.
    ///
    /// # Errors
    /// If it is not a JSON object with an id.
    pub(super) fn read(text: &'a [u8]) -> anyhow::Result<Self> {
        let Fields(all): Fields<'a, &'a str> = serde_json::from_slice(text)?;
        let id = all.iter().find(|(name, _)| *name == "id").context("a record has no id")?;
        let id = id.1.get().parse()?;
        let (parts, fields) = all.into_iter().partition(|(name, _)| RecordPart::from_name(name).is_some());
        Ok(Self { id, fields, parts })
    }
}
