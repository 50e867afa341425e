//! Statements that SQLite's thread runs after one message. Each message wakes that thread and then the caller, which takes
//! longer than most statements.

use futures::TryStreamExt;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Either, Executor};

use crate::StoreError;
use crate::sql::{Statement, Value, sql};

/// Statements with their parameters, run in order until one fails. If the text of a script was run before, its statements are
/// still prepared; so a batch should make few different texts.
pub(super) struct Script(Statement);

impl Default for Script {
    fn default() -> Self {
        Self(sql(String::new()))
    }
}

/// Parameters from which a script is long: those of about 64 rows.
const LONG: usize = 64 * 13;

impl Script {
    /// Adds a statement. Numbers of parameters become places, `?`: those of several statements would collide, and SQLite looks
    /// for a number among the names of all parameters, each time.
    pub(super) fn add(&mut self, Statement { text, values }: Statement) {
        let begun = self.0.text.to_mut();
        if !begun.is_empty() {
            begun.push_str("; ");
        }
        if !text.contains('$') {
            begun.push_str(&text);
            self.0.values.extend(values);
            return;
        }
        let mut parts = text.split('$');
        begun.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let end = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
            let index = part[..end].parse::<usize>().unwrap_or_default().wrapping_sub(1);
            begun.push('?');
            begun.push_str(&part[end..]);
            self.0.values.push(values.get(index).cloned().unwrap_or(Value::Number(None)));
        }
    }

    /// Whether it should run before more statements with rows are added.
    pub(super) fn is_long(&self) -> bool {
        self.0.values.len() >= LONG
    }

    /// Runs the statements. Returns the rows of each.
    pub(super) async fn run(self, connection: &mut SqliteConnection) -> Result<Vec<Vec<SqliteRow>>, StoreError> {
        let mut results = Vec::new();
        let mut rows = Vec::new();
        let mut steps = connection.fetch_many(self.0.for_sqlite());
        while let Some(step) = steps.try_next().await? {
            match step {
                Either::Right(row) => rows.push(row),
                Either::Left(_) => results.push(std::mem::take(&mut rows)),
            }
        }
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use sqlx::Row;
    use sqlx::sqlite::SqlitePool;

    use super::*;
    use crate::sql::{Conflict, Table};

    #[tokio::test]
    async fn a_script_inserts_its_rows_and_returns_those_of_each_statement() {
        let pool = SqlitePool::connect("sqlite::memory:").await.unwrap();
        let mut connection = pool.acquire().await.unwrap();
        let mut script = Script::default();
        let table = Table { name: "numbers", columns: "id bigint, name text", conflict: Conflict::Fail };
        let rows = [(1, "one"), (2, "two"), (3, "three"), (4, "four"), (5, "five")];
        let rows = rows.map(|(id, name)| vec![id.into(), name.into()]).to_vec();
        script.add(sql("CREATE TABLE numbers (id INTEGER, name TEXT)"));
        table.insert::<SqliteConnection>(rows).into_iter().for_each(|statement| script.add(statement));
        script.add(sql("SELECT name FROM numbers WHERE id > $1 AND id >= $2 AND id > $1").bind(3).bind(4));
        script.add(sql("SELECT count(*) FROM numbers"));
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
        for statement in [
            "CREATE TABLE numbers (id INTEGER PRIMARY KEY)",
            "INSERT INTO numbers VALUES (1), (1)",
            "INSERT INTO numbers VALUES (2)",
        ] {
            script.add(sql(statement));
        }
        assert!(script.run(&mut connection).await.is_err());
        let count = sqlx::query("SELECT count(*) FROM numbers").fetch_one(&mut *connection).await.unwrap();
        assert_eq!(count.get::<i64, _>(0), 0);
    }
}
