//! Ids in blocks: the database hands out ranges, this process deals from them, so that most reservations write nothing.

use std::collections::HashMap;

use async_trait::async_trait;
use proto_events::ids::Sequence;
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

/// Where blocks come from.
#[async_trait]
pub(crate) trait TakeIds: Send + Sync + 'static {
    /// The first of `count` ids in a row, which nobody is given again.
    async fn take(&self, sequence: Sequence, count: i64) -> Result<i64, StoreError>;
}

/// What is left of the blocks reserved.
pub(crate) struct IdBlocks<T> {
    source: T,
    blocks: Mutex<HashMap<Sequence, Block>>,
}

impl<T: TakeIds> IdBlocks<T> {
    pub(crate) fn new(source: T) -> Self {
        Self { source, blocks: Mutex::new(HashMap::new()) }
    }

    /// The first of `count` ids in a row.
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
