//! The temporary file of a slow client's snapshot. It is a sequence of rows, each preceded by two lengths.
//!
//! The file is unlinked when it is created, so that the system frees it even if the process is killed. When all of its rows
//! have been read, it is overwritten from the start.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{Read, Result, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::{Buf, BufMut, Bytes, BytesMut};

use super::disk::Spool;
use crate::packed::Stored;

/// Bytes collected before a write to the file: large enough that writes cost little, small enough for memory per client.
pub(super) const CHUNK: usize = 256 * 1024;
/// Bytes before each row: its unpacked length and its stored length.
const LENGTHS: usize = 16;
/// The unpacked length of a row that is not packed.
const NOT_PACKED: i64 = -1;

/// A file that is written and read at the same time.
type Shared = Arc<Mutex<File>>;

/// The file and its positions.
#[derive(Default)]
pub(super) struct Spilled {
    file: Option<Shared>,
    written: u64,
    read: u64,
    /// The size of the file.
    held: u64,
    is_being_written: bool,
}

/// A write in progress.
pub(super) struct Writing {
    file: Option<Shared>,
    at: u64,
    held: u64,
}

/// A finished write, with the new end of the file.
pub(super) struct Written {
    file: Shared,
    end: u64,
}

impl Spilled {
    /// Returns whether everything written has been read and no write is in progress. Then the file starts again at 0.
    pub(super) fn is_read(&mut self) -> bool {
        let is_read = self.read == self.written && !self.is_being_written;
        if is_read {
            (self.read, self.written) = (0, 0);
        }
        is_read
    }

    pub(super) fn held(&self) -> u64 {
        self.held
    }

    pub(super) fn begin_writing(&mut self) -> Writing {
        self.is_being_written = true;
        Writing { file: self.file.clone(), at: self.written, held: self.held }
    }

    pub(super) fn end_writing(&mut self, written: Written) {
        self.is_being_written = false;
        self.held = self.held.max(written.end);
        self.written = written.end;
        self.file = Some(written.file);
    }

    /// Returns the part of the file that has not been read.
    pub(super) fn reading(&self) -> Option<Reading> {
        let left = self.written - self.read;
        let file = self.file.clone().filter(|_| left > 0)?;
        Some(Reading { file, at: self.read, left })
    }

    pub(super) fn note_read(&mut self, bytes: u64) {
        self.read += bytes;
    }
}

impl Writing {
    /// Appends rows.
    ///
    /// # Errors
    /// If the disk fails, or the limit of bytes on disk is reached.
    pub(super) async fn write(self, rows: VecDeque<Stored>, spool: &Arc<Spool>) -> Result<Written> {
        let spool = Arc::clone(spool);
        blocking(move || {
            let bytes = encoded(&rows);
            let end = self.at + bytes.len() as u64;
            let more = end.saturating_sub(self.held);
            spool.reserve(more)?;
            let written =
                self.file.map_or_else(|| tempfile::tempfile_in(&spool.folder).map(Mutex::new).map(Arc::new), Ok);
            let written = written.and_then(|file| write_at(&file, self.at, &bytes).map(|()| Written { file, end }));
            written.inspect_err(|_| spool.release(more))
        })
        .await
    }
}

fn encoded(rows: &VecDeque<Stored>) -> BytesMut {
    let mut bytes = BytesMut::with_capacity(rows.iter().map(|row| LENGTHS + row.bytes.len()).sum());
    for row in rows {
        bytes.put_i64(row.size.unwrap_or(NOT_PACKED));
        bytes.put_u64(row.bytes.len() as u64);
        bytes.put_slice(&row.bytes);
    }
    bytes
}

fn write_at(file: &Mutex<File>, at: u64, bytes: &[u8]) -> Result<()> {
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(at))?;
    file.write_all(bytes)
}

/// A part of the file that can be read.
pub(super) struct Reading {
    file: Shared,
    at: u64,
    left: u64,
}

/// Rows read from the file, and the bytes of an incomplete row.
#[derive(Default)]
pub(super) struct Loaded {
    rows: VecDeque<Stored>,
    rest: BytesMut,
}

impl Loaded {
    pub(super) fn pop(&mut self) -> Option<Stored> {
        self.rows.pop_front()
    }

    /// Returns how many bytes of the incomplete row are missing.
    fn missing(&self) -> usize {
        let row = self.rest.get(8..LENGTHS).map_or(0, |mut length| length.get_u64());
        (LENGTHS + usize::try_from(row).unwrap_or(usize::MAX - LENGTHS)).saturating_sub(self.rest.len())
    }

    fn add(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        while self.rest.len() >= LENGTHS && self.missing() == 0 {
            let size = self.rest.get_i64();
            let length = usize::try_from(self.rest.get_u64()).unwrap_or(usize::MAX).min(self.rest.len());
            // A copy, so that the row does not keep the whole chunk in memory.
            let bytes = Bytes::copy_from_slice(&self.rest.split_to(length));
            self.rows.push_back(Stored { size: (size != NOT_PACKED).then_some(size), bytes });
        }
    }
}

impl Reading {
    /// Reads a chunk, or as much as the incomplete row needs. Returns the number of bytes.
    ///
    /// # Errors
    /// If the disk fails.
    pub(super) async fn read(self, loaded: &mut Loaded) -> Result<u64> {
        let wanted = loaded.missing().max(CHUNK) as u64;
        let wanted = usize::try_from(wanted.min(self.left)).unwrap_or(CHUNK);
        let bytes = blocking(move || {
            let mut bytes = vec![0; wanted];
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(self.at))?;
            file.read_exact(&mut bytes)?;
            Ok(bytes)
        })
        .await?;
        loaded.add(&bytes);
        Ok(bytes.len() as u64)
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(std::io::Error::other)?
}
