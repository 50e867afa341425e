//! Writes a batch of requests in one transaction. The counter row is read first, under the write lock.
//!
//! If a commit fails, the writer finds out whether the batch was written before it answers (`uncertain.rs`).

use async_trait::async_trait;

use super::open::Database;
use super::uncertain::Uncertain;
use crate::StoreError;
use crate::append::admission::plan;
use crate::append::encode::Prepared;
use crate::append::queue::{BatchWriter, Outcome};
use crate::log_store::{batch, events};
use crate::tables::Tables;

/// The writer of the append task.
pub(super) struct EventWriter {
    database: Database,
    uncertain: Uncertain,
}

impl EventWriter {
    pub(super) fn new(database: Database) -> Self {
        Self { uncertain: Uncertain::new(database.clone()), database }
    }
}

#[async_trait]
impl BatchWriter for EventWriter {
    async fn write(&mut self, requests: &[Prepared]) -> Result<Vec<Outcome>, StoreError> {
        self.uncertain.settle().await?;
        let mut transaction = self.database.transaction().await?;
        let (head, hour, known) = events::load_known(&mut *transaction, requests).await?;
        let plan = plan(requests, known, head);
        if plan.is_empty() {
            transaction.rollback().await?;
            return Ok(plan.outcomes);
        }
        batch::write(&mut *transaction, &plan, hour).await?;
        if let Err(error) = transaction.commit().await {
            self.uncertain.find_out(&plan, error).await?;
        }
        Ok(plan.outcomes)
    }
}
