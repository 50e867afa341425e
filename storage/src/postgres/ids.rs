//! Reserves blocks of ids.

use async_trait::async_trait;
use proto_events::ids::Sequence;
use sqlx::Row;
use sqlx::postgres::PgPool;

use super::retry::with_retries;
use crate::StoreError;
use crate::append::ids::TakeIds;

/// The rows with the next id of each sequence.
pub(super) struct IdSequences(pub(super) PgPool);

#[async_trait]
impl TakeIds for IdSequences {
    /// Takes a block. If the connection is lost before the answer, that block is skipped: gaps are allowed.
    async fn take(&self, sequence: Sequence, count: i64) -> Result<i64, StoreError> {
        with_retries(async || {
            let row = sqlx::query(
                "INSERT INTO id_sequences AS known (name, next) VALUES ($1, 1 + $2)
                 ON CONFLICT (name) DO UPDATE SET next = known.next + $2 RETURNING next - $2",
            )
            .bind(sequence.name())
            .bind(count)
            .fetch_one(&self.0)
            .await?;
            Ok(row.try_get(0)?)
        })
        .await
    }
}
