//! The temporary file of a slow client's snapshot. It is a sequence of rows, each preceded by two lengths.
//!
//! The file is unlinked when it is created, so that the system frees it even if the process is killed. It is read while it is
//! written.

use std::fs::File;
use std::io::{Read, Result, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::{Buf, BufMut, Bytes, BytesMut};
use tokio::sync::watch;

use super::disk::Spool;
use crate::packed::Stored;

/// Bytes written or read at once: large enough to cost little, small enough for memory per client.
const CHUNK: usize = 256 * 1024;
/// Bytes before each row: its unpacked length and its stored length.
const LENGTHS: usize = 16;
/// The unpacked length of a row that is not packed.
const NOT_PACKED: i64 = -1;

/// A file with the bytes that it holds of the limit.
struct SpoolFile {
    spool: Arc<Spool>,
    file: Mutex<File>,
    held: Mutex<u64>,
}

impl SpoolFile {
    fn append(&self, at: u64, bytes: &[u8]) -> Result<()> {
        self.spool.reserve(bytes.len() as u64)?;
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) += bytes.len() as u64;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.write_all(bytes)
    }

    fn read(&self, at: u64, length: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

impl Drop for SpoolFile {
    fn drop(&mut self) {
        self.spool.release(*self.held.get_mut().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Writes rows.
pub(super) struct FileWriter {
    file: Arc<SpoolFile>,
    /// Rows that are not written yet.
    rows: BytesMut,
    /// The end of the file, for the reader.
    written: watch::Sender<u64>,
}

impl FileWriter {
    /// Creates a file, and returns it with its reader.
    ///
    /// # Errors
    /// If the disk fails.
    pub(super) async fn create(spool: &Arc<Spool>) -> Result<(Self, FileReader)> {
        let spool = Arc::clone(spool);
        let create = move || {
            let file = tempfile::tempfile_in(&spool.folder)?;
            Ok(Arc::new(SpoolFile { spool, file: Mutex::new(file), held: Mutex::default() }))
        };
        let (file, (written, end)) = (blocking(create).await?, watch::channel(0));
        let reader = FileReader { file: Arc::clone(&file), end, read: 0, bytes: BytesMut::new() };
        Ok((Self { file, rows: BytesMut::new(), written }, reader))
    }

    /// Appends a row.
    ///
    /// # Errors
    /// If the disk fails, or the limit of bytes on disk is reached.
    pub(super) async fn put(&mut self, row: Stored) -> Result<()> {
        self.rows.put_i64(row.size.unwrap_or(NOT_PACKED));
        self.rows.put_u64(row.bytes.len() as u64);
        self.rows.put_slice(&row.bytes);
        if self.rows.len() < CHUNK { Ok(()) } else { self.write().await }
    }

    /// Writes the last rows.
    ///
    /// # Errors
    /// The same as [`FileWriter::put`].
    pub(super) async fn finish(mut self) -> Result<()> {
        self.write().await
    }

    async fn write(&mut self) -> Result<()> {
        let (file, at, rows) = (Arc::clone(&self.file), *self.written.borrow(), self.rows.split());
        let end = at + rows.len() as u64;
        blocking(move || file.append(at, &rows)).await?;
        self.written.send_replace(end);
        Ok(())
    }
}

/// Reads rows.
pub(super) struct FileReader {
    file: Arc<SpoolFile>,
    end: watch::Receiver<u64>,
    /// The position up to which the file was read.
    read: u64,
    /// Bytes that were read, from the beginning of a row on.
    bytes: BytesMut,
}

impl FileReader {
    /// Returns the next row, or `None` when the writer has ended and all rows were read.
    ///
    /// # Errors
    /// If the disk fails.
    pub(super) async fn next(&mut self) -> Result<Option<Stored>> {
        loop {
            let row = self.bytes.get(8..LENGTHS).map_or(0, |mut length| length.get_u64());
            let row = usize::try_from(row).unwrap_or(usize::MAX - LENGTHS);
            let missing = (LENGTHS + row).saturating_sub(self.bytes.len());
            if missing == 0 {
                let size = self.bytes.get_i64();
                self.bytes.advance(LENGTHS - size_of::<i64>());
                // A copy, so that the row does not keep the whole chunk in memory.
                let bytes = Bytes::copy_from_slice(&self.bytes.split_to(row));
                return Ok(Some(Stored { size: (size != NOT_PACKED).then_some(size), bytes }));
            }
            let at = self.read;
            // Fails when the writer has ended.
            let Ok(left) = self.end.wait_for(|end| *end > at).await.map(|end| *end - at) else { return Ok(None) };
            let length = usize::try_from(left).unwrap_or(usize::MAX).min(missing.max(CHUNK));
            let file = Arc::clone(&self.file);
            let bytes = blocking(move || file.read(at, length)).await?;
            self.read += bytes.len() as u64;
            self.bytes.extend_from_slice(&bytes);
        }
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(std::io::Error::other)?
}
