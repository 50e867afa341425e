//! The files of one month.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use read_api::dumps::DumpFile;
use storage::files::{NewFile, Readers};
use zstd::stream::write::Encoder;

use super::folder::hashed;
use super::records::Records;
use super::tables::{Month, Record, Table};

/// Level of compression. The default is 3; a dump is written once and downloaded often.
const LEVEL: i32 = 7;

/// Writes the files of a month into the folder `next`: one for each table that has lines.
pub(super) fn write(next: &Path, month: Month, records: &Records) -> anyhow::Result<Vec<DumpFile>> {
    let mut tables: Vec<_> = Table::all().map(|table| (table, None::<New>)).collect();
    let mut lines = Vec::new();
    records.of_month(month, |text| {
        let record = Record::read(text)?;
        for (table, new) in &mut tables {
            lines.clear();
            let count = table.append(&record, &mut lines)?;
            if count > 0 {
                let new = match new {
                    Some(new) => new,
                    None => new.insert(New::create(&next.join(table.file_name(month)))?),
                };
                new.put(&lines, count)?;
            }
        }
        Ok(())
    })?;
    let mut files = Vec::new();
    for (table, new) in tables {
        if let Some(new) = new {
            let lines = new.end()?;
            let (name, table) = (table.file_name(month), table.name().to_owned());
            let (bytes, sha256) = hashed(&next.join(&name))?;
            files.push(DumpFile { name, table, month: month.name(), sha256, bytes, lines });
        }
    }
    Ok(files)
}

/// A new file that is being written.
struct New {
    encoder: Encoder<'static, NewFile>,
    lines: u64,
}

impl New {
    fn create(path: &Path) -> anyhow::Result<Self> {
        let file = NewFile::create(path, Readers::Others).with_context(|| format!("{}", path.display()))?;
        let mut encoder = Encoder::new(file, LEVEL)?;
        encoder.include_checksum(true)?;
        Ok(Self { encoder, lines: 0 })
    }

    fn put(&mut self, lines: &[u8], count: u64) -> io::Result<()> {
        self.lines += count;
        self.encoder.write_all(lines)
    }

    /// Completes the file. Returns the number of its lines.
    fn end(self) -> io::Result<u64> {
        self.encoder.finish()?.name()?;
        Ok(self.lines)
    }
}
