//! Ids in blocks: the database hands out ranges, this process deals from them, so that most reservations write nothing.

use std::collections::HashMap;

use proto_events::ids::Sequence;
use sqlx::Row;
use sqlx::sqlite::SqlitePool;
use tokio::sync::Mutex;

use crate::StoreError;

/// A process takes just what it needs at first, so that commands that run one after the other leave no gaps. Its further
/// blocks double, up to this.
const LARGEST_BLOCK: i64 = 4_096;

struct Block {
    next: i64,
    end: i64,
    /// Ids in the next one.
    size: i64,
}

/// What is left of the blocks reserved.
pub(super) struct IdBlocks {
    writer: SqlitePool,
    blocks: Mutex<HashMap<Sequence, Block>>,
}

impl IdBlocks {
    pub(super) fn new(writer: SqlitePool) -> Self {
        Self { writer, blocks: Mutex::new(HashMap::new()) }
    }

    /// The first of `count` ids in a row.
    pub(super) async fn reserve(&self, sequence: Sequence, count: usize) -> Result<i64, StoreError> {
        let count = i64::try_from(count.max(1)).map_err(|_| StoreError::Unwritable(format!("{count} ids")))?;
        let mut blocks = self.blocks.lock().await;
        let block = blocks.entry(sequence).or_insert(Block { next: 0, end: 0, size: 1 });
        if block.end - block.next < count {
            let taken = block.size.max(count);
            let first = self.take(sequence, taken).await?;
            *block = Block { next: first, end: first + taken, size: (block.size * 2).min(LARGEST_BLOCK) };
        }
        let first = block.next;
        block.next += count;
        Ok(first)
    }

    async fn take(&self, sequence: Sequence, count: i64) -> Result<i64, StoreError> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
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
