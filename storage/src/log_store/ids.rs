//! Reserves blocks of ids.

use std::sync::Arc;

use async_trait::async_trait;
use proto_events::ids::Sequence;

use super::events::number;
use super::tables::LogTables;
use crate::StoreError;
use crate::append::ids::TakeIds;
use crate::sql::{Sql, sql};
use crate::tables::Purpose;

/// The rows with the next id of each sequence.
pub(super) struct IdSequences<T>(pub(super) Arc<T>);

#[async_trait]
impl<T: LogTables> TakeIds for IdSequences<T> {
    /// Takes a block. If the connection is lost before the answer, that block is skipped: gaps are allowed.
    async fn take(&self, sequence: Sequence, count: i64) -> Result<i64, StoreError> {
        let take = sql("INSERT INTO id_sequences AS known (name, next) VALUES ($1, 1 + $2)
                        ON CONFLICT (name) DO UPDATE SET next = known.next + $2 RETURNING next - $2");
        self.0.direct(Purpose::Write).one(take.bind(sequence.name()).bind(count), number).await
    }
}
