//! Lists and exports: each is one statement, and so one snapshot, and few rows in memory.
//!
//! A page is sent as it is asked for. What may be long is read through a cursor, in steps of a few rows or, where
//! bodies are small, of many, and a step ahead: a consumer that goes away before the end costs no more than that one.

use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt, stream};
use proto_events::Position;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;
use sqlx::postgres::{PgArguments, PgConnection, PgPool, PgRow, Postgres};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Row, Transaction};
use tokio::task::JoinHandle;

use super::patience::{STATEMENT, within};
use super::view_read::{document, select_documents};
use super::view_reading::{is_broken, sweep};
use crate::StoreError;
use crate::columns::time;
use crate::views::{Document, ExportDocument, ExportFilter, Generation, ListFilter, Page, ViewKind};

/// Documents of a page that is sent without a cursor.
pub(super) const SHORT: i64 = 100;
/// Bytes of bodies read in a step, unless a single row has more.
const BYTES_PER_STEP: usize = 512 * 1024;
/// Rows in the first step …
const FIRST_ROWS: usize = 2;
/// … and in the longest. All are powers of two, so that a connection prepares few statements.
const MOST_ROWS: usize = 256;

type Rows<T> = BoxStream<'static, Result<T, StoreError>>;

/// A parameter.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value {
    Number(i64),
    Word(&'static str),
}

/// What is asked for: only what is needed stands in the text, so that the index of the right order is found.
pub(super) struct Question<T> {
    /// Names the cursor. All statements on one cursor's name have the same columns.
    cursor: &'static str,
    pub(super) text: String,
    pub(super) values: Vec<Value>,
    read: fn(&PgRow) -> Result<T, StoreError>,
    /// Bytes of a row.
    weigh: fn(&T) -> usize,
}

impl<T> Question<T> {
    /// Adds to the text, and a parameter to its end.
    fn and(mut self, text: &str, value: Value) -> Self {
        self.values.push(value);
        self.text = format!("{}{text}${}", self.text, self.values.len());
        self
    }

    fn and_if(self, text: &str, value: Option<Value>) -> Self {
        match value {
            Some(value) => self.and(text, value),
            None => self,
        }
    }

    fn then(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    fn query(&self, before: &str) -> Query<'static, Postgres, PgArguments> {
        let query = sqlx::query(AssertSqlSafe(format!("{before}{}", self.text)));
        self.values.iter().fold(query, |query, value| match *value {
            Value::Number(number) => query.bind(number),
            Value::Word(word) => query.bind(word),
        })
    }
}

/// Bodies of a list. Without a period a document passes no filter: comparisons with NULL are never true.
pub(super) fn list(
    organization_id: OrganizationId,
    kind: ViewKind,
    filter: ListFilter,
    page: Option<Page>,
) -> Question<Bytes> {
    let time = |time: Option<chrono::DateTime<chrono::Utc>>| time.map(|time| Value::Number(time.timestamp_micros()));
    bodies("SELECT body FROM documents WHERE generation = (SELECT id FROM generations WHERE state = 'active')")
        .and(" AND organization_id = ", Value::Number(organization_id.0))
        .and(" AND kind = ", Value::Word(kind.stored_name()))
        .and_if(" AND starts_at >= ", time(filter.starts_after))
        .and_if(" AND starts_at <= ", time(filter.starts_before))
        .and_if(" AND starts_at <= ", time(filter.ongoing_at))
        .and_if(" AND ends_at > ", time(filter.ongoing_at))
        .then(" AND sort <> '' ORDER BY sort, key")
        .and_if(" LIMIT ", page.map(|page| Value::Number(page.limit.max(0))))
        .and_if(" OFFSET ", page.map(|page| Value::Number(page.offset.max(0))))
}

/// Bodies of exported tournaments.
pub(super) fn exports(filter: &ExportFilter) -> Question<Bytes> {
    let column = if filter.with_text { "body_with_text" } else { "body" };
    bodies(&format!(
        "SELECT {column} FROM exports WHERE generation = (SELECT id FROM generations WHERE state = 'active')"
    ))
    .and_if(" AND starts_at >= ", filter.since.map(|time| Value::Number(time.timestamp_micros())))
    .and_if(" AND organization_id = ", filter.organization_id.map(|id| Value::Number(id.0)))
    .and_if(" AND event_format = ", filter.event_format.map(|format| Value::Word(format.wire_name())))
    .then(" ORDER BY starts_at DESC, tournament_id DESC")
}

fn bodies(text: &str) -> Question<Bytes> {
    let read = |row: &PgRow| Ok(Bytes::from(row.try_get::<Vec<u8>, _>(0)?));
    Question { cursor: "bodies", text: text.to_owned(), values: Vec::new(), read, weigh: Bytes::len }
}

/// Every document of a generation, by key.
pub(super) fn all_documents(generation: Generation) -> Question<Document> {
    let question = Question {
        cursor: "documents_of_generation",
        text: select_documents!("WHERE generation = ").to_owned(),
        values: Vec::new(),
        read: document,
        weigh: |document| document.body.len(),
    };
    question.and("", Value::Number(generation.0)).then(" ORDER BY organization_id, kind, key")
}

/// Every exported tournament of a generation, by id.
pub(super) fn all_exports(generation: Generation) -> Question<ExportDocument> {
    let question = Question {
        cursor: "exports_of_generation",
        text: "SELECT organization_id, tournament_id, starts_at, event_format, position, body, body_with_text
               FROM exports WHERE generation = "
            .to_owned(),
        values: Vec::new(),
        read: export,
        weigh: |export| export.body.len() + export.body_with_text.len(),
    };
    question.and("", Value::Number(generation.0)).then(" ORDER BY tournament_id")
}

