//! What a backup of the log holds, whatever the database: everything that cannot be made again.
//!
//! A backup is one moment of the log. It begins with [`BackupItem::Head`], by which whoever restores it knows whether it
//! is whole; the events come last, in order. A slow consumer holds up nothing in the database.

use std::collections::HashMap;

use futures::StreamExt;
use futures::stream::{self, BoxStream};
use proto_events::ids::{PasswordId, UserId};
use proto_events::{Position, Recorded, StreamId, Version};
use tokio::sync::mpsc;

use crate::StoreError;
use crate::events::{Claim, IdempotentAnswer};

/// The hash of a password.
#[derive(Clone, PartialEq, Eq)]
pub struct KeptPassword {
    /// What events call it.
    pub id: PasswordId,
    /// Whose it is.
    pub user_id: UserId,
    /// The hash, as a PHC string.
    pub hash: String,
}

/// Without the hash.
impl std::fmt::Debug for KeptPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptPassword").field("id", &self.id).field("user_id", &self.user_id).finish_non_exhaustive()
    }
}

/// A part of a backup.
#[derive(Debug, Clone, PartialEq)]
pub enum BackupItem {
    /// The first: which log this was, and the position of its newest event.
    Head {
        /// Which log.
        log_id: String,
        /// Position of the newest event; that many events follow.
        position: Position,
    },
    /// The next id of a sequence.
    NextId {
        /// The sequence's name.
        sequence: String,
        /// The id that is handed out next.
        next: i64,
    },
    /// A name that is held.
    Claim(Claim),
    /// An answer kept for an idempotency key.
    Answer(IdempotentAnswer),
    /// The hash of a password; none in backups of older versions.
    Password(KeptPassword),
    /// An event.
    Event(Recorded),
}

/// The way from who reads a store to who keeps the backup.
pub(crate) struct Outlet(mpsc::Sender<Result<BackupItem, StoreError>>);

impl Outlet {
    /// Hands an item on; an error if nobody wants it any more.
    pub(crate) async fn put(&self, item: BackupItem) -> Result<(), StoreError> {
        self.0.send(Ok(item)).await.map_err(|_| StoreError::Closed)
    }
}

/// What `read` puts into the outlet, and its error, if it ends with one.
pub(crate) fn backup<F>(read: impl FnOnce(Outlet) -> F) -> BoxStream<'static, Result<BackupItem, StoreError>>
where
    F: Future<Output = Result<(), StoreError>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(CHUNK_ITEMS);
    let reading = read(Outlet(sender.clone()));
    tokio::spawn(async move {
        if let Err(error) = reading.await {
            // Whoever has stopped reading wants no error either.
            let _ = sender.send(Err(error)).await;
        }
    });
    stream::unfold(receiver, async |mut receiver| Some((receiver.recv().await?, receiver))).boxed()
}

/// Items written at once.
const CHUNK_ITEMS: usize = 500;
/// Payload written at once.
const CHUNK_BYTES: usize = 4 * 1024 * 1024;

/// Items of one kind each, to be written together.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    pub(crate) next_ids: Vec<(String, i64)>,
    pub(crate) claims: Vec<Claim>,
    pub(crate) answers: Vec<IdempotentAnswer>,
    pub(crate) passwords: Vec<KeptPassword>,
    pub(crate) events: Vec<Recorded>,
    items: usize,
    bytes: usize,
}

impl Chunk {
    /// Whether it is time to write it.
    fn is_full(&self) -> bool {
        self.items >= CHUNK_ITEMS || self.bytes >= CHUNK_BYTES
    }
}

/// Checks a backup while it is read: that it is whole, in order, and everything in it once.
///
/// One chunk after the other is taken by [`Checker::next_chunk`]; what is written may be committed after
/// [`Checker::finish`].
#[derive(Default)]
pub(crate) struct Checker {
    promised: Option<Position>,
    last: Position,
    versions: HashMap<StreamId, Version>,
}

impl Checker {
    /// The next items; `None` at the end.
    pub(crate) async fn next_chunk(
        &mut self,
        items: &mut BoxStream<'static, Result<BackupItem, StoreError>>,
    ) -> Result<Option<Chunk>, StoreError> {
        let mut chunk = Chunk::default();
        while !chunk.is_full()
            && let Some(item) = items.next().await
        {
            self.take(item?, &mut chunk)?;
        }
        Ok((chunk.items > 0).then_some(chunk))
    }

    fn take(&mut self, item: BackupItem, chunk: &mut Chunk) -> Result<(), StoreError> {
        match (self.promised, item) {
            (None, BackupItem::Head { position, .. }) => self.promised = Some(position),
            (None, _) => return Err(damaged("it does not begin with its head")),
            (Some(_), BackupItem::Head { .. }) => return Err(damaged("it has two heads")),
            (Some(_), BackupItem::NextId { sequence, next }) => chunk.next_ids.push((sequence, next)),
            (Some(_), BackupItem::Claim(claim)) => chunk.claims.push(claim),
            (Some(_), BackupItem::Answer(answer)) => {
                chunk.bytes += answer.response.len();
                chunk.answers.push(answer);
            }
            (Some(_), BackupItem::Password(password)) => chunk.passwords.push(password),
            (Some(_), BackupItem::Event(event)) => {
                self.check(&event)?;
                chunk.bytes += event.encoded.payload.len();
                chunk.events.push(event);
            }
        }
        chunk.items += 1;
        Ok(())
    }

    fn check(&mut self, event: &Recorded) -> Result<(), StoreError> {
        let version = self.versions.entry(event.stream).or_default();
        if event.position.0 != self.last.0 + 1 || event.version != *version + 1 {
            let Recorded { position, stream, version: found, .. } = event;
            return Err(damaged(&format!("behind event {} stands {position}, version {found} of {stream}", self.last)));
        }
        (self.last, *version) = (event.position, event.version);
        Ok(())
    }

    /// The position of the newest event, if the backup is whole.
    pub(crate) fn finish(&self) -> Result<Position, StoreError> {
        match self.promised {
            Some(promised) if promised == self.last => Ok(promised),
            Some(promised) => Err(damaged(&format!("it ends with event {} of {promised}", self.last))),
            None => Err(damaged("it is empty")),
        }
    }
}

fn damaged(why: &str) -> StoreError {
    StoreError::Damaged(format!("the backup cannot be restored: {why}"))
}

/// How many events stand above a position, up to another: positions have no gaps.
pub(crate) fn events_between(after: Position, last: Position) -> usize {
    usize::try_from(last.0 - after.0).unwrap_or_default()
}

/// Why a log cannot be backed up that has a gap.
pub(crate) fn missing(after: Position) -> StoreError {
    StoreError::Damaged(format!("no event follows {after}"))
}

/// Why a store that holds something already refuses a backup.
pub(crate) fn not_empty() -> StoreError {
    StoreError::NotEmpty
}
