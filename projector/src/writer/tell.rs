//! Sends commit notices to other processes over NATS, in the order of commits.
//!
//! The projector never waits for this. A notice that cannot be sent now is dropped and counted. Commits are numbered,
//! so receivers notice the gap, and they check the store in any case.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use metrics::Counter;
use service_kit::BoxError;
use service_kit::nats::Nats;
use storage::{CommitNotice, Notice, Teller};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// Maximum bytes of a notice; a server accepts 1 MiB by default. A larger notice becomes `Everything`.
const NOTICE_BYTES: usize = 900_000;
/// Maximum number of notices that wait to be sent …
const WAITING: usize = 1_024;
/// … and of their bytes.
const WAITING_BYTES: usize = 4 << 20;
/// How long sending a notice may take before newer ones are sent.
const SENDING: Duration = Duration::from_secs(5);

/// Sends the notices of a [`Teller`]. [`Telling::run`] does the work.
pub struct Telling {
    nats: Nats,
    subject: String,
    queue: mpsc::Receiver<Waiting>,
    dropped: Counter,
}

/// A notice that waits, with its share of [`WAITING_BYTES`].
struct Waiting {
    message: Bytes,
    _share: OwnedSemaphorePermit,
}

/// Returns a teller, for any number of projectors of this process, and the task that sends its notices.
pub fn teller(nats: &Nats) -> (Teller, Telling) {
    let (sender, queue) = mpsc::channel(WAITING);
    let budget = Arc::new(Semaphore::new(WAITING_BYTES));
    let dropped = metrics::counter!("crosstable_notices_dropped_total");
    let subject = format!("{}.notices", nats.prefix());
    let telling = Telling { nats: nats.clone(), subject, queue, dropped: dropped.clone() };
    let tell = move |told: &CommitNotice| {
        let Some(message) = message(told, NOTICE_BYTES) else { return };
        let bytes = u32::try_from(message.len()).unwrap_or(u32::MAX);
        let share = Arc::clone(&budget).try_acquire_many_owned(bytes);
        if !share.is_ok_and(|share| sender.try_send(Waiting { message, _share: share }).is_ok()) {
            dropped.increment(1);
        }
    };
    (Arc::new(tell), telling)
}

/// Returns the message of a notice. A notice larger than `limit` becomes `Everything`.
fn message(told: &CommitNotice, limit: usize) -> Option<Bytes> {
    let message = serde_json::to_vec(told).ok()?;
    if message.len() <= limit {
        return Some(message.into());
    }
    let CommitNotice { generation, shard, number, reached, .. } = *told;
    let short = CommitNotice { generation, shard, number, reached, notice: Notice::Everything };
    serde_json::to_vec(&short).ok().map(Bytes::from)
}

impl Telling {
    /// Sends until every teller is dropped, and then sends the rest.
    ///
    /// # Errors
    /// Never returns an error; a background task must return a result.
    pub async fn run(mut self) -> Result<(), BoxError> {
        while let Some(notice) = self.queue.recv().await {
            // A client without a connection would keep the messages and send them late.
            if !(self.nats.is_connected() && self.send(notice.message).await) {
                self.dropped.increment(1);
            }
        }
        Ok(())
    }

    /// Sends a notice. Returns whether it went out in time, as far as this client knows.
    async fn send(&self, notice: Bytes) -> bool {
        let client = self.nats.client();
        let send = async {
            if let Err(error) = client.publish(self.subject.clone(), notice).await {
                tracing::debug!(%error, "a commit notice was not sent");
                return false;
            }
            client.flush().await.is_ok()
        };
        tokio::time::timeout(SENDING, send).await.unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use proto_events::Position;
    use proto_events::ids::OrganizationId;
    use storage::{DocumentKey, Generation, Reached, Shard, ViewKind};

    use super::*;

    fn told(keys: usize, name: &str) -> CommitNotice {
        let key =
            |number| DocumentKey::new(OrganizationId(i64::MAX), ViewKind::PublicDecklist, format!("{name}{number}"));
        CommitNotice {
            generation: Generation(3),
            shard: Shard { index: 1, of: 4 },
            number: 17,
            reached: Reached::all(Position(99)),
            notice: Notice::Documents { keys: (0..keys).map(key).collect(), position: Position(99) },
        }
    }

    #[test]
    fn what_does_not_fit_into_a_message_is_everything() {
        for (keys, name, fits) in
            [(100, "key", true), (10_000, "key", false), (1, "\"", true), (90, &*"\"".repeat(100), false)]
        {
            let told = told(keys, name);
            let message = message(&told, 20_000).unwrap();
            assert!(message.len() <= 20_000);
            let read: CommitNotice = serde_json::from_slice(&message).unwrap();
            let expected = if fits { told } else { CommitNotice { notice: Notice::Everything, ..told } };
            assert_eq!(read, expected, "{keys} keys");
        }
    }
}
