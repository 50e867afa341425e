//! Writes the tables of the views into new files, so that the server's files do not hold deleted documents any more.

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Row};

use super::open::connect;
use super::rewriting::vacuum;
use crate::StoreError;
use crate::views::Rewriting;

/// Size of all tables up to which they are rewritten at once. Reads wait meanwhile.
const SMALL: i64 = 256 << 20;

/// Rewrites all tables, or removes only the deleted rows of large ones from what the server reads.
pub(super) async fn rewrite(options: &PgConnectOptions, when: Rewriting) -> Result<bool, StoreError> {
    let mut connection = connect(options).await?;
    let (tables, size) = tables(&mut connection).await?;
    let is_whole = when == Rewriting::Always || size <= SMALL;
    let how = if is_whole { "VACUUM (FULL, ANALYZE)" } else { "VACUUM (ANALYZE)" };
    vacuum(&mut connection, format!("{how} {}", tables.join(", "))).await?;
    connection.close().await?;
    Ok(is_whole)
}

/// Returns the quoted names of all tables in the schema, and their size.
async fn tables(connection: &mut PgConnection) -> Result<(Vec<String>, i64), StoreError> {
    let rows = sqlx::query(
        "SELECT quote_ident(relname), pg_total_relation_size(pg_class.oid) FROM pg_class
         WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname",
    );
    let (mut tables, mut size) = (Vec::new(), 0);
    for row in rows.fetch_all(connection).await? {
        tables.push(row.try_get(0)?);
        size += row.try_get::<i64, _>(1)?;
    }
    Ok((tables, size))
}
