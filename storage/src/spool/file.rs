//! The temporary files of the snapshots of slow clients, their settings, and the bytes that they use on disk. A file is a
//! sequence of packed rows, each preceded by two lengths.
//!
//! The file is unlinked when it is created, so that the system frees it even if the process is killed. It is read while it is
//! written.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::{Buf, BufMut, Bytes, BytesMut};
use tokio::sync::watch;

use crate::packed::{pack, unpack};

/// Bytes written or read at once: large enough to cost little, small enough for memory per client.
const CHUNK: usize = 256 * 1024;
/// Bytes before each row: its unpacked length and its stored length.
const LENGTHS: usize = 16;
/// The unpacked length of a row that is not packed.
const NOT_PACKED: i64 = -1;

/// Settings of the buffer for lists and exports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpoolSettings {
    /// Folder of the temporary files. Default: the folder of the SQLite database, otherwise the system's temporary folder.
    pub folder: Option<PathBuf>,
    /// Bytes of stored rows that one response buffers in memory; a larger row is buffered alone.
    pub memory_bytes: usize,
    /// Bytes that all responses of the process together may buffer on disk.
    pub disk_bytes: u64,
    /// Bytes of that disk that stay free for everything else.
    pub free_bytes: u64,
}

impl Default for SpoolSettings {
    fn default() -> Self {
        Self { folder: None, memory_bytes: 1 << 20, disk_bytes: 4 << 30, free_bytes: 512 << 20 }
    }
}

/// The buffers of all snapshots of a store.
#[derive(Debug)]
pub(crate) struct Spool {
    pub(super) settings: SpoolSettings,
    folder: PathBuf,
    /// Bytes on disk, over all buffers.
    pub(super) on_disk: AtomicU64,
}

impl Spool {
    /// Creates the buffers of a store; the folder is used unless the settings name one.
    pub(crate) fn new(settings: SpoolSettings, folder: PathBuf) -> Arc<Self> {
        let folder = settings.folder.clone().unwrap_or(folder);
        let spool = Self { settings, folder, on_disk: AtomicU64::new(0) };
        spool.show();
        Arc::new(spool)
    }

    /// Reserves bytes on disk.
    fn reserve(&self, bytes: u64) -> Result<()> {
        let (most, keep_free) = (self.settings.disk_bytes, self.settings.free_bytes);
        let add = |now: u64| now.checked_add(bytes).filter(|then| *then <= most);
        if self.on_disk.fetch_update(Ordering::SeqCst, Ordering::SeqCst, add).is_err() {
            return Err(Error::other(format!(
                "the buffers of slow clients have reached their limit of {most} bytes on disk"
            )));
        }
        let free = crate::files::free_bytes(&self.folder);
        if free.is_some_and(|free| free < keep_free.saturating_add(bytes)) {
            self.release(bytes);
            return Err(Error::new(ErrorKind::StorageFull, "the disk is nearly full"));
        }
        self.show();
        Ok(())
    }

    fn release(&self, bytes: u64) {
        if bytes > 0 {
            self.on_disk.fetch_sub(bytes, Ordering::SeqCst);
            self.show();
        }
    }

    fn show(&self) {
        metrics::gauge!("crosstable_spool_disk_bytes").set(self.on_disk.load(Ordering::SeqCst) as f64);
    }
}

/// A file that is written and read.
struct SpoolFile {
    spool: Arc<Spool>,
    /// The file, and the bytes that it holds of the limit.
    file: Mutex<(File, u64)>,
}

impl SpoolFile {
    fn append(&self, at: u64, bytes: &[u8]) -> Result<()> {
        self.spool.reserve(bytes.len() as u64)?;
        let (file, held) = &mut *self.file.lock().unwrap_or_else(PoisonError::into_inner);
        *held += bytes.len() as u64;
        file.seek(SeekFrom::Start(at))?;
        file.write_all(bytes)
    }

    fn read(&self, at: u64, length: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        let (file, _) = &mut *self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

impl Drop for SpoolFile {
    fn drop(&mut self) {
        self.spool.release(self.file.get_mut().unwrap_or_else(PoisonError::into_inner).1);
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
            Ok(Arc::new(SpoolFile { spool, file: Mutex::new((file, 0)) }))
        };
        let (file, (written, end)) = (blocking(create).await?, watch::channel(0));
        let reader = FileReader { file: Arc::clone(&file), end, read: 0, bytes: BytesMut::new() };
        Ok((Self { file, rows: BytesMut::new(), written }, reader))
    }

    /// Appends a row.
    ///
    /// # Errors
    /// If the disk fails, or the limit of bytes on disk is reached.
    pub(super) async fn put(&mut self, row: &[u8]) -> Result<()> {
        let packed = pack(row);
        self.rows.put_i64(packed.size.unwrap_or(NOT_PACKED));
        self.rows.put_u64(packed.bytes.len() as u64);
        self.rows.put_slice(&packed.bytes);
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
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>> {
        loop {
            let row = self.bytes.get(8..LENGTHS).map_or(0, |mut length| length.get_u64());
            let row = usize::try_from(row).unwrap_or(usize::MAX - LENGTHS);
            let missing = (LENGTHS + row).saturating_sub(self.bytes.len());
            if missing == 0 {
                let size = self.bytes.get_i64();
                self.bytes.advance(LENGTHS - size_of::<i64>());
                // It returns a copy, so that the row does not keep the whole chunk in memory.
                let row = unpack((size != NOT_PACKED).then_some(size), &self.bytes.split_to(row));
                return row.map(Some).map_err(Error::other);
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
    tokio::task::spawn_blocking(work).await.map_err(Error::other)?
}
