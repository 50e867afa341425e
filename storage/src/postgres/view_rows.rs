//! Writes and removes hundreds of documents with one statement, and counts them.

use std::collections::BTreeMap;

use sqlx::Row as _;
use sqlx::postgres::{PgConnection, PgRow};

use super::retry::{STATEMENT, within};
use crate::StoreError;
use crate::chunks::chunks;
use crate::document_rows::{REMOVED, owned_row, removal_row};
use crate::sql::{Columns, Row, Sql, Value, rows_of, sql};
use crate::views::{Document, Generation, Removal};

/// Maximum number of rows in a statement.
const ROWS_PER_INSERT: usize = 1_000;
/// Maximum number of bytes in a statement, because parameters are copied here and on the server.
const BYTES_PER_INSERT: usize = 8 * 1024 * 1024;

/// The columns of documents with their owners.
const OWNED: Columns = "organization_id bigint, kind text, key text, source_kind text, source_id bigint, sort text, \
                        position bigint, has_period boolean, starts_at bigint, ends_at bigint, digest text, body bytea, \
                        checksum bigint, owner_id bigint";
const COUNTED: Columns =
    "organization_id bigint, kind text, owner_id bigint, block text, documents bigint, changes bigint";

/// Deletes documents. Returns the changes of counts: list, owner, block, difference of documents, number of changes.
pub(super) const REMOVE: &str = "WITH gone AS (
        DELETE FROM documents
        USING unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[])
              AS named (organization_id, kind, key, source_kind, source_id)
        WHERE documents.generation = $1 AND documents.organization_id = named.organization_id
          AND documents.kind = named.kind AND documents.key = named.key
          AND documents.source_kind = named.source_kind AND documents.source_id = named.source_id
        RETURNING documents.organization_id, documents.kind, documents.key, documents.sort
    ), disowned AS (
        DELETE FROM own_documents USING gone
        WHERE own_documents.generation = $1 AND own_documents.organization_id = gone.organization_id
          AND own_documents.kind = gone.kind AND own_documents.key = gone.key
        RETURNING own_documents.organization_id, own_documents.kind, own_documents.owner_id, own_documents.sort
    )
    SELECT organization_id, kind, owner_id, block, -count(*), count(*) FROM (
        SELECT organization_id, kind, 0::bigint AS owner_id,
               CASE WHEN kind IN ('decklist', 'published_decklist') THEN left(sort, 18) ELSE '' END AS block
        FROM gone WHERE sort <> '' AND kind <> 'own_decklist'
        UNION ALL
        SELECT organization_id, kind, owner_id, left(sort, 18) FROM disowned
    ) AS counted GROUP BY organization_id, kind, owner_id, block";

/// Writes documents and records the owners of the decklists that they show. `$1` is the generation, `$2` to `$15` are the
/// columns of documents with their owners. Returns the changes of counts as [`REMOVE`] does. A row that was inserted rather
/// than updated has no `xmax`.
pub(super) const WRITE: &str = "WITH written AS (
        INSERT INTO documents (generation, organization_id, kind, key, source_kind, source_id, sort, position,
                               has_period, starts_at, ends_at, digest, body, checksum)
        SELECT $1, new.* FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[],
                                     $8::bigint[], $9::boolean[], $10::bigint[], $11::bigint[], $12::text[],
                                     $13::bytea[], $14::bigint[]) AS new
        ON CONFLICT (generation, organization_id, kind, key) DO UPDATE SET
            source_kind = excluded.source_kind, source_id = excluded.source_id, sort = excluded.sort,
            position = excluded.position, has_period = excluded.has_period, starts_at = excluded.starts_at,
            ends_at = excluded.ends_at, digest = excluded.digest, body = excluded.body, checksum = excluded.checksum
        RETURNING organization_id, kind, sort, xmax = 0 AS is_new
    ), owners AS (
        SELECT new.* FROM unnest($2::bigint[], $3::text[], $4::text[], $15::bigint[], $7::text[])
                          AS new (organization_id, kind, key, owner_id, sort)
        WHERE owner_id IS NOT NULL
    ), owned AS (
        INSERT INTO own_documents (generation, organization_id, kind, key, owner_id, sort)
        SELECT $1, * FROM owners ON CONFLICT DO NOTHING
        RETURNING organization_id, kind, owner_id, sort
    )
    SELECT organization_id, kind, owner_id, block, sum(documents), sum(changes) FROM (
        SELECT organization_id, kind, 0::bigint AS owner_id,
               CASE WHEN kind IN ('decklist', 'published_decklist') THEN left(sort, 18) ELSE '' END AS block,
               is_new::integer AS documents, 1 AS changes
        FROM written WHERE sort <> '' AND kind <> 'own_decklist'
        UNION ALL SELECT organization_id, kind, owner_id, left(sort, 18), 1, 0 FROM owned
        UNION ALL SELECT organization_id, kind, owner_id, '', 0, 1 FROM owners WHERE kind = 'own_decklist'
    ) AS counted GROUP BY organization_id, kind, owner_id, block";

