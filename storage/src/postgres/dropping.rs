//! Deletes the rows of retired generations in small steps.

use sqlx::postgres::PgPool;
use sqlx::{AssertSqlSafe, Row};

use super::retry::with_retries;
use crate::StoreError;
use crate::view_store::generations::TABLES;

/// Pages of a table cleared in one transaction: some hundreds of rows with their large bodies.
const PAGES_PER_DELETE: i64 = 32;

/// Deletes all rows of these generations.
pub(super) async fn drop_rows(writer: &PgPool, retired: &[i64]) -> Result<(), StoreError> {
    for table in TABLES {
        for pages in with_retries(|| page_ranges(writer, table)).await? {
            with_retries(|| delete_some(writer, table, &pages, retired)).await?;
        }
    }
    Ok(())
}

/// Returns a table's pages as ranges of row addresses. Rows that are written to later pages belong to other
/// generations.
async fn page_ranges(writer: &PgPool, table: &'static str) -> Result<Vec<(String, String)>, StoreError> {
    let query = sqlx::query("SELECT pg_relation_size(to_regclass($1)) / current_setting('block_size')::bigint");
    let pages: i64 = query.bind(table).fetch_one(writer).await?.try_get(0)?;
    let steps = (0..=pages / PAGES_PER_DELETE).map(|step| step * PAGES_PER_DELETE);
    Ok(steps.map(|first| (format!("({first},0)"), format!("({},0)", first + PAGES_PER_DELETE))).collect())
}

/// Deletes the rows of these generations in a range of pages. Scanning pages takes the same time for each range, while
/// an index scan would pass over deleted rows again and again.
async fn delete_some(
    writer: &PgPool,
    table: &'static str,
    (first, next): &(String, String),
    generations: &[i64],
) -> Result<(), StoreError> {
    let query = sqlx::query(AssertSqlSafe(delete_from(table))).bind(first).bind(next).bind(generations);
    query.execute(writer).await?;
    Ok(())
}

pub(super) fn delete_from(table: &'static str) -> String {
    format!(
        "DELETE FROM {table} WHERE ctid >= $1::text::tid AND ctid < $2::text::tid AND generation = ANY($3::bigint[])"
    )
}
