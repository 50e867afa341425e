//! Buffers the rows of a snapshot between the database and a client. A background task reads the rows as fast as the database
//! returns them, and the response takes them at the client's speed, so that a slow client holds no connection and no
//! transaction.
//!
//! Rows are buffered in memory up to a limit. If the client does not keep up, further rows are written to an unlinked
//! temporary file and read back later. The total of bytes on disk is limited for the process. If a row cannot be buffered, the
//! stream ends with an error, never early without one.

mod disk;
mod file;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures::stream::{self, BoxStream, StreamExt};
use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;

pub(crate) use self::disk::Spool;
pub use self::disk::SpoolSettings;
use self::file::{CHUNK, Loaded, Spilled};
use crate::StoreError;
use crate::packed::Stored;

/// Time for which a full buffer never causes a write to disk, so that clients can start to read.
const GRACE: Duration = Duration::from_millis(50);
/// A client that takes this many stored bytes per second keeps up: the database waits for it instead of writing to disk.
const KEEPING_UP: u64 = 8 * 1024 * 1024;
/// The longest total time for which the database waits for one client, because a connection is held meanwhile.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// Bodies of a snapshot, in order.
pub type Bodies = BoxStream<'static, Result<Bytes, StoreError>>;

impl Spool {
    /// Runs `read`, which writes the state and the rows into a [`Feed`], on a background task. Returns the state and a stream of
    /// bodies. If the stream is dropped, `read` gets an error for its next row.
    pub(crate) async fn open<S, R, F>(self: &Arc<Self>, read: R) -> Result<(S, Bodies), StoreError>
    where
        R: FnOnce(Feed<S>) -> F,
        F: Future<Output = Result<(), StoreError>> + Send + 'static,
    {
        let shared = Arc::new(Shared::new(self));
        let (begin, begun) = oneshot::channel();
        let reading = read(Feed {
            shared: Arc::clone(&shared),
            begin: Some(begin),
            started: Instant::now(),
            waited: Duration::ZERO,
        });
        let end = End(Arc::clone(&shared));
        tokio::spawn(async move { end.with(reading.await).await });
        let mut reader = Reader { shared, loaded: Loaded::default(), is_done: false };
        match begun.await {
            Ok(state) => Ok((state, reader.bodies())),
            // `read` failed before it had the state.
            Err(_) => Err(reader.next().await.and_then(Result::err).unwrap_or(StoreError::Closed)),
        }
    }
}

/// The state that the feed and the reader of a snapshot share.
struct Shared {
    spool: Arc<Spool>,
    state: Mutex<State>,
    /// Notified when there are rows or the reading has ended.
    rows: Notify,
    /// Notified when there is room in memory or the reader is gone.
    room: Notify,
}

/// Buffered rows. The reader takes them in this order: `queue`, then `spilled`, then `staged`.
#[derive(Default)]
struct State {
    queue: VecDeque<Stored>,
    queue_bytes: usize,
    spilled: Spilled,
    staged: VecDeque<Stored>,
    staged_bytes: usize,
    /// Bytes that the client has taken so far.
    taken: u64,
    ended: Option<Result<(), StoreError>>,
    is_abandoned: bool,
}

impl State {
    /// Moves staged rows to the queue if the file has been read and the queue stays within the limit. Returns whether a new row
    /// belongs in the queue.
    fn unstage(&mut self, memory_bytes: usize) -> bool {
        if self.spilled.is_read() && self.queue_bytes + self.staged_bytes <= memory_bytes {
            self.queue_bytes += std::mem::take(&mut self.staged_bytes);
            self.queue.append(&mut self.staged);
        }
        self.spilled.is_read() && self.staged.is_empty()
    }
}

