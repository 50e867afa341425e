//! Checks stored data for damage: database files with SQLite's own check, events by their hashes and documents by their
//! checksums.

use std::time::Duration;

use futures::StreamExt;
use proto_events::Position;
use storage::inspect::{Soundness, check};
use storage::{Database, EventStore, StoreError, ViewStore};
use tokio::time::Instant;

/// Events read at a time.
const STEP: usize = 1_000;

/// How much of a store was read and how much of it is damaged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Read {
    /// Number of events or documents read.
    pub(crate) count: u64,
    /// Number of damaged ones among them.
    pub(crate) damaged: u64,
    /// Whether the time limit ended the check early.
    pub(crate) is_unfinished: bool,
}

/// Checks a database file, if there is one. Without a time limit, checks all of it.
pub(crate) async fn check_file(database: &Database, budget: Option<Duration>) -> Result<Soundness, StoreError> {
    match database {
        Database::Sqlite(file) if !file.exists() => Ok(Soundness::Sound),
        database => check(database, budget).await,
    }
}

/// Reads every event and compares it with its hash.
pub(crate) async fn read_log(events: &dyn EventStore, budget: Option<Duration>) -> Result<Read, StoreError> {
    let since = Instant::now();
    let (mut read, mut after) = (Read::default(), Position::START);
    loop {
        let step = events.read_sealed(after, STEP).await?;
        let Some(last) = step.last() else { return Ok(read) };
        after = last.position;
        read.count += step.len() as u64;
        read.damaged += step.iter().filter(|event| event.is_damaged).count() as u64;
        if is_over(since, budget) {
            return Ok(Read { is_unfinished: true, ..read });
        }
    }
}

/// Reads every served document and compares it with its checksum. A running projector repairs damaged documents.
pub(crate) async fn read_views(views: &dyn ViewStore, budget: Option<Duration>) -> Result<Read, StoreError> {
    let since = Instant::now();
    let mut read = Read::default();
    let Some(active) = views.active().await? else { return Ok(read) };
    let documents = views.all_documents(active.generation).map(|document| document.map(drop));
    let records = views.all_records(active.generation).map(|record| record.map(drop));
    let exports = views.all_exports(active.generation).map(|export| export.map(drop));
    let mut all = documents.chain(exports).chain(records);
    while let Some(found) = all.next().await {
        read.count += 1;
        match found {
            Ok(()) => {}
            Err(StoreError::DamagedView(_)) => read.damaged += 1,
            Err(error) => return Err(error),
        }
        if is_over(since, budget) {
            return Ok(Read { is_unfinished: true, ..read });
        }
    }
    Ok(read)
}

fn is_over(since: Instant, budget: Option<Duration>) -> bool {
    budget.is_some_and(|budget| since.elapsed() >= budget)
}
