//! Writes a batch of views with its checkpoint, in one transaction.

use std::sync::atomic::Ordering::SeqCst;

use super::open::Database;
use super::writer::flushed_transaction;
use crate::tables::Tables;
use crate::view_store::changes;
use crate::views::{CommitError, ViewBatch};

/// The step of the counter with the first change after a start. A power cut may lose the last changes, although clients know
/// their numbers. Therefore the counter advances far with the first change, in a commit that is flushed: far fewer changes are
/// lost, so none of their numbers is used again.
const AFTER_START: i64 = 1 << 20;

/// Writes the batch if the checkpoint is at the expected position.
pub(super) async fn commit(database: &Database, batch: &ViewBatch) -> Result<i64, CommitError> {
    let is_first = !batch.records.is_empty() && !database.has_numbered().load(SeqCst);
    let mut transaction =
        if is_first { flushed_transaction(&database.writer()?).await? } else { database.transaction().await? };
    let (commits, _) = changes::move_checkpoint(&mut *transaction, batch).await??;
    let has_numbered = changes::write(&mut *transaction, batch, if is_first { AFTER_START } else { 1 }).await?;
    transaction.commit().await?;
    if has_numbered {
        database.has_numbered().store(true, SeqCst);
    }
    Ok(commits)
}
