//! Hands out blocks of ids.

use async_trait::async_trait;
use proto_events::ids::Sequence;
use sqlx::Row;
use sqlx::postgres::PgPool;

use super::patience::patiently;
use crate::StoreError;
use crate::append::ids::TakeIds;

/// The rows that say which id is next in each sequence.
pub(super) struct IdSequences(pub(super) PgPool);

#[async_trait]
impl TakeIds for IdSequences {
    /// A block that was taken by a connection which broke before it was told is left out: gaps are allowed.
    async fn take(&self, sequence: Sequence, count: i64) -> Result<i64, StoreError> {
        patiently(async || {
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
