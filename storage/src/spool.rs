//! Buffers the rows of a snapshot between the database and a client. A background task reads the rows as fast as the database
//! returns them, and the response takes them at the client's speed, so that a slow client holds no connection and no
//! transaction.
//!
//! Rows are buffered in memory up to a limit. If the client does not keep up, all further rows are written to an unlinked
//! temporary file and read back later. The total of bytes on disk is limited for the process. If a row cannot be buffered, the
//! stream ends with an error, never early without one.

mod file;

use std::sync::Arc;
use std::time::Duration;

use bytes::{Buf, BufMut, Bytes, BytesMut};
use futures::stream::{self, BoxStream, StreamExt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Instant, timeout};

pub(crate) use self::file::Spool;
pub use self::file::SpoolSettings;
use self::file::{Block, SpoolFile};
use crate::StoreError;

/// The longest time for which the database waits for a client at a time.
const GRACE: Duration = Duration::from_millis(50);
/// The longest total time for which the database waits for one client, because a connection is held meanwhile.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// Bytes of a block of rows on disk: large enough to cost little, small enough for memory per client.
const BLOCK: usize = 256 * 1024;

/// Bodies of a snapshot, in order.
pub type Bodies = BoxStream<'static, Result<Bytes, StoreError>>;

impl Spool {
    /// Runs `read` on a background task. It gives the rows to a [`Feed`], and returns it. If the returned stream is dropped,
    /// `read` gets an error for its next row.
    pub(crate) fn bodies<F>(self: &Arc<Self>, read: impl FnOnce(Feed) -> F) -> Bodies
    where
        F: Future<Output = Result<Feed, StoreError>> + Send + 'static,
    {
        let (sender, items) = mpsc::unbounded_channel();
        let memory = Arc::new(Semaphore::new(self.settings.memory_bytes));
        let (spool, rows, waited) = (Arc::clone(self), BytesMut::new(), Duration::ZERO);
        let reading = read(Feed { spool, items: sender.clone(), memory, waited, file: None, rows });
        tokio::spawn(async move {
            let end = match reading.await {
                Ok(mut feed) => feed.write().await,
                Err(error) => Err(error),
            };
            // The reader may be gone.
            let _ = sender.send(Item::End(end));
        });
        let reader = Reader { items, rows: Bytes::new() };
        stream::try_unfold(reader, |mut reader| async move { Ok(reader.next().await?.map(|body| (body, reader))) })
            .boxed()
    }
}

/// What a reader gets from the feed.
enum Item {
    /// A row, with its part of the memory.
    Row(Bytes, OwnedSemaphorePermit),
    /// Rows on disk, each behind its length.
    Rows(Block),
    End(Result<(), StoreError>),
}

/// The writing end of a buffer.
pub(crate) struct Feed {
    spool: Arc<Spool>,
    items: mpsc::UnboundedSender<Item>,
    /// The bytes that may still be buffered in memory.
    memory: Arc<Semaphore>,
    waited: Duration,
    /// Gets all further rows, once the memory was full for too long.
    file: Option<Arc<SpoolFile>>,
    /// Rows for the file that are not written yet.
    rows: BytesMut,
}

impl Feed {
    /// Buffers the next row.
    ///
    /// # Errors
    /// If the row cannot be written to disk, or the reader is gone.
    pub(crate) async fn put(&mut self, row: Bytes) -> Result<(), StoreError> {
        if self.file.is_none() {
            if let Some(room) = self.room(row.len()).await {
                return self.send(Item::Row(row, room));
            }
            self.file = Some(SpoolFile::begin(&self.spool).await.map_err(StoreError::Spool)?);
        }
        self.rows.put_u64(row.len() as u64);
        self.rows.put(row);
        match self.rows.len() {
            _ if self.items.is_closed() => Err(StoreError::Closed),
            BLOCK.. => self.write().await,
            _ => Ok(()),
        }
    }

    /// Waits for a while until a row of this size fits into the memory. A larger row has it alone.
    async fn room(&mut self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let bytes = u32::try_from(bytes.min(self.spool.settings.memory_bytes)).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.memory).acquire_many_owned(bytes);
        let (begun, limit) = (Instant::now(), GRACE.min(LONGEST_WAIT.saturating_sub(self.waited)));
        let room = timeout(limit, room).await.ok()?.ok();
        self.waited += begun.elapsed();
        room
    }

    /// Writes the rows that are not written yet.
    async fn write(&mut self) -> Result<(), StoreError> {
        match &self.file {
            Some(file) if !self.rows.is_empty() => {
                let block = file.append(self.rows.split().freeze()).await.map_err(StoreError::Spool)?;
                self.send(Item::Rows(block))
            }
            _ => Ok(()),
        }
    }

    fn send(&self, item: Item) -> Result<(), StoreError> {
        self.items.send(item).map_err(|_| StoreError::Closed)
    }
}

/// The reading end of a buffer.
struct Reader {
    items: mpsc::UnboundedReceiver<Item>,
    /// The rest of a block.
    rows: Bytes,
}

impl Reader {
    /// Returns the next body, or `None` at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, StoreError> {
        loop {
            if let Ok(length) = self.rows.try_get_u64() {
                let length = usize::try_from(length).unwrap_or(usize::MAX).min(self.rows.len());
                return Ok(Some(self.rows.split_to(length)));
            }
            match self.items.recv().await {
                Some(Item::Row(row, room)) => {
                    drop(room);
                    return Ok(Some(row));
                }
                Some(Item::Rows(block)) => self.rows = block.read().await.map_err(StoreError::Spool)?,
                Some(Item::End(end)) => return end.map(|()| None),
                // The background task panicked or was cancelled.
                None => return Err(StoreError::Closed),
            }
        }
    }
}

#[cfg(test)]
mod tests;
