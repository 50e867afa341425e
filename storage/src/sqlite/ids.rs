//! Reserves blocks of ids.

use async_trait::async_trait;
use proto_events::ids::Sequence;
use sqlx::Row;

use super::open::Database;
use crate::StoreError;
use crate::append::ids::TakeIds;

/// The rows with the next id of each sequence.
pub(super) struct IdSequences(pub(super) Database);

#[async_trait]
impl TakeIds for IdSequences {
    async fn take(&self, sequence: Sequence, count: i64) -> Result<i64, StoreError> {
        let mut transaction = self.0.writer()?.transaction().await?;
        let row = sqlx::query(
            "INSERT INTO id_sequences (name, next) VALUES (?1, 1 + ?2)
             ON CONFLICT (name) DO UPDATE SET next = next + ?2 RETURNING next - ?2",
        )
        .bind(sequence.name())
        .bind(count)
        .fetch_one(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(row.try_get(0)?)
    }
}
