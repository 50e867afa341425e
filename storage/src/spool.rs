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

use bytes::Bytes;
use futures::stream::{self, BoxStream, StreamExt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::time::{Instant, timeout};

pub(crate) use self::file::Spool;
pub use self::file::SpoolSettings;
use self::file::{FileReader, FileWriter};
use crate::StoreError;

/// The longest time for which the database waits for a client at a time.
const GRACE: Duration = Duration::from_millis(50);
/// The longest total time for which the database waits for one client, because a connection is held meanwhile.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// Bodies of a snapshot, in order.
pub type Bodies = BoxStream<'static, Result<Bytes, StoreError>>;

impl Spool {
    /// Runs `read` on a background task. It gives the state and the rows to a [`Feed`], and returns it. Returns the state and a
    /// stream of bodies. If the stream is dropped, `read` gets an error for its next row.
    pub(crate) async fn open<S, R, F>(self: &Arc<Self>, read: R) -> Result<(S, Bodies), StoreError>
    where
        S: Send + 'static,
        R: FnOnce(Feed<S>) -> F,
        F: Future<Output = Result<Feed<S>, StoreError>> + Send + 'static,
    {
        let (begin, begun) = oneshot::channel();
        let (sender, items) = mpsc::unbounded_channel();
        let memory = Arc::new(Semaphore::new(self.settings.memory_bytes));
        let (spool, begin, items_of_feed) = (Arc::clone(self), Some(begin), sender.clone());
        let reading = read(Feed { spool, begin, items: items_of_feed, memory, waited: Duration::ZERO, file: None });
        tokio::spawn(async move {
            let end = match reading.await {
                Ok(feed) => feed.finish().await,
                Err(error) => Err(error),
            };
            // The reader may be gone.
            let _ = sender.send(Item::End(end));
        });
        let mut reader = Reader { items, file: None };
        match begun.await {
            Ok(state) => Ok((state, reader.bodies())),
            // `read` failed before it had the state.
            Err(_) => Err(reader.next().await.err().unwrap_or(StoreError::Closed)),
        }
    }
}

/// What a reader gets from the feed.
enum Item {
    /// A row, with its part of the memory.
    Row(Bytes, OwnedSemaphorePermit),
    /// The file with the rows that follow.
    File(FileReader),
    /// The end of the rows.
    End(Result<(), StoreError>),
}

/// The writing end of a buffer: takes the state of the snapshot first, then its rows.
pub(crate) struct Feed<S> {
    spool: Arc<Spool>,
    begin: Option<oneshot::Sender<S>>,
    items: mpsc::UnboundedSender<Item>,
    /// The bytes that may still be buffered in memory.
    memory: Arc<Semaphore>,
    waited: Duration,
    /// Gets all further rows, once the memory was full for too long.
    file: Option<FileWriter>,
}

impl<S> Feed<S> {
    /// Hands the state to the reader.
    ///
    /// # Errors
    /// If the reader is gone.
    pub(crate) fn begin(&mut self, state: S) -> Result<(), StoreError> {
        let begun = self.begin.take().map(|begin| begin.send(state));
        if matches!(begun, Some(Ok(()))) { Ok(()) } else { Err(StoreError::Closed) }
    }

    /// Buffers the next row.
    ///
    /// # Errors
    /// If the row cannot be written to disk, or the reader is gone.
    pub(crate) async fn put(&mut self, row: Bytes) -> Result<(), StoreError> {
        if self.file.is_none() {
            if let Some(room) = self.room(row.len()).await {
                return self.send(Item::Row(row, room));
            }
            let (file, reader) = FileWriter::create(&self.spool).await.map_err(StoreError::Spool)?;
            self.send(Item::File(reader))?;
            self.file = Some(file);
        }
        match &mut self.file {
            Some(file) if !self.items.is_closed() => file.put(&row).await.map_err(StoreError::Spool),
            _ => Err(StoreError::Closed),
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

    fn send(&self, item: Item) -> Result<(), StoreError> {
        self.items.send(item).map_err(|_| StoreError::Closed)
    }

    async fn finish(self) -> Result<(), StoreError> {
        match self.file {
            Some(file) => file.finish().await.map_err(StoreError::Spool),
            None => Ok(()),
        }
    }
}

/// The reading end of a buffer.
struct Reader {
    items: mpsc::UnboundedReceiver<Item>,
    file: Option<FileReader>,
}

impl Reader {
    fn bodies(self) -> Bodies {
        stream::try_unfold(self, |mut reader| async move { Ok(reader.next().await?.map(|body| (body, reader))) })
            .boxed()
    }

    /// Returns the next body, or `None` at the end.
    async fn next(&mut self) -> Result<Option<Bytes>, StoreError> {
        loop {
            if let Some(file) = &mut self.file {
                match file.next().await.map_err(StoreError::Spool)? {
                    None => self.file = None,
                    row => return Ok(row),
                }
            }
            match self.items.recv().await {
                Some(Item::Row(row, room)) => {
                    drop(room);
                    return Ok(Some(row));
                }
                Some(Item::File(file)) => self.file = Some(file),
                Some(Item::End(end)) => return end.map(|()| None),
                // The background task panicked or was cancelled.
                None => return Err(StoreError::Closed),
            }
        }
    }
}

#[cfg(test)]
mod tests;
