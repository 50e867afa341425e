//! Reserves ids in blocks. A process takes a block from the database and issues ids from it, so that most reservations
//! do not write to the database.

use std::collections::HashMap;

use proto_events::ids::Sequence;
use tokio::sync::Mutex;

use super::events::number;
use crate::StoreError;
use crate::sql::{Sql, sql};

/// Maximum size of a block. A process first takes only the ids that it needs, so that commands in sequence leave no
/// gaps. Each further block is twice as large, up to this size.
const LARGEST_BLOCK: i64 = 4_096;

struct Block {
    next: i64,
    end: i64,
    /// Number of ids in the next block.
    size: i64,
}

/// The ids left in reserved blocks.
#[derive(Default)]
pub(super) struct IdBlocks(Mutex<HashMap<Sequence, Block>>);

impl IdBlocks {
    /// Reserves `count` consecutive ids and returns the first.
    pub(super) async fn reserve(
        &self,
        connection: &mut impl Sql,
        sequence: Sequence,
        count: usize,
    ) -> Result<i64, StoreError> {
        let count = i64::try_from(count.max(1)).map_err(|_| StoreError::Unwritable(format!("{count} ids")))?;
        let mut blocks = self.0.lock().await;
        let block = blocks.entry(sequence).or_insert(Block { next: 0, end: 0, size: 1 });
        if block.end - block.next < count {
            let taken = block.size.max(count);
            let first = take(connection, sequence, taken).await?;
            *block = Block { next: first, end: first + taken, size: (block.size * 2).min(LARGEST_BLOCK) };
        }
        let first = block.next;
        block.next += count;
        Ok(first)
    }
}

/// Takes a block, and returns its first id. If the connection is lost before the answer, that block is skipped: gaps are
/// allowed.
async fn take(connection: &mut impl Sql, sequence: Sequence, count: i64) -> Result<i64, StoreError> {
    let take = sql("INSERT INTO id_sequences AS known (name, next) VALUES ($1, 1 + $2)
                    ON CONFLICT (name) DO UPDATE SET next = known.next + $2 RETURNING next - $2");
    connection.one(take.bind(sequence.name()).bind(count), number).await
}
