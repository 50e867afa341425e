//! Writes a batch of requests in one transaction. The counter row is read first, under the write lock.
//!
//! If a commit fails, the writer finds out whether the batch was written before it answers (`uncertain.rs`).

use std::sync::Arc;

use async_trait::async_trait;
use sqlx::Sqlite;
use sqlx::sqlite::SqliteConnection;

use super::open::Database;
use super::script::Script;
use super::uncertain::Uncertain;
use crate::StoreError;
use crate::append::admission::{Plan, plan};
use crate::append::encode::Prepared;
use crate::append::queue::{BatchWriter, Outcome};
use crate::log_rows::{ANSWERS, CLAIMS, EVENTS, PERSON_KEYS, answer_row, claim_row, event_row, person_key_row};
use crate::log_store::{deliveries, erasures, events, pictures};
use crate::recent::RecentEvents;
use crate::sql::{Row, Table, sql};
use crate::transaction::Transaction;

/// The writer of the append task.
pub(super) struct EventWriter {
    database: Database,
    uncertain: Uncertain,
    /// Events that were written, for readers in this process.
    recent: Arc<RecentEvents>,
}

impl EventWriter {
    pub(super) fn new(database: Database, recent: Arc<RecentEvents>) -> Self {
        Self { uncertain: Uncertain::new(database.clone()), database, recent }
    }
}

#[async_trait]
impl BatchWriter for EventWriter {
    async fn write(&mut self, batch: &[Prepared]) -> Result<Vec<Outcome>, StoreError> {
        self.uncertain.settle().await?;
        let mut transaction = Transaction::begin_with_first_statement(&self.database.writer()?).await?;
        let (log, known) = events::load_known(&mut *transaction, "BEGIN IMMEDIATE; ", batch).await?;
        let plan = plan(batch, known, log.head);
        if plan.is_empty() {
            transaction.rollback().await?;
            return Ok(plan.outcomes);
        }
        // Before erasures, which delete messages to the person.
        deliveries::insert(&mut *transaction, &plan.outbox, None).await?;
        for (user, at) in &plan.erased {
            erasures::erase(&mut *transaction, *user, *at, None).await?;
        }
        pictures::note_uses(&mut *transaction, &plan.pictures).await?;
        if let Err(error) = insert_and_commit(transaction, &plan, log.hour).await {
            self.uncertain.find_out(&plan, error).await?;
        }
        self.recent.add(plan.events);
        self.database.note_write();
        Ok(plan.outcomes)
    }
}

/// Inserts all rows, moves the head of the log to the last event, and commits. A batch of few events is one message to SQLite's
/// thread.
async fn insert_and_commit(mut transaction: Transaction<Sqlite>, plan: &Plan<'_>, hour: i64) -> Result<(), StoreError> {
    let with_hour = |mut row: Row| {
        row.push(hour.into());
        row
    };
    let tables: [(Table, Vec<Row>); 4] = [
        (PERSON_KEYS, plan.keys.iter().map(|(user, key)| person_key_row(*user, Some(key))).collect()),
        (CLAIMS, plan.claims.iter().map(|claim| claim_row(claim)).collect()),
        (ANSWERS, plan.answers.iter().map(|answer| with_hour(answer_row(answer))).collect()),
        (EVENTS, plan.events.iter().map(event_row).collect::<Result<_, _>>()?),
    ];
    let statements = tables.into_iter().flat_map(|(table, rows)| table.insert::<SqliteConnection>(rows));
    let mut statements = statements.peekable();
    let mut script = Script::default();
    while let Some(statement) = statements.next() {
        script.add(statement);
        if script.is_long() && statements.peek().is_some() {
            std::mem::take(&mut script).run(&mut transaction).await?;
        }
    }
    script.add(sql("UPDATE log_head SET position = $1").bind(plan.head.position.0));
    script.add(sql("COMMIT"));
    script.run(&mut transaction).await?;
    transaction.has_ended();
    Ok(())
}
