//! Statements that both databases run, so that a repository is written once.
//!
//! A [`Statement`] is text with parameters `$1`, `$2` and so on, which both databases understand. Where their texts
//! differ, [`Sql::pick`] chooses. The statements that append and that commit views are not made here: they are written
//! for each database.

use std::borrow::Cow;
use std::future::Future;

use futures::{Stream, TryStreamExt};
use sqlx::postgres::{PgArguments, PgConnection, PgRow, Postgres};
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Decode, Either, Executor, Row, SqlSafeStr, SqlStr, Type};

use crate::StoreError;

/// Rows inserted with one statement.
const ROWS_PER_INSERT: usize = 500;

/// A parameter of a statement.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Number(Option<i64>),
    Flag(bool),
    Text(Option<Cow<'static, str>>),
    Bytes(Option<Vec<u8>>),
    /// A list for [`among`].
    Numbers(Vec<i64>),
    /// A list for [`among`].
    Texts(Vec<String>),
    /// Columns of the same length. PostgreSQL gets an array for each column, as so many parameters; SQLite gets the rows
    /// as one JSON text for `json_each`. So they are the last parameters.
    Rows(Vec<Column>),
}

/// A column of [`Value::Rows`].
#[derive(Debug, Clone)]
pub(crate) enum Column {
    Numbers(Vec<Option<i64>>),
    Texts(Vec<String>),
}

impl Column {
    /// Returns a column of numbers.
    pub(crate) fn numbers<T>(rows: &[T], cell: impl Fn(&T) -> i64) -> Self {
        Self::Numbers(rows.iter().map(|row| Some(cell(row))).collect())
    }

    /// Returns a column of texts.
    pub(crate) fn texts<T, S: Into<String>>(rows: &[T], cell: impl Fn(&T) -> S) -> Self {
        Self::Texts(rows.iter().map(|row| cell(row).into()).collect())
    }

    fn json(&self) -> Vec<serde_json::Value> {
        match self {
            Self::Numbers(numbers) => numbers.iter().map(|number| (*number).into()).collect(),
            Self::Texts(texts) => texts.iter().map(|text| text.as_str().into()).collect(),
        }
    }
}

impl Value {
    /// Returns a list or rows as the text that SQLite gets for them.
    pub(crate) fn json(&self) -> String {
        match self {
            Self::Numbers(numbers) => serde_json::Value::from(numbers.clone()).to_string(),
            Self::Texts(texts) => serde_json::Value::from(texts.clone()).to_string(),
            Self::Rows(columns) => {
                let mut columns: Vec<_> = columns.iter().map(|column| column.json().into_iter()).collect();
                let count = columns.first().map_or(0, ExactSizeIterator::len);
                let row = |_| columns.iter_mut().filter_map(Iterator::next).collect();
                let rows: Vec<serde_json::Value> = (0..count).map(row).collect();
                serde_json::Value::from(rows).to_string()
            }
            _ => String::new(),
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned().into()))
    }
}

impl From<Option<&str>> for Value {
    fn from(text: Option<&str>) -> Self {
        Self::Text(text.map(|text| text.to_owned().into()))
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Self {
        Self::Bytes(Some(bytes.to_owned()))
    }
}

impl From<Option<&[u8]>> for Value {
    fn from(bytes: Option<&[u8]>) -> Self {
        Self::Bytes(bytes.map(<[u8]>::to_owned))
    }
}

/// A statement with its parameters.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    pub(crate) text: Cow<'static, str>,
    pub(crate) values: Vec<Value>,
    /// Whether connections keep it prepared. Its text must be one of few.
    is_kept: bool,
}

/// Returns a statement with this text.
pub(crate) fn sql(text: impl Into<Cow<'static, str>>) -> Statement {
    Statement { text: text.into(), values: Vec::new(), is_kept: true }
}

impl Statement {
    /// Adds the next parameter.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Appends text, and a parameter behind it.
    pub(crate) fn and(self, text: &str, value: impl Into<Value>) -> Self {
        let number = self.values.len() + 1;
        self.then(&format!("{text}${number}")).bind(value)
    }

    /// Appends text.
    pub(crate) fn then(mut self, text: &str) -> Self {
        self.text.to_mut().push_str(text);
        self
    }

    fn text(&mut self) -> SqlStr {
        match std::mem::take(&mut self.text) {
            Cow::Borrowed(text) => text.into_sql_str(),
            Cow::Owned(text) => AssertSqlSafe(text).into_sql_str(),
        }
    }

