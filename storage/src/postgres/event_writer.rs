//! Writes a batch of requests in one transaction, even if the connection is lost. The row of the counter is locked
//! first.
//!
//! If the connection is lost before the answer to the commit, the next connection finds out the outcome: it locks the
//! counter, and so waits for the old transaction if that has not ended. After that, the log shows whether it contains
//! the batch.

use async_trait::async_trait;
use proto_events::Position;
use sqlx::postgres::{PgConnectOptions, PgConnection};

use super::open::connect;
use super::retry::{RETRY_TIME, Retries, STATEMENT, retried, within};
use crate::StoreError;
use crate::append::admission::{Head, Known, Plan, plan};
use crate::append::encode::Prepared;
use crate::append::queue::{BatchWriter, Outcome};
use crate::log_store::{batch, events};
use crate::sql::{Sql, sql};

/// The writer of the append task.
pub(super) struct EventWriter {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
    /// Position of the newest event that this process has seen.
    newest: Position,
}

impl EventWriter {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Self { options, connection: None, newest: Position::START }
    }
}

#[async_trait]
impl BatchWriter for EventWriter {
    async fn write(&mut self, requests: &[Prepared]) -> Result<Vec<Outcome>, StoreError> {
        let mut retries = Retries::begin(RETRY_TIME);
        loop {
            match self.try_write(requests).await {
                Err(error) if error.is_away() => retries.pause("the event store cannot be reached", error).await?,
                done => return done,
            }
        }
    }
}

impl EventWriter {
    /// Makes one attempt. The connection is kept only if nothing failed.
    async fn try_write(&mut self, requests: &[Prepared]) -> Result<Vec<Outcome>, StoreError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(&self.options).await?,
        };
        let (head, hour, known) = within(STATEMENT, lock_and_load(&mut connection, requests)).await?;
        if head.position < self.newest {
            // A write would get a position for which views already show another event.
            let why = "it was set back and lacks events that this process has seen; restart this process";
            return Err(StoreError::DamagedLog(why.to_owned()));
        }
        self.newest = head.position;
        let plan = plan(requests, known, head);
        if plan.is_empty() {
            within(STATEMENT, connection.raw("ROLLBACK")).await?;
            self.connection = Some(connection);
            return Ok(plan.outcomes);
        }
        within(STATEMENT, batch::write(&mut connection, &plan, hour)).await?;
        match within(STATEMENT, connection.raw("COMMIT")).await {
            Ok(()) => self.connection = Some(connection),
            Err(error) if is_reported(&error) => return Err(error),
            Err(error) => {
                drop(connection);
                tracing::warn!(%error, "the connection was lost during a commit; checking whether it was written");
                if !self.find_out(&plan).await? {
                    return Err(error);
                }
            }
        }
        self.newest = plan.head.position;
        Ok(plan.outcomes)
    }

    /// Whether a batch was written. If not, it will not be written later.
    async fn find_out(&self, plan: &Plan<'_>) -> Result<bool, StoreError> {
        let look = || async {
            let mut connection = connect(&self.options).await?;
            connection.execute(sql(LOCK)).await?;
            batch::is_written(&mut connection, plan).await
        };
        let found = retried(RETRY_TIME, look).await;
        found.map_err(|error| {
            StoreError::Uncertain(format!("the connection was lost before the answer, and then: {error}"))
        })
    }
}

/// Locks the counter until the transaction ends. Other processes that append wait.
const LOCK: &str = "SELECT position FROM log_head FOR UPDATE";

/// Begins a transaction with the counter's lock, and reads the end of the log and everything that a batch is checked against.
async fn lock_and_load(connection: &mut PgConnection, requests: &[Prepared]) -> Result<(Head, i64, Known), StoreError> {
    connection.raw("BEGIN").await?;
    connection.execute(sql(LOCK)).await?;
    events::load_known(connection, requests).await
}

/// Whether the server itself reported an error, so that nothing was written. A server that is shutting down may report
/// one although it has written.
fn is_reported(error: &StoreError) -> bool {
    match error {
        StoreError::Database(sqlx::Error::Database(error)) => {
            !error.code().is_some_and(|code| code.starts_with("57P") || code.starts_with("08"))
        }
        _ => false,
    }
}