/// The changes of a batch to the table `list_counts`: rows of [`COUNTED`].
#[derive(Debug, Default)]
pub(super) struct Lists(Vec<Row>);

impl Lists {
    /// Writes the changes in the order of their keys, so that shards cannot deadlock. A change of a block is one of the larger
    /// blocks around it, and of the list: see [`BLOCKS`](crate::paging::BLOCKS).
    pub(super) async fn write(self, connection: &mut PgConnection, generation: Generation) -> Result<(), StoreError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let write = sql(format!(
            "INSERT INTO list_counts AS known (generation, organization_id, kind, owner_id, depth, block, count, changes)
             SELECT $1, organization_id, kind, owner_id, depth, left(block, length), CAST(sum(documents) AS BIGINT),
                    CAST(sum(CASE WHEN depth = 0 THEN changes ELSE 0 END) AS BIGINT)
             FROM {} CROSS JOIN (VALUES (0, 0), (1, 14), (2, 16), (3, 18)) AS blocks (depth, length)
             WHERE depth = 0 OR block <> '' GROUP BY organization_id, kind, owner_id, depth, left(block, length)
             HAVING depth = 0 OR sum(documents) <> 0
             ORDER BY organization_id, kind, owner_id, depth, left(block, length)
             ON CONFLICT (generation, organization_id, kind, owner_id, depth, block) DO UPDATE
             SET count = known.count + excluded.count, changes = known.changes + excluded.changes",
            rows_of::<PgConnection>("counted", 2, COUNTED)
        ));
        connection.execute(write.bind(generation.0).bind(Value::Rows(COUNTED, self.0))).await?;
        Ok(())
    }

    /// Runs a statement with these rows, and adds the changes of counts that it returns.
    async fn run(
        &mut self,
        connection: &mut PgConnection,
        text: &'static str,
        generation: Generation,
        rows: Value,
    ) -> Result<(), StoreError> {
        let statement = sql(text).bind(generation.0).bind(rows);
        self.0.extend(within(STATEMENT, connection.all(statement, counted)).await?);
        Ok(())
    }
}

fn counted(row: &PgRow) -> Result<Row, StoreError> {
    let (organization, kind, owner): (i64, &str, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let (block, documents, changes): (&str, i64, i64) = (row.try_get(3)?, row.try_get(4)?, row.try_get(5)?);
    Ok(vec![organization.into(), kind.into(), owner.into(), block.into(), documents.into(), changes.into()])
}

/// Removes documents that are still from the stream that removes them.
pub(super) async fn remove_documents(
    connection: &mut PgConnection,
    generation: Generation,
    removed: &[Removal],
    lists: &mut Lists,
) -> Result<(), StoreError> {
    if removed.is_empty() {
        return Ok(());
    }
    let mut removed: Vec<&Removal> = removed.iter().collect();
    removed.sort_by_key(|removal| &removal.key);
    let rows = removed.into_iter().map(removal_row).collect();
    lists.run(connection, REMOVE, generation, Value::Rows(REMOVED, rows)).await
}

/// Writes documents in the order of their keys. Of several with the same key, the last one counts.
pub(super) async fn write_documents(
    connection: &mut PgConnection,
    generation: Generation,
    documents: &[Document],
    lists: &mut Lists,
) -> Result<(), StoreError> {
    let documents: BTreeMap<_, _> = documents.iter().map(|document| (&document.key, document)).collect();
    let documents: Vec<&Document> = documents.into_values().collect();
    for documents in chunks(documents, ROWS_PER_INSERT, BYTES_PER_INSERT, |document| document.body.len()) {
        let rows = documents.into_iter().map(owned_row).collect();
        lists.run(connection, WRITE, generation, Value::Rows(OWNED, rows)).await?;
    }
    Ok(())
}
