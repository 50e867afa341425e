//! Reads the columns of rows of both databases with the same code.

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Decode, Postgres, Row, Sqlite, Type};

/// A row of SQLite or PostgreSQL.
pub(crate) trait StoreRow {
    /// Returns the value of the column at an index.
    fn column<'r, T: Column<'r>>(&'r self, index: usize) -> Result<T, sqlx::Error>;
}

/// A type of a column in both databases.
pub(crate) trait Column<'r>: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres> {}

impl<'r, T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>> Column<'r> for T {}

impl StoreRow for SqliteRow {
    fn column<'r, T: Column<'r>>(&'r self, index: usize) -> Result<T, sqlx::Error> {
        self.try_get(index)
    }
}

impl StoreRow for PgRow {
    fn column<'r, T: Column<'r>>(&'r self, index: usize) -> Result<T, sqlx::Error> {
        self.try_get(index)
    }
}