impl Shared {
    fn new(spool: &Arc<Spool>) -> Self {
        Self { spool: Arc::clone(spool), state: Mutex::default(), rows: Notify::new(), room: Notify::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The writing end of a buffer: takes the state of the snapshot first, then its rows.
pub(crate) struct Feed<S> {
    shared: Arc<Shared>,
    begin: Option<oneshot::Sender<S>>,
    started: Instant,
    waited: Duration,
}

/// The result of offering a row to the queue.
enum Offered {
    Queued,
    /// The row comes back because the queue is full. It is offered again after the given time, or spilled if there is none.
    Full(Stored, Option<Duration>),
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
    pub(crate) async fn put(&mut self, mut row: Stored) -> Result<(), StoreError> {
        loop {
            match self.offer(row)? {
                Offered::Queued => return Ok(()),
                Offered::Full(back, None) => return self.stage(back).await,
                Offered::Full(back, Some(wait)) => {
                    row = back;
                    let begun = Instant::now();
                    let _ = tokio::time::timeout(wait, self.shared.room.notified()).await;
                    self.waited += begun.elapsed();
                }
            }
        }
    }

    fn offer(&self, row: Stored) -> Result<Offered, StoreError> {
        let mut state = self.shared.lock();
        if state.is_abandoned {
            return Err(StoreError::Closed);
        }
        let memory_bytes = self.shared.spool.settings.memory_bytes;
        if !state.unstage(memory_bytes) {
            return Ok(Offered::Full(row, None));
        }
        let bytes = row.bytes.len();
        if state.queue_bytes + bytes > memory_bytes && !state.queue.is_empty() {
            let wait = self.wait_left(state.taken);
            return Ok(Offered::Full(row, wait));
        }
        state.queue_bytes += bytes;
        state.queue.push_back(row);
        drop(state);
        self.shared.rows.notify_one();
        Ok(Offered::Queued)
    }

    /// Returns how long to wait for a client that has taken this many bytes.
    fn wait_left(&self, taken: u64) -> Option<Duration> {
        let kept_up = Duration::from_micros(taken.saturating_mul(1_000_000) / KEEPING_UP);
        let left = (GRACE + kept_up).checked_sub(self.started.elapsed())?;
        let left = left.min(LONGEST_WAIT.checked_sub(self.waited)?);
        (!left.is_zero()).then_some(left)
    }

    /// Collects a row for the next write to the file.
    async fn stage(&self, row: Stored) -> Result<(), StoreError> {
        let row = row.packed();
        let is_full = {
            let mut state = self.shared.lock();
            state.staged_bytes += row.bytes.len();
            state.staged.push_back(row);
            state.staged_bytes >= CHUNK
        };
        if is_full { self.shared.spill().await } else { Ok(()) }
    }
}

impl Shared {
    /// Writes the staged rows to the file.
    async fn spill(&self) -> Result<(), StoreError> {
        let (writing, rows) = {
            let mut state = self.lock();
            state.staged_bytes = 0;
            let rows = std::mem::take(&mut state.staged);
            (state.spilled.begin_writing(), rows)
        };
        let written = writing.write(rows, &self.spool).await.map_err(StoreError::Spool)?;
        self.lock().spilled.end_writing(written);
        self.rows.notify_one();
        Ok(())
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.spool.release(state.spilled.held());
    }
}

/// Reports to the reader how the background task ended, also if it panics or is cancelled.
struct End(Arc<Shared>);

impl End {
    async fn with(self, mut result: Result<(), StoreError>) {
        let is_left = !self.0.lock().spilled.is_read() && !self.0.lock().staged.is_empty();
        if result.is_ok() && is_left {
            result = self.0.spill().await;
        }
        self.0.lock().ended = Some(result);
    }
}

impl Drop for End {
    fn drop(&mut self) {
        self.0.lock().ended.get_or_insert(Err(StoreError::Closed));
        self.0.rows.notify_one();
    }
}

/// The reading end of a buffer.
struct Reader {
    shared: Arc<Shared>,
    loaded: Loaded,
    is_done: bool,
}

/// The next action of a reader.
enum Step {
    Give(Stored),
    Load(file::Reading),
    End(Result<(), StoreError>),
    Wait,
}

impl Reader {
    fn bodies(self) -> Bodies {
        stream::unfold(self, |mut reader| async move { Some((reader.next().await?, reader)) }).boxed()
    }

    async fn next(&mut self) -> Option<Result<Bytes, StoreError>> {
        while !self.is_done {
            match self.step() {
                Step::Give(row) => return Some(row.body()),
                Step::Load(reading) => match reading.read(&mut self.loaded).await {
                    Ok(read) => self.shared.lock().spilled.note_read(read),
                    Err(error) => {
                        self.is_done = true;
                        return Some(Err(StoreError::Spool(error)));
                    }
                },
                Step::End(ended) => {
                    self.is_done = true;
                    return ended.err().map(Err);
                }
                Step::Wait => self.shared.rows.notified().await,
            }
        }
        None
    }

    fn step(&mut self) -> Step {
        let mut state = self.shared.lock();
        let row = match self.loaded.pop() {
            Some(row) => Some(row),
            None => {
                let row = state.queue.pop_front();
                state.queue_bytes -= row.as_ref().map_or(0, |row| row.bytes.len());
                row
            }
        };
        if let Some(row) = row {
            state.taken += row.bytes.len() as u64;
            drop(state);
            self.shared.room.notify_one();
            return Step::Give(row);
        }
        if let Some(reading) = state.spilled.reading() {
            return Step::Load(reading);
        }
        if state.unstage(usize::MAX) && !state.queue.is_empty() {
            drop(state);
            return self.step();
        }
        state.ended.take().map_or(Step::Wait, Step::End)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.is_abandoned = true;
        state.queue.clear();
        state.staged.clear();
        drop(state);
        self.shared.room.notify_one();
    }
}

#[cfg(test)]
mod tests;
