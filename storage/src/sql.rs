//! Statements that both databases run, so that a repository is written once.
//!
//! A [`Statement`] is text with parameters `$1`, `$2` and so on, which both databases understand. Where their texts
//! differ, [`Sql::pick`] chooses. Rows of a [`Table`] are inserted by statements that are made from its declaration.

use std::borrow::Cow;
use std::future::Future;

use futures::{Stream, TryStreamExt};
use sqlx::postgres::{PgArguments, PgConnection, PgRow, Postgres};
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Decode, Either, Executor, Row as _, SqlSafeStr, SqlStr, Type};

use crate::StoreError;
use crate::chunks::chunks;

/// A row to be written, or a row of parameters.
pub(crate) type Row = Vec<Value>;

/// Names of columns and their types in PostgreSQL: `id bigint, name text`.
pub(crate) type Columns = &'static str;

pub(crate) fn columns(columns: Columns) -> impl Iterator<Item = (&'static str, &'static str)> {
    columns.split(", ").filter_map(|column| column.split_once(' '))
}

fn joined(columns: Columns, item: impl Fn((usize, (&str, &str))) -> String) -> String {
    self::columns(columns).enumerate().map(item).collect::<Vec<_>>().join(", ")
}

pub(crate) fn names(columns: Columns) -> String {
    joined(columns, |(_, (name, _))| name.to_owned())
}

/// Returns the parameters of PostgreSQL for [`Value::Rows`], from the number `first` on.
fn arrays(columns: Columns, first: usize) -> String {
    joined(columns, |(index, (_, kind))| format!("${}::{kind}[]", first + index))
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Number(Option<i64>),
    Flag(Option<bool>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
    /// A list for [`among`].
    Numbers(Vec<i64>),
    /// A list for [`among`].
    Texts(Vec<String>),
    /// Rows. PostgreSQL gets an array for each column, as so many parameters; SQLite gets the rows as one JSON text for
    /// `json_each`. So they are the last parameters.
    Rows(Columns, Vec<Row>),
}

impl Value {
    /// Returns the number of bytes of a text or of bytes.
    fn len(&self) -> usize {
        match self {
            Self::Text(Some(text)) => text.len(),
            Self::Bytes(Some(bytes)) => bytes.len(),
            _ => 0,
        }
    }

    fn json(self) -> serde_json::Value {
        match self {
            Self::Number(number) => number.into(),
            Self::Flag(flag) => flag.into(),
            Self::Text(text) => text.into(),
            Self::Bytes(_) => serde_json::Value::Null,
            Self::Numbers(numbers) => numbers.into(),
            Self::Texts(texts) => texts.into(),
            Self::Rows(_, rows) => {
                let row = |row: Row| row.into_iter().map(Self::json).collect::<serde_json::Value>();
                rows.into_iter().map(row).collect()
            }
        }
    }
}

/// Makes values of other types, and takes them out again.
macro_rules! values {
    ($($kind:ident, $get:ident: $inner:ty, from $($from:ty),+;)+) => {
        impl Value {
            $(fn $get(self) -> Option<$inner> {
                match self {
                    Self::$kind(value) => value,
                    _ => None,
                }
            })+
        }
        $($(
            impl From<$from> for Value {
                fn from(value: $from) -> Self {
                    Self::$kind(Some(value.into()))
                }
            }
            impl From<Option<$from>> for Value {
                fn from(value: Option<$from>) -> Self {
                    Self::$kind(value.map(Into::into))
                }
            }
        )+)+
    };
}

values! {
    Number, number: i64, from i64;
    Flag, flag: bool, from bool;
    Text, text: String, from String, &str;
    Bytes, bytes: Vec<u8>, from Vec<u8>, &[u8];
}

/// A statement with its parameters. Connections keep it prepared, so its text must be one of few.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    pub(crate) text: Cow<'static, str>,
    pub(crate) values: Vec<Value>,
}

pub(crate) fn sql(text: impl Into<Cow<'static, str>>) -> Statement {
    Statement { text: text.into(), values: Vec::new() }
}

type PgQuery = Query<'static, Postgres, PgArguments>;

