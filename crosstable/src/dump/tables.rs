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
    pub(super) fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Tournaments).chain(RecordPart::ALL.into_iter().map(Self::Part))
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Tournaments => "tournaments",
            Self::Part(part) => part.name(),
        }
    }

    pub(super) fn file_name(self, month: Month) -> String {
        format!("{}-{}.ndjson.zst", self.name(), month.name())
    }

    pub(super) fn append(self, record: &Record<'_>, lines: &mut Vec<u8>) -> anyhow::Result<u64> {
        match self {
            Self::Tournaments => {
                lines.extend_from_slice(format!("{{\"id\":{}", record.id).as_bytes());
                let is_other = |name: &str| name != "id" && RecordPart::from_name(name).is_none();
                for (name, value) in record.fields.iter().filter(|(name, _)| is_other(name)) {
                    lines.extend_from_slice(format!(",\"{name}\":{}", value.get()).as_bytes());
                }
                lines.extend_from_slice(b"}\n");
                Ok(1)
            }
            Self::Part(part) => {
                let rows = record.fields.iter().find(|(name, _)| *name == part.name());
                let rows = rows.map(|(_, rows)| serde_json::from_str::<Vec<&RawValue>>(rows.get())).transpose()?;
                let rows = rows.unwrap_or_default();
                for row in &rows {
                    let row = row.get();
                    let rest = row.strip_prefix('{').context("a row of the record is not an object")?;
                    ensure!(!row.contains('\n'), "a row of the record has a line break");
                    lines.extend_from_slice(format!("{{\"tournament_id\":{}", record.id).as_bytes());
                    lines.extend_from_slice(if rest == "}" { b"" } else { b"," });
                    lines.extend_from_slice(rest.as_bytes());
                    lines.push(b'\n');
                }
                Ok(u64::try_from(rows.len())?)
            }
        }
    }
}

/// A record of the export, split into its fields.
#[derive(Debug)]
pub(super) struct Record<'a> {
    pub(super) id: i64,
    fields: Vec<(&'a str, &'a RawValue)>,
}

impl<'a> Record<'a> {
    /// Splits a record.
    pub(super) fn read(text: &'a [u8]) -> anyhow::Result<Self> {
        let Fields(fields): Fields<'a, &'a str> = serde_json::from_slice(text)?;
        let id = fields.iter().find(|(name, _)| *name == "id").context("a record has no id")?;
        let id = id.1.get().parse()?;
        Ok(Self { id, fields })
    }
}