    /// Returns the query for SQLite.
    pub(crate) fn for_sqlite(mut self) -> Query<'static, Sqlite, SqliteArguments> {
        let query = sqlx::query(self.text()).persistent(self.is_kept);
        self.values.into_iter().fold(query, |query, value| match value {
            Value::Number(number) => query.bind(number),
            Value::Flag(flag) => query.bind(flag),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
            list => query.bind(list.json()),
        })
    }

    /// Returns the query for PostgreSQL.
    pub(crate) fn for_postgres(mut self) -> Query<'static, Postgres, PgArguments> {
        let query = sqlx::query(self.text()).persistent(self.is_kept);
        self.values.into_iter().fold(query, |query, value| match value {
            Value::Number(number) => query.bind(number),
            Value::Flag(flag) => query.bind(flag),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
            Value::Numbers(numbers) => query.bind(numbers),
            Value::Texts(texts) => query.bind(texts),
            Value::Rows(columns) => columns.into_iter().fold(query, |query, column| match column {
                Column::Numbers(numbers) => query.bind(numbers),
                Column::Texts(texts) => query.bind(texts),
            }),
        })
    }
}

/// A database that runs statements.
pub(crate) trait Sql: Send {
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

    /// Inserts rows with as few statements as possible. `into` is the table with its columns.
    fn insert(
        &mut self,
        into: &str,
        rows: Vec<Vec<Value>>,
        conflict: &str,
    ) -> impl Future<Output = Result<(), StoreError>> + Send {
        async move {
            let mut rows = rows.into_iter().peekable();
            while rows.peek().is_some() {
                let mut statement = Statement { is_kept: false, ..sql(format!("INSERT INTO {into} VALUES ")) };
                for (index, row) in rows.by_ref().take(ROWS_PER_INSERT).enumerate() {
                    let mut before = if index == 0 { "(" } else { ", (" };
                    for value in row {
                        statement = statement.and(before, value);
                        before = ", ";
                    }
                    statement = statement.then(")");
                }
                self.execute(statement.then(conflict)).await?;
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

impl Sql for SqliteConnection {
    type Row = SqliteRow;

    fn pick<T>(sqlite: T, _: T) -> T {
        sqlite
    }

    async fn each(
        &mut self,
        statement: Statement,
        take: impl FnMut(SqliteRow) -> Result<(), StoreError> + Send,
    ) -> Result<u64, StoreError> {
        let steps = self.fetch_many(statement.for_sqlite());
        pass_on(steps.map_ok(|step| step.map_left(|done| done.rows_affected())), take).await
    }

    async fn raw(&mut self, text: &'static str) -> Result<(), StoreError> {
        Executor::execute(self, text).await?;
        Ok(())
    }
}

impl Sql for PgConnection {
    type Row = PgRow;

    fn pick<T>(_: T, postgres: T) -> T {
        postgres
    }

    async fn each(
        &mut self,
        statement: Statement,
        take: impl FnMut(PgRow) -> Result<(), StoreError> + Send,
    ) -> Result<u64, StoreError> {
        let steps = self.fetch_many(statement.for_postgres());
        pass_on(steps.map_ok(|step| step.map_left(|done| done.rows_affected())), take).await
    }

    async fn raw(&mut self, text: &'static str) -> Result<(), StoreError> {
        Executor::execute(self, text).await?;
        Ok(())
    }
}

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

/// Returns an item of a `FROM` clause: the rows of [`Value::Rows`] with these columns, and `place`. The columns are the
/// parameters from `first` on.
pub(crate) fn rows_of<C: Sql>(name: &str, first: usize, columns: &[(&str, &str)]) -> String {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let cells: Vec<String> =
        names.iter().enumerate().map(|(index, name)| format!("value ->> {index} AS {name}")).collect();
    let arrays: Vec<String> =
        columns.iter().enumerate().map(|(index, (_, kind))| format!("${}::{kind}[]", first + index)).collect();
    C::pick(
        format!("(SELECT {}, key AS place FROM json_each(${first})) AS {name}", cells.join(", ")),
        format!("unnest({}) WITH ORDINALITY AS {name} ({}, place)", arrays.join(", "), names.join(", ")),
    )
}

/// A row of SQLite or PostgreSQL.
pub(crate) trait StoreRow {
    /// Returns the value of the column at an index.
    fn column<'r, T: ColumnType<'r>>(&'r self, index: usize) -> Result<T, sqlx::Error>;
}

/// A type of a column in both databases.
pub(crate) trait ColumnType<'r>:
    Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>
{
}

impl<'r, T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>> ColumnType<'r> for T {}

impl StoreRow for SqliteRow {
    fn column<'r, T: ColumnType<'r>>(&'r self, index: usize) -> Result<T, sqlx::Error> {
        self.try_get(index)
    }
}

impl StoreRow for PgRow {
    fn column<'r, T: ColumnType<'r>>(&'r self, index: usize) -> Result<T, sqlx::Error> {
        self.try_get(index)
    }
}
