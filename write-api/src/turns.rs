//! Writers of one stream in this process take turns, in the order in which they came. Without it they would overtake each
//! other in the store, and under many writers the unlucky would be told to try again.

use proto_events::StreamId;
use tokio::sync::{Mutex, MutexGuard};

/// Streams that share a turn have ids this far apart.
const TURNS: usize = 1_024;

/// One turn for all streams whose ids have the same remainder: sharing one costs time, never anything else.
pub(crate) struct Turns(Vec<Mutex<()>>);

impl Turns {
    pub(crate) fn new() -> Self {
        Self((0..TURNS).map(|_| Mutex::new(())).collect())
    }

    /// Waits for the stream's turn. It ends when the guard is dropped.
    pub(crate) async fn wait(&self, stream: StreamId) -> MutexGuard<'_, ()> {
        let place = usize::try_from(stream.id.unsigned_abs() % TURNS as u64).unwrap_or(0);
        self.0[place].lock().await
    }
}
