//! Reads long results through a cursor, in steps of a few large rows or many small ones. A reader that stops early wastes at
//! most one step.

use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use sqlx::postgres::{PgConnection, PgPool, PgRow, Postgres};
use sqlx::{AssertSqlSafe, Row, Transaction};
use tokio::sync::mpsc;

use super::retry::{STATEMENT, within};
use super::view_reading::reading;
use crate::StoreError;
use crate::sql::{Sql, Statement};

/// Bytes of bodies in one step, unless a single row has more.
const BYTES_PER_STEP: usize = 512 * 1024;
/// Rows in the first step.
const FIRST_ROWS: usize = 2;
/// Rows in the longest step. All numbers are powers of two, so that a connection prepares few statements.
const MOST_ROWS: usize = 256;

/// An open cursor.
pub(super) struct Cursor {
    name: &'static str,
    rows: usize,
    is_done: bool,
}

impl Cursor {
    /// Opens a cursor for a query. All queries with the same name have the same columns.
    pub(super) async fn open(
        snapshot: &mut PgConnection,
        name: &'static str,
        statement: &Statement,
    ) -> Result<Self, StoreError> {
        snapshot.execute(statement.after(&format!("DECLARE {name} NO SCROLL CURSOR FOR "))).await?;
        Ok(Self { name, rows: FIRST_ROWS, is_done: false })
    }

    /// Returns the next rows, or `None` at the end.
    pub(super) async fn next(&mut self, snapshot: &mut PgConnection) -> Result<Option<Vec<PgRow>>, StoreError> {
        if self.is_done {
            return Ok(None);
        }
        let query = sqlx::query(AssertSqlSafe(format!("FETCH {} FROM {}", self.rows, self.name)));
        let rows = within(STATEMENT, async { Ok(query.fetch_all(snapshot).await?) }).await?;
        self.is_done = rows.len() < self.rows;
        self.rows = rows_after(self.rows, rows.iter().map(bytes_of).sum());
        Ok(Some(rows))
    }
}

/// Returns the number of bytes of all columns.
fn bytes_of(row: &PgRow) -> usize {
    let bytes = |index| row.try_get_raw(index).ok().and_then(|value| value.as_bytes().ok().map(<[u8]>::len));
    (0..row.len()).filter_map(bytes).sum()
}

/// Returns the number of rows of the next step: more if the last rows were small, fewer if they were large.
fn rows_after(rows: usize, bytes: usize) -> usize {
    if bytes > BYTES_PER_STEP {
        (rows / 2).max(1)
    } else if bytes <= BYTES_PER_STEP / 2 {
        (rows * 2).min(MOST_ROWS)
    } else {
        rows
    }
}

/// Begins a read-only transaction on one snapshot.
pub(super) async fn begin(pool: &PgPool) -> Result<Transaction<'static, Postgres>, StoreError> {
    Ok(pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?)
}

/// Streams all rows to a reader inside the service, one step ahead of it.
pub(super) fn rows(
    pool: &PgPool,
    name: &'static str,
    statement: Statement,
) -> BoxStream<'static, Result<PgRow, StoreError>> {
    let (pool, (ahead, steps)) = (pool.clone(), mpsc::channel(1));
    tokio::spawn(async move {
        let end = read(&pool, name, &statement, &ahead).await.map(|()| Vec::new());
        // An error means that the reader is gone.
        let _ = ahead.send(end).await;
    });
    // A step without rows is the end. If the task panics, there is no such step.
    let steps = stream::try_unfold(steps, |mut steps| async move {
        let step = steps.recv().await.unwrap_or(Err(StoreError::Closed));
        step.map(|rows: Vec<PgRow>| (!rows.is_empty()).then_some((rows, steps)))
    });
    steps.map_ok(|rows| stream::iter(rows.into_iter().map(Ok))).try_flatten().boxed()
}

async fn read(
    pool: &PgPool,
    name: &'static str,
    statement: &Statement,
    ahead: &mpsc::Sender<Result<Vec<PgRow>, StoreError>>,
) -> Result<(), StoreError> {
    let mut snapshot = reading(pool, || begin(pool)).await?;
    let mut cursor = Cursor::open(&mut snapshot, name, statement).await?;
    while let Some(rows) = cursor.next(&mut snapshot).await? {
        if ahead.send(Ok(rows)).await.is_err() {
            return Ok(());
        }
    }
    Ok(snapshot.commit().await?)
}

#[cfg(test)]
mod tests {
    use super::{BYTES_PER_STEP, FIRST_ROWS, MOST_ROWS, rows_after};

    #[test]
    fn steps_grow_with_small_rows_and_shrink_with_large_ones() {
        let settled = |bytes_per_row: usize| {
            (0..20).fold(FIRST_ROWS, |rows, _| {
                let next = rows_after(rows, rows * bytes_per_row);
                assert!(next.is_power_of_two() && next <= MOST_ROWS);
                next
            })
        };
        assert_eq!(settled(0), MOST_ROWS);
        assert_eq!(settled(100), MOST_ROWS);
        assert_eq!(settled(BYTES_PER_STEP / 8), 8);
        assert_eq!(settled(BYTES_PER_STEP * 30), 1);
    }
}
