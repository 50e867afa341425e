//! The files of one month: the old lines merged with the changed records.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use read_api::dumps::DumpFile;
use service_kit::hex::hex;
use sha2::{Digest, Sha256};
use storage::files::{NewFile, Readers};
use zstd::stream::read::Decoder;
use zstd::stream::write::Encoder;

use super::changes::Changes;
use super::folder::Folder;
use super::tables::{Month, Record, Table};

/// Level of compression. The default is 3; a dump is written once and downloaded often.
const LEVEL: i32 = 7;

/// Returns whether an old file has a tournament that changed.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn has_any(folder: &Folder, file: &DumpFile, changes: &Changes) -> anyhow::Result<bool> {
    let mut old = Old::open(folder, file, Table::Tournaments)?;
    while let Some(id) = old.next()? {
        if changes.has(id) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Writes the files of a month into the folder `next`.
///
/// # Errors
/// If an old file is damaged, or the disk fails.
pub(super) fn write(
    folder: &Folder,
    next: &Path,
    month: Month,
    old: &[&DumpFile],
    changes: &Changes,
) -> anyhow::Result<Vec<DumpFile>> {
    let mut merging = Vec::new();
    for table in Table::ALL {
        let old = old.iter().find(|file| file.table == table.name());
        let old = old.map(|file| Old::open(folder, file, table)).transpose()?;
        let path = next.join(table.file_name(month));
        merging.push(Merging { table, path, changes, old, new: None, lines: Vec::new() });
    }
    changes.of_month(month, |id, text| {
        let record = Record::read(text)?;
        merging.iter_mut().try_for_each(|table| table.put(id, &record))
    })?;
    let mut files = Vec::new();
    for mut merging in merging {
        merging.copy_before(i64::MAX)?;
        if let Some(new) = merging.new {
            let (name, table) = (merging.table.file_name(month), merging.table.name().to_owned());
            let (bytes, sha256, lines) = new.end()?;
            files.push(DumpFile { name, table, month: month.name(), sha256, bytes, lines });
        }
    }
    Ok(files)
}

/// A table that is being merged.
struct Merging<'a> {
    table: Table,
    /// The path of the new file.
    path: PathBuf,
    changes: &'a Changes,
    old: Option<Old>,
    /// The new file, from the first line on: there is none without lines.
    new: Option<New>,
    /// The lines of the present record.
    lines: Vec<u8>,
}

impl Merging<'_> {
    /// Writes the lines of a changed record, after the old lines before it.
    fn put(&mut self, id: i64, record: &Record<'_>) -> anyhow::Result<()> {
        self.copy_before(id)?;
        self.lines.clear();
        let count = self.table.append(record, &mut self.lines)?;
        if count > 0 {
            new_file(&mut self.new, &self.path)?.put(&self.lines, count)?;
        }
        Ok(())
    }

    /// Copies the old lines of tournaments before this one. Lines of changed tournaments are left out.
    fn copy_before(&mut self, id: i64) -> anyhow::Result<()> {
        let Some(old) = &mut self.old else { return Ok(()) };
        while let Some(there) = old.next()? {
            if there >= id {
                old.keep();
                break;
            }
            if !self.changes.has(there) {
                new_file(&mut self.new, &self.path)?.put(&old.line, 1)?;
            }
        }
        Ok(())
    }
}

fn new_file<'a>(new: &'a mut Option<New>, path: &Path) -> anyhow::Result<&'a mut New> {
    if new.is_none() {
        *new = Some(New::create(path)?);
    }
    new.as_mut().context("no file")
}

/// An old file that is read line by line.
struct Old {
    table: Table,
    lines: BufReader<Decoder<'static, BufReader<File>>>,
    line: Vec<u8>,
    id: Option<i64>,
    /// Whether the present line is returned again.
    is_kept: bool,
}

impl Old {
    fn open(folder: &Folder, file: &DumpFile, table: Table) -> anyhow::Result<Self> {
        let path = folder.path().join(&file.name);
        let opened = File::open(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let lines = BufReader::new(Decoder::new(opened)?);
        Ok(Self { table, lines, line: Vec::new(), id: None, is_kept: false })
    }

    /// Reads the next line and returns the id of its tournament; `None` at the end.
    fn next(&mut self) -> anyhow::Result<Option<i64>> {
        if std::mem::take(&mut self.is_kept) {
            return Ok(self.id);
        }
        self.line.clear();
        let length = self.lines.read_until(b'\n', &mut self.line)?;
        self.id = if length == 0 { None } else { Some(self.table.id_of(&self.line)?) };
        Ok(self.id)
    }

    /// Returns the present line again next time.
    fn keep(&mut self) {
        self.is_kept = true;
    }
}

/// A new file that is being written.
struct New {
    encoder: Encoder<'static, Counting>,
    lines: u64,
}

impl New {
    fn create(path: &Path) -> anyhow::Result<Self> {
        let file = NewFile::create(path, Readers::Others).with_context(|| format!("{}", path.display()))?;
        let counting = Counting { file: BufWriter::new(file), hash: Sha256::new(), bytes: 0 };
        let mut encoder = Encoder::new(counting, LEVEL)?;
        encoder.include_checksum(true)?;
        Ok(Self { encoder, lines: 0 })
    }

    fn put(&mut self, lines: &[u8], count: u64) -> io::Result<()> {
        self.lines += count;
        self.encoder.write_all(lines)
    }

    /// Completes the file. Returns its size, its SHA-256 and the number of its lines.
    fn end(self) -> anyhow::Result<(u64, String, u64)> {
        let Counting { file, hash, bytes } = self.encoder.finish()?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.name()?;
        Ok((bytes, hex(&hash.finalize()), self.lines))
    }
}

/// A file whose bytes are counted and hashed.
struct Counting {
    file: BufWriter<NewFile>,
    hash: Sha256,
    bytes: u64,
}

impl Write for Counting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write_all(bytes)?;
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
