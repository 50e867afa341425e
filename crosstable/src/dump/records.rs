//! The records of a dump, in a temporary file: they arrive in the order of their changes, and are needed by month and id.

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

/// The fields of a record that decide where it belongs.
#[derive(Deserialize)]
struct Head {
    id: i64,
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

pub(super) struct Records {
    file: File,
    end: u64,
    compressor: Compressor<'static>,
    by_month: BTreeMap<(Month, i64), Stored>,
}

impl Records {
    /// Creates an empty file without a name in a folder.
    pub(super) fn new(folder: &Path) -> anyhow::Result<Self> {
        let file = tempfile::tempfile_in(folder).with_context(|| format!("{} cannot be written", folder.display()))?;
        Ok(Self { file, end: 0, compressor: Compressor::new(LEVEL)?, by_month: BTreeMap::new() })
    }

    pub(super) fn store(&mut self, record: &[u8]) -> anyhow::Result<()> {
        let Head { id, start } = serde_json::from_slice(record)?;
        let packed = self.compressor.compress(record)?;
        self.file.write_all(&packed)?;
        let stored = Stored { at: self.end, packed: packed.len(), length: record.len() };
        self.end += u64::try_from(packed.len())?;
        self.by_month.insert((Month::of(start), id), stored);
        Ok(())
    }

    pub(super) fn months(&self) -> BTreeSet<Month> {
        self.by_month.keys().map(|(month, _)| *month).collect()
    }

    /// Calls `each` with every record of a month, in the order of ids.
    pub(super) fn of_month(
        &self,
        month: Month,
        mut each: impl FnMut(&[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut decompressor = Decompressor::new()?;
        let mut packed = Vec::new();
        for stored in self.by_month.range((month, i64::MIN)..=(month, i64::MAX)).map(|(_, stored)| stored) {
            packed.resize(stored.packed, 0);
            (&self.file).seek(SeekFrom::Start(stored.at))?;
            (&self.file).read_exact(&mut packed)?;
            each(&decompressor.decompress(&packed, stored.length)?)?;
        }
        Ok(())
    }
}