impl Statement {
    /// Adds the next parameter.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Appends text, and a parameter behind it.
    pub(crate) fn and(self, text: &str, value: impl Into<Value>) -> Self {
        let number = self.values.len() + 1;
        self.then(text).then(&format!("${number}")).bind(value)
    }

    pub(crate) fn then(mut self, text: &str) -> Self {
        self.text.to_mut().push_str(text);
        self
    }

    pub(crate) fn for_sqlite(self) -> Query<'static, Sqlite, SqliteArguments> {
        let Self { text, values } = self;
        values.into_iter().fold(sqlx::query(sql_str(text)), |query, value| match value {
            Value::Number(number) => query.bind(number),
            Value::Flag(flag) => query.bind(flag),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
            list => query.bind(list.json().to_string()),
        })
    }

    pub(crate) fn for_postgres(self) -> PgQuery {
        self.values.into_iter().fold(sqlx::query(sql_str(self.text)), |query, value| match value {
            Value::Number(number) => query.bind(number),
            Value::Flag(flag) => query.bind(flag),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
            Value::Numbers(numbers) => query.bind(numbers),
            Value::Texts(texts) => query.bind(texts),
            Value::Rows(columns, rows) => bind_arrays(query, columns, rows),
        })
    }
}

fn sql_str(text: Cow<'static, str>) -> SqlStr {
    match text {
        Cow::Borrowed(text) => text.into_sql_str(),
        Cow::Owned(text) => AssertSqlSafe(text).into_sql_str(),
    }
}

fn bind_arrays(query: PgQuery, columns: Columns, rows: Vec<Row>) -> PgQuery {
    let mut rows: Vec<_> = rows.into_iter().map(Vec::into_iter).collect();
    self::columns(columns).fold(query, |query, (_, kind)| {
        let cells = rows.iter_mut().filter_map(Iterator::next);
        match kind {
            "text" => query.bind(cells.map(Value::text).collect::<Vec<_>>()),
            "bytea" => query.bind(cells.map(Value::bytes).collect::<Vec<_>>()),
            "boolean" => query.bind(cells.map(Value::flag).collect::<Vec<_>>()),
            _ => query.bind(cells.map(Value::number).collect::<Vec<_>>()),
        }
    })
}

/// A table into which rows are written. Its first column is never null.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) columns: Columns,
    pub(crate) conflict: Conflict,
}

/// What becomes of a row whose key exists already.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Conflict {
    Fail,
    /// The existing row stays.
    Keep,
    /// The existing row gets the new values. These are the columns of the key.
    Replace(Columns),
    /// The existing row stays and is locked. These are the columns of the key.
    Lock(Columns),
}

impl Table {
    pub(crate) fn select(&self, rest: &str) -> Statement {
        sql(format!("SELECT {} FROM {} {rest}", names(self.columns), self.name))
    }

    /// Returns the statements that write rows. There is at least one statement for 64 rows or 4 MiB.
    pub(crate) fn insert<C: Sql>(&self, rows: Vec<Row>) -> Vec<Statement> {
        let (most, most_bytes) = C::pick((64, 4 << 20), (1_000, 8 << 20));
        let chunks = chunks(rows, most, most_bytes, |row| row.iter().map(Value::len).sum());
        chunks.into_iter().map(|rows| self.insert_some::<C>(rows)).collect()
    }

    fn insert_some<C: Sql>(&self, rows: Vec<Row>) -> Statement {
        let into = format!("INSERT INTO {} ({}) SELECT * FROM ", self.name, names(self.columns));
        let statement = if C::pick(true, false) {
            self.values(&into, rows)
        } else {
            sql(format!("{into}unnest({})", arrays(self.columns, 1))).bind(Value::Rows(self.columns, rows))
        };
        match self.conflict {
            Conflict::Fail => statement,
            Conflict::Keep => statement.then(" ON CONFLICT DO NOTHING"),
            Conflict::Replace(key) => {
                let others = columns(self.columns).filter(|(name, _)| columns(key).all(|(known, _)| known != *name));
                let set: Vec<_> = others.map(|(name, _)| format!("{name} = excluded.{name}")).collect();
                statement.then(&format!(" ON CONFLICT ({}) DO UPDATE SET {}", names(key), set.join(", ")))
            }
            Conflict::Lock(key) => {
                let (same, of) = (columns(key).next().map_or("", |(name, _)| name), self.name);
                statement.then(&format!(" ON CONFLICT ({}) DO UPDATE SET {same} = {of}.{same}", names(key)))
            }
        }
    }

