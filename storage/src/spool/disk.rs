//! The settings of the buffers for slow clients, and the bytes that they use on disk.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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
    pub(super) folder: PathBuf,
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
    pub(super) fn reserve(&self, bytes: u64) -> std::io::Result<()> {
        let (most, keep_free) = (self.settings.disk_bytes, self.settings.free_bytes);
        let add = |now: u64| now.checked_add(bytes).filter(|then| *then <= most);
        if self.on_disk.fetch_update(Ordering::SeqCst, Ordering::SeqCst, add).is_err() {
            return Err(std::io::Error::other(format!(
                "the buffers of slow clients have reached their limit of {most} bytes on disk"
            )));
        }
        let free = crate::files::free_bytes(&self.folder);
        if free.is_some_and(|free| free < keep_free.saturating_add(bytes)) {
            self.release(bytes);
            return Err(std::io::Error::new(std::io::ErrorKind::StorageFull, "the disk is nearly full"));
        }
        self.show();
        Ok(())
    }

    pub(super) fn release(&self, bytes: u64) {
        if bytes > 0 {
            self.on_disk.fetch_sub(bytes, Ordering::SeqCst);
            self.show();
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "a metric")]
    fn show(&self) {
        metrics::gauge!("crosstable_spool_disk_bytes").set(self.on_disk.load(Ordering::SeqCst) as f64);
    }
}
