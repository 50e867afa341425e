//! Writers of one stream in this process take turns, in order of arrival. Otherwise they would conflict in the store,
//! and with many writers some would run out of attempts.

use proto_events::StreamId;
use tokio::sync::{Mutex, MutexGuard};

/// Number of locks. Streams whose ids differ by a multiple of it share one.
const TURNS: usize = 1_024;

/// One lock for all streams whose ids have the same remainder: sharing a lock only costs time.
pub(crate) struct Turns(Vec<Mutex<()>>);

impl Turns {
    pub(crate) fn new() -> Self {
        Self((0..TURNS).map(|_| Mutex::new(())).collect())
    }

    /// Waits for the stream's turn, which ends when the guard is dropped.
    pub(crate) async fn wait(&self, stream: StreamId) -> MutexGuard<'_, ()> {
        let place = usize::try_from(stream.id.unsigned_abs() % TURNS as u64).unwrap_or(0);
        self.0[place].lock().await
    }
}