fn export(row: &PgRow) -> Result<ExportDocument, StoreError> {
    let format: &str = row.try_get(3)?;
    Ok(ExportDocument {
        organization_id: row.try_get::<i64, _>(0)?.into(),
        tournament_id: row.try_get::<i64, _>(1)?.into(),
        start: time(row.try_get(2)?)?,
        event_format: EventFormat::from_wire_name(format)
            .ok_or_else(|| StoreError::Damaged(format!("`{format}` is no event format")))?,
        position: Position(row.try_get(4)?),
        body: Bytes::from(row.try_get::<Vec<u8>, _>(5)?),
        body_with_text: Bytes::from(row.try_get::<Vec<u8>, _>(6)?),
    })
}

/// A page, in one round trip. Rows wait in the socket until they are taken.
pub(super) fn short<T: Send + 'static>(streams: &PgPool, question: Question<T>) -> Rows<T> {
    let streams = streams.clone();
    let begin = async move {
        let Question { read, .. } = question;
        let ask = || question.query("").fetch(&streams).map(move |row| read(&row?)).boxed();
        let mut rows: Rows<T> = ask();
        let mut first = rows.next().await;
        if matches!(&first, Some(Err(error)) if is_broken(error)) {
            sweep(&streams).await;
            rows = ask();
            first = rows.next().await;
        }
        stream::iter(first).chain(rows)
    };
    stream::once(begin).flatten().boxed()
}

/// Any number of rows, through a cursor.
pub(super) fn long<T: Send + 'static>(streams: &PgPool, question: Question<T>) -> Rows<T> {
    let steps = stream::try_unfold(Progress::Begun(streams.clone(), question), next_step);
    steps.map_ok(|rows| stream::iter(rows.into_iter().map(Ok))).try_flatten().boxed()
}

enum Progress<T> {
    Begun(PgPool, Question<T>),
    /// The next step is on its way while whoever asks works on the one before.
    Ahead(JoinHandle<Step<T>>),
    Done,
}

/// Rows, and the cursor if there may be more.
type Step<T> = Result<(Vec<T>, Option<Cursor<T>>), StoreError>;

/// A cursor in a transaction of its own, which ends when this is dropped.
struct Cursor<T> {
    transaction: Transaction<'static, Postgres>,
    question: Question<T>,
    rows: usize,
}

async fn next_step<T: Send + 'static>(progress: Progress<T>) -> Result<Option<(Vec<T>, Progress<T>)>, StoreError> {
    let (rows, cursor) = match progress {
        Progress::Begun(streams, question) => begin(&streams, question).await?,
        Progress::Ahead(step) => step.await.map_err(|error| sqlx::Error::Io(std::io::Error::other(error)))??,
        Progress::Done => return Ok(None),
    };
    // A consumer that goes away lets it come to its end: a connection in the middle of an answer is good for nothing.
    let next = cursor.map_or(Progress::Done, |cursor| Progress::Ahead(tokio::spawn(cursor.step())));
    Ok(Some((rows, next)))
}

/// The first step; where the connection broke, once again on a fresh one.
async fn begin<T>(streams: &PgPool, question: Question<T>) -> Step<T> {
    let (transaction, rows) = match open(streams, &question).await {
        Err(error) if is_broken(&error) => {
            sweep(streams).await;
            open(streams, &question).await?
        }
        opened => opened?,
    };
    Cursor { transaction, question, rows: FIRST_ROWS }.taken(rows).await
}

async fn open<T>(
    streams: &PgPool,
    question: &Question<T>,
) -> Result<(Transaction<'static, Postgres>, Vec<T>), StoreError> {
    within(STATEMENT, async {
        let mut transaction = streams.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
        let declare = format!("DECLARE {} NO SCROLL CURSOR FOR ", question.cursor);
        question.query(&declare).execute(&mut *transaction).await?;
        let rows = fetch(&mut transaction, question, FIRST_ROWS).await?;
        Ok((transaction, rows))
    })
    .await
}

async fn fetch<T>(connection: &mut PgConnection, question: &Question<T>, rows: usize) -> Result<Vec<T>, StoreError> {
    let query = sqlx::query(AssertSqlSafe(format!("FETCH {rows} FROM {}", question.cursor)));
    query.fetch_all(connection).await?.iter().map(question.read).collect()
}

impl<T> Cursor<T> {
    async fn step(mut self) -> Step<T> {
        let rows = within(STATEMENT, fetch(&mut self.transaction, &self.question, self.rows)).await?;
        self.taken(rows).await
    }

    /// More rows next time, if these were small; fewer, if they were large; none, if these were the last.
    async fn taken(mut self, rows: Vec<T>) -> Step<T> {
        if rows.len() < self.rows {
            self.transaction.commit().await?;
            return Ok((rows, None));
        }
        let bytes: usize = rows.iter().map(self.question.weigh).sum();
        self.rows = rows_after(self.rows, bytes);
        Ok((rows, Some(self)))
    }
}

fn rows_after(rows: usize, bytes: usize) -> usize {
    if bytes > BYTES_PER_STEP {
        (rows / 2).max(1)
    } else if bytes <= BYTES_PER_STEP / 2 {
        (rows * 2).min(MOST_ROWS)
    } else {
        rows
    }
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