    /// Returns the statement for SQLite, with a parameter for each value. Its text depends only on the rounded number of rows:
    /// further rows of nulls are left out.
    fn values(&self, into: &str, mut rows: Vec<Row>) -> Statement {
        rows.resize(rounded_up(rows.len()), vec![Value::Number(None); columns(self.columns).count()]);
        let mut statement = sql(format!("{into}(VALUES "));
        for (index, row) in rows.into_iter().enumerate() {
            let mut before = if index == 0 { "(" } else { ", (" };
            for value in row {
                statement = statement.then(before).then("?").bind(value);
                before = ", ";
            }
            statement = statement.then(")");
        }
        statement.then(") WHERE column1 IS NOT NULL")
    }
}

/// Returns the next number of the form 2ⁿ or 1.5 × 2ⁿ.
fn rounded_up(count: usize) -> usize {
    let power = count.next_power_of_two();
    let three_quarters = power / 4 * 3;
    if three_quarters >= count && power >= 4 { three_quarters } else { power }
}

/// A database that runs statements.
pub(crate) trait Sql: Send + Sized {
    /// A row of its answers.
    type Row: StoreRow + Send;

    /// Returns the one for this database.
    fn pick<T>(sqlite: T, postgres: T) -> T;

    /// Runs a statement and passes its rows on, without keeping them. Returns the number of rows that it changed.
    fn each(
        &mut self,
        statement: Statement,
        take: impl FnMut(Self::Row) -> Result<(), StoreError> + Send,
    ) -> impl Future<Output = Result<u64, StoreError>> + Send;

    /// Runs a text that has no parameters and is not worth being prepared, such as `COMMIT`.
    fn raw(&mut self, text: &'static str) -> impl Future<Output = Result<(), StoreError>> + Send {
        async move { self.execute(sql(text)).await.map(drop) }
    }

    /// Runs a statement. Returns the number of rows that it changed.
    fn execute(&mut self, statement: Statement) -> impl Future<Output = Result<u64, StoreError>> + Send {
        self.each(statement, |_| Ok(()))
    }

    /// Returns what `decode` makes of each row.
    fn all<T: Send>(
        &mut self,
        statement: Statement,
        decode: impl Fn(&Self::Row) -> Result<T, StoreError> + Send + Sync,
    ) -> impl Future<Output = Result<Vec<T>, StoreError>> + Send {
        async move {
            let mut found = Vec::new();
            self.each(statement, |row| {
                found.push(decode(&row)?);
                Ok(())
            })
            .await?;
            Ok(found)
        }
    }

    /// Returns what `decode` makes of the first row, if there is one.
    fn first<T: Send>(
        &mut self,
        statement: Statement,
        decode: impl Fn(&Self::Row) -> Result<T, StoreError> + Send + Sync,
    ) -> impl Future<Output = Result<Option<T>, StoreError>> + Send {
        async move { Ok(self.all(statement, decode).await?.into_iter().next()) }
    }

    /// Returns what `decode` makes of the first row.
    ///
    /// # Errors
    /// If there is none.
    fn one<T: Send>(
        &mut self,
        statement: Statement,
        decode: impl Fn(&Self::Row) -> Result<T, StoreError> + Send + Sync,
    ) -> impl Future<Output = Result<T, StoreError>> + Send {
        async move { self.first(statement, decode).await?.ok_or_else(|| sqlx::Error::RowNotFound.into()) }
    }

    /// Writes rows to a table.
    fn insert(&mut self, table: &Table, rows: Vec<Row>) -> impl Future<Output = Result<(), StoreError>> + Send {
        let statements = table.insert::<Self>(rows);
        async move {
            for statement in statements {
                self.execute(statement).await?;
            }
            Ok(())
        }
    }
}

