//! The temporary files of the snapshots of slow clients, their settings, and the bytes that they use on disk.
//!
//! A file is unlinked when it is created, so that the system frees it even if the process is killed. It is read while it is
//! written, in blocks.

use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;

use crate::packed::{Packed, pack, unpack};

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

pub(super) struct SpoolFile {
    spool: Arc<Spool>,
    file: File,
    /// The bytes that it holds of the limit, which are those that were written.
    held: AtomicU64,
}

pub(super) struct Block {
    file: Arc<SpoolFile>,
    at: u64,
    stored: usize,
    /// The unpacked length of a packed block.
    size: Option<i64>,
}

impl SpoolFile {
    /// Creates a file.
    pub(super) async fn begin(spool: &Arc<Spool>) -> Result<Arc<Self>> {
        let spool = Arc::clone(spool);
        blocking(move || {
            let file = tempfile::tempfile_in(&spool.folder)?;
            Ok(Arc::new(Self { spool, file, held: AtomicU64::new(0) }))
        })
        .await
    }

    /// Appends a block.
    ///
    /// # Errors
    /// If the disk fails, or the limit of bytes on disk is reached.
    pub(super) async fn append(self: &Arc<Self>, block: Bytes) -> Result<Block> {
        let file = Arc::clone(self);
        blocking(move || {
            let Packed { size, bytes } = pack(&block);
            file.spool.reserve(bytes.len() as u64)?;
            let at = file.held.fetch_add(bytes.len() as u64, Ordering::SeqCst);
            file.file.write_all_at(&bytes, at)?;
            Ok(Block { at, stored: bytes.len(), size, file })
        })
        .await
    }
}

impl Block {
    /// Reads the block.
    pub(super) async fn read(self) -> Result<Bytes> {
        blocking(move || {
            let mut stored = vec![0; self.stored];
            self.file.file.read_exact_at(&mut stored, self.at)?;
            unpack(self.size, &stored).map_err(Error::other)
        })
        .await
    }
}

impl Drop for SpoolFile {
    fn drop(&mut self) {
        self.spool.release(*self.held.get_mut());
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(Error::other)?
}
