//! The records that changed, in a temporary file: they arrive in the order of their changes, and are needed by month and id.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::Context;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use zstd::bulk::{Compressor, Decompressor};

use super::tables::Month;

/// Level of compression: these bytes are read once, soon.
const LEVEL: i32 = 1;

/// The fields of a record or tombstone that decide where it belongs.
#[derive(Deserialize)]
struct Head {
    id: i64,
    #[serde(default)]
    deleted: bool,
    #[serde(default)]
    start: Option<DateTime<Utc>>,
}

/// The place of a record in the file.
#[derive(Debug, Clone, Copy)]
struct Stored {
    at: u64,
    packed: usize,
    length: usize,
}

/// Changed records and tombstones.
pub(super) struct Changes {
    file: File,
    end: u64,
    compressor: Compressor<'static>,
    /// The records by month and id.
    records: BTreeMap<(Month, i64), Stored>,
    /// The ids of all changed tournaments, with the month that each has now.
    ids: BTreeMap<i64, Option<Month>>,
}

impl Changes {
    /// Creates an empty file without a name in a folder.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub(super) fn new(folder: &Path) -> anyhow::Result<Self> {
        let file = tempfile::tempfile_in(folder).with_context(|| format!("{} cannot be written", folder.display()))?;
        let compressor = Compressor::new(LEVEL)?;
        Ok(Self { file, end: 0, compressor, records: BTreeMap::new(), ids: BTreeMap::new() })
    }

    /// Stores a record, or notes a tombstone.
    ///
    /// # Errors
    /// If it is not a record, or the disk fails.
    pub(super) fn take(&mut self, record: &[u8]) -> anyhow::Result<()> {
        let Head { id, deleted, start } = serde_json::from_slice(record)?;
        let month = (!deleted).then(|| Month::of(start));
        self.ids.insert(id, month);
        if let Some(month) = month {
            let packed = self.compressor.compress(record)?;
            self.file.write_all(&packed)?;
            let stored = Stored { at: self.end, packed: packed.len(), length: record.len() };
            self.end += u64::try_from(packed.len())?;
            self.records.insert((month, id), stored);
        }
        Ok(())
    }

    /// Number of changed tournaments.
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether a tournament changed.
    pub(super) fn has(&self, id: i64) -> bool {
        self.ids.contains_key(&id)
    }

    /// The months of the records.
    pub(super) fn months(&self) -> BTreeSet<Month> {
        self.ids.values().copied().flatten().collect()
    }

    /// Calls `each` with every record of a month, in the order of ids.
    ///
    /// # Errors
    /// If the disk or `each` fails.
    pub(super) fn of_month(
        &self,
        month: Month,
        mut each: impl FnMut(i64, &[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut decompressor = Decompressor::new()?;
        let mut packed = Vec::new();
        for ((_, id), stored) in self.records.range((month, i64::MIN)..=(month, i64::MAX)) {
            packed.resize(stored.packed, 0);
            (&self.file).seek(SeekFrom::Start(stored.at))?;
            (&self.file).read_exact(&mut packed)?;
            each(*id, &decompressor.decompress(&packed, stored.length)?)?;
        }
        Ok(())
    }
}