/// Passes rows on. Returns the number of rows that a statement changed.
async fn pass_on<R>(
    mut steps: impl Stream<Item = Result<Either<u64, R>, sqlx::Error>> + Unpin,
    mut take: impl FnMut(R) -> Result<(), StoreError>,
) -> Result<u64, StoreError> {
    let mut changed = 0;
    while let Some(step) = steps.try_next().await? {
        match step {
            Either::Left(rows) => changed += rows,
            Either::Right(row) => take(row)?,
        }
    }
    Ok(changed)
}

/// Implements [`Sql`] for a connection, and [`StoreRow`] for its rows.
macro_rules! runs_statements {
    ($connection:ty, $row:ty, $query:ident, $sqlite:ident, $postgres:ident => $picked:ident) => {
        impl Sql for $connection {
            type Row = $row;

            fn pick<T>($sqlite: T, $postgres: T) -> T {
                $picked
            }

            async fn each(
                &mut self,
                statement: Statement,
                take: impl FnMut($row) -> Result<(), StoreError> + Send,
            ) -> Result<u64, StoreError> {
                let steps = self.fetch_many(statement.$query());
                pass_on(steps.map_ok(|step| step.map_left(|done| done.rows_affected())), take).await
            }

            async fn raw(&mut self, text: &'static str) -> Result<(), StoreError> {
                Executor::execute(self, text).await?;
                Ok(())
            }
        }

        impl StoreRow for $row {
            fn column<'r, T: ColumnType<'r>>(&'r self, index: usize) -> Result<T, sqlx::Error> {
                self.try_get(index)
            }
        }
    };
}

runs_statements!(SqliteConnection, SqliteRow, for_sqlite, sqlite, _postgres => sqlite);
runs_statements!(PgConnection, PgRow, for_postgres, _sqlite, postgres => postgres);

/// Returns the condition that a column is in the list of a parameter.
pub(crate) fn among<C: Sql>(column: &str, parameter: &str) -> String {
    C::pick(format!("{column} IN (SELECT value FROM json_each({parameter}))"), format!("{column} = ANY({parameter})"))
}

/// Whether a text can be a name in the database. PostgreSQL cannot store a zero character.
pub(crate) fn can_hold<C: Sql>(text: &str) -> bool {
    C::pick(true, !text.contains('\0'))
}

/// Returns the expression for 32 random hexadecimal digits.
pub(crate) fn random_id<C: Sql>() -> &'static str {
    C::pick("lower(hex(randomblob(16)))", "replace(gen_random_uuid()::text, '-', '')")
}

/// Returns an item of a `FROM` clause: the rows of [`Value::Rows`] with these columns, and `place`. The rows are the
/// parameters from `first` on.
pub(crate) fn rows_of<C: Sql>(name: &str, first: usize, columns: Columns) -> String {
    if C::pick(true, false) {
        let cells = joined(columns, |(index, (name, _))| format!("value ->> {index} AS {name}"));
        return format!("(SELECT {cells}, key AS place FROM json_each(${first})) AS {name}");
    }
    format!("unnest({}) WITH ORDINALITY AS {name} ({}, place)", arrays(columns, first), names(columns))
}

/// A row of SQLite or PostgreSQL.
pub(crate) trait StoreRow {
    fn column<'r, T: ColumnType<'r>>(&'r self, index: usize) -> Result<T, sqlx::Error>;
}

/// A type of a column in both databases.
pub(crate) trait ColumnType<'r>:
    Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>
{
}

impl<'r, T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>> ColumnType<'r> for T {}

#[cfg(test)]
mod tests {
    use super::rounded_up;

    #[test]
    fn counts_are_rounded_to_few_numbers() {
        let rounded: Vec<usize> = [1, 2, 3, 4, 5, 6, 7, 9, 12, 13, 25, 33, 48, 49, 64].map(rounded_up).to_vec();
        assert_eq!(rounded, [1, 2, 3, 4, 6, 6, 8, 12, 12, 16, 32, 48, 48, 64, 64]);
    }
}
