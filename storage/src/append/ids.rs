//! Reserves ids in blocks. A process takes a block from the database and issues ids from it, so that most reservations
//! do not write to the database.

use std::collections::HashMap;

use async_trait::async_trait;
use proto_events::ids::Sequence;
use tokio::sync::Mutex;

use crate::StoreError;

/// Maximum size of a block. A process first takes only the ids that it needs, so that commands in sequence leave no
/// gaps. Each further block is twice as large, up to this size.
const LARGEST_BLOCK: i64 = 4_096;

struct Block {
    next: i64,
    end: i64,
    /// Number of ids in the next block.
    size: i64,
}

/// The source of blocks.
#[async_trait]
pub(crate) trait TakeIds: Send + Sync + 'static {
    /// Takes `count` consecutive ids, which are never issued again. Returns the first.
    async fn take(&self, sequence: Sequence, count: i64) -> Result<i64, StoreError>;
}

/// The ids left in reserved blocks.
pub(crate) struct IdBlocks<T> {
    source: T,
    blocks: Mutex<HashMap<Sequence, Block>>,
}

impl<T: TakeIds> IdBlocks<T> {
    pub(crate) fn new(source: T) -> Self {
        Self { source, blocks: Mutex::new(HashMap::new()) }
    }

    /// Reserves `count` consecutive ids and returns the first.
    pub(crate) async fn reserve(&self, sequence: Sequence, count: usize) -> Result<i64, StoreError> {
        let count = i64::try_from(count.max(1)).map_err(|_| StoreError::Unwritable(format!("{count} ids")))?;
        let mut blocks = self.blocks.lock().await;
        let block = blocks.entry(sequence).or_insert(Block { next: 0, end: 0, size: 1 });
        if block.end - block.next < count {
            let taken = block.size.max(count);
            let first = self.source.take(sequence, taken).await?;
            *block = Block { next: first, end: first + taken, size: (block.size * 2).min(LARGEST_BLOCK) };
        }
        let first = block.next;
        block.next += count;
        Ok(first)
    }
}
