//! Statements that SQLite's thread runs after one message. Each message wakes that thread and then the caller, which takes
//! longer than most statements.

use futures::TryStreamExt;
use proto_events::StreamId;
use serde::Serialize;
use sqlx::query_builder::Separated;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Either, Executor, QueryBuilder, Sqlite};

use crate::StoreError;
use crate::sql::{Statement, Value};

/// Encodes rows as one JSON parameter for `json_each`, so that a statement's text does not depend on their number.
pub(super) fn json_rows<T: Serialize>(rows: impl IntoIterator<Item = T>) -> Result<String, StoreError> {
    let rows: Vec<T> = rows.into_iter().collect();
    serde_json::to_string(&rows).map_err(|error| StoreError::Unwritable(error.to_string()))
}

/// Encodes streams as rows of kind and id.
pub(super) fn json_streams<'a>(streams: impl IntoIterator<Item = &'a StreamId>) -> Result<String, StoreError> {
    json_rows(streams.into_iter().map(|stream| (stream.kind.name(), stream.id)))
}

/// Statements with their parameters, run in order until one fails. If the text of a script was run before, its statements are
/// still prepared; so a batch should make few different texts.
#[derive(Default)]
pub(super) struct Script {
    statements: QueryBuilder<Sqlite>,
    is_begun: bool,
}

impl Script {
    /// Begins another statement with this text.
    pub(super) fn statement(&mut self, text: &str) -> &mut QueryBuilder<Sqlite> {
        if std::mem::replace(&mut self.is_begun, true) {
            self.statements.push("; ");
        }
        self.statements.push(text)
    }

    /// Adds a statement with its parameters.
    pub(super) fn add(&mut self, statement: &Statement) {
        let mut parts = statement.text.split('$');
        self.statement(parts.next().unwrap_or_default());
        for part in parts {
            let end = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
            let index = part[..end].parse::<usize>().unwrap_or_default().wrapping_sub(1);
            match statement.values.get(index) {
                Some(Value::Number(number)) => self.statements.push_bind(*number),
                Some(Value::Flag(flag)) => self.statements.push_bind(*flag),
                Some(Value::Text(text)) => self.statements.push_bind(text.as_deref().map(str::to_owned)),
                Some(Value::Bytes(bytes)) => self.statements.push_bind(bytes.clone()),
                Some(list) => self.statements.push_bind(list.json()),
                None => self.statements.push_bind(None::<i64>),
            };
            self.statements.push(&part[end..]);
        }
    }

    /// Adds `SELECT` with these rows, to be inserted. The first column is never null. The text depends only on the rounded
    /// number of rows: further rows of nulls are left out.
    pub(super) fn rows<'r, T>(
        &mut self,
        rows: &'r [T],
        columns: usize,
        bind: impl Fn(&mut Separated<'_, Sqlite, &'static str>, &'r T),
    ) -> &mut QueryBuilder<Sqlite> {
        let padding = rounded_up(rows.len()) - rows.len();
        let padded = rows.iter().map(Some).chain(std::iter::repeat_n(None, padding));
        self.statements.push("SELECT * FROM (");
        self.statements.push_values(padded, |mut row, found| match found {
            Some(found) => bind(&mut row, found),
            None => {
                for _ in 0..columns {
                    row.push_bind(None::<i64>);
                }
            }
        });
        self.statements.push(") WHERE column1 IS NOT NULL")
    }

    /// Runs the statements. Returns the rows of each.
    pub(super) async fn run(mut self, connection: &mut SqliteConnection) -> Result<Vec<Vec<SqliteRow>>, StoreError> {
        let mut results = Vec::new();
        let mut rows = Vec::new();
        let mut steps = connection.fetch_many(self.statements.build());
        while let Some(step) = steps.try_next().await? {
            match step {
                Either::Right(row) => rows.push(row),
                Either::Left(_) => results.push(std::mem::take(&mut rows)),
            }
        }
        Ok(results)
    }
}

/// Returns the next number of the form 2ⁿ or 1.5 × 2ⁿ.
fn rounded_up(count: usize) -> usize {
    let power = count.next_power_of_two();
    let three_quarters = power / 4 * 3;
    if three_quarters >= count && power >= 4 { three_quarters } else { power }
}

#[cfg(test)]
mod tests {
    use sqlx::Row;
    use sqlx::sqlite::SqlitePool;

    use super::*;

    #[test]
    fn counts_are_rounded_to_few_numbers() {
        let rounded: Vec<usize> = [1, 2, 3, 4, 5, 6, 7, 9, 12, 13, 25, 33, 48, 49, 64].map(rounded_up).to_vec();
        assert_eq!(rounded, [1, 2, 3, 4, 6, 6, 8, 12, 12, 16, 32, 48, 48, 64, 64]);
    }

    #[tokio::test]
    async fn a_script_inserts_its_rows_and_returns_those_of_each_statement() {
        let pool = SqlitePool::connect("sqlite::memory:").await.unwrap();
        let mut connection = pool.acquire().await.unwrap();
        let mut script = Script::default();
        script.statement("CREATE TABLE numbers (id INTEGER, name TEXT)");
        script.statement("INSERT INTO numbers ");
        script.rows(&[(1, "one"), (2, "two"), (3, "three"), (4, "four"), (5, "five")], 2, |row, (id, name)| {
            row.push_bind(id).push_bind(name);
        });
        script.statement("SELECT name FROM numbers WHERE id > ").push_bind(3);
        script.statement("SELECT count(*) FROM numbers");
        let results = script.run(&mut connection).await.unwrap();
        assert_eq!(results.iter().map(Vec::len).collect::<Vec<_>>(), [0, 0, 2, 1]);
        assert_eq!(results[2][1].get::<&str, _>(0), "five");
        assert_eq!(results[3][0].get::<i64, _>(0), 5);
    }

    #[tokio::test]
    async fn nothing_runs_after_a_statement_that_failed() {
        let pool = SqlitePool::connect("sqlite::memory:").await.unwrap();
        let mut connection = pool.acquire().await.unwrap();
        let mut script = Script::default();
        script.statement("CREATE TABLE numbers (id INTEGER PRIMARY KEY)");
        script.statement("INSERT INTO numbers VALUES (1), (1)");
        script.statement("INSERT INTO numbers VALUES (2)");
        assert!(script.run(&mut connection).await.is_err());
        let count = sqlx::query("SELECT count(*) FROM numbers").fetch_one(&mut *connection).await.unwrap();
        assert_eq!(count.get::<i64, _>(0), 0);
    }
}
