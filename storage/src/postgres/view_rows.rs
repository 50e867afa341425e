//! Documents and exports, written and removed by the hundreds: one array for each column.

use std::collections::BTreeMap;

use proto_events::ids::TournamentId;
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};

use super::patience::{STATEMENT, within};
use crate::StoreError;
use crate::checksum;
use crate::chunks::chunks;
use crate::document_rows::{columns_of, export_columns};
use crate::views::{Document, ExportDocument, Generation, Removal};

/// Rows written by a statement …
const ROWS_PER_INSERT: usize = 1_000;
/// … and bytes, because parameters are copied, here and on the server.
const BYTES_PER_INSERT: usize = 8 * 1024 * 1024;

/// Takes away what is gone; says of which lists how many.
pub(super) const REMOVE: &str = "WITH gone AS (
        DELETE FROM documents
        USING unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[])
              AS named (organization_id, kind, key, source_kind, source_id)
        WHERE documents.generation = $1 AND documents.organization_id = named.organization_id
          AND documents.kind = named.kind AND documents.key = named.key
          AND documents.source_kind = named.source_kind AND documents.source_id = named.source_id
        RETURNING documents.organization_id, documents.kind, documents.sort
    )
    SELECT organization_id, kind, -count(*), 0::bigint FROM gone WHERE sort <> '' GROUP BY organization_id, kind";

/// Writes documents; says of which lists how many are new, and the newest position. Of a row that is new, nobody has
/// ever locked or changed a version: it has no `xmax`.
pub(super) const WRITE: &str = "WITH written AS (
        INSERT INTO documents (generation, organization_id, kind, key, source_kind, source_id, sort, position,
                               has_period, starts_at, ends_at, digest, body, checksum)
        SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[],
                                 $8::bigint[], $9::boolean[], $10::bigint[], $11::bigint[], $12::text[], $13::bytea[],
                                 $14::bigint[])
        ON CONFLICT (generation, organization_id, kind, key) DO UPDATE SET
            source_kind = excluded.source_kind, source_id = excluded.source_id, sort = excluded.sort,
            position = excluded.position, has_period = excluded.has_period, starts_at = excluded.starts_at,
            ends_at = excluded.ends_at, digest = excluded.digest, body = excluded.body, checksum = excluded.checksum
        RETURNING organization_id, kind, sort, position, xmax = 0 AS is_new
    )
    SELECT organization_id, kind, count(*) FILTER (WHERE is_new), max(position) FROM written
    WHERE sort <> '' GROUP BY organization_id, kind";

/// Takes away the sources that streams no longer draw on.
pub(super) const FORGET_SOURCES: &str = "DELETE FROM sources USING unnest($2::text[], $3::bigint[]) AS told (kind, id)
     WHERE sources.generation = $1 AND sources.dependent_kind = told.kind AND sources.dependent_id = told.id
       AND NOT EXISTS (
           SELECT 1 FROM unnest($4::text[], $5::bigint[], $6::text[], $7::bigint[])
                         AS kept (dependent_kind, dependent_id, source_kind, source_id)
           WHERE kept.dependent_kind = sources.dependent_kind AND kept.dependent_id = sources.dependent_id
             AND kept.source_kind = sources.source_kind AND kept.source_id = sources.source_id)";

/// What a batch changes in the states of lists.
#[derive(Debug, Default)]
pub(super) struct Lists(BTreeMap<(i64, String), (i64, i64)>);

impl Lists {
    /// Takes in what a statement says of organization, kind, documents more or less, newest position.
    fn note(&mut self, rows: &[PgRow]) -> Result<(), StoreError> {
        for row in rows {
            let (count, newest) = self.0.entry((row.try_get(0)?, row.try_get(1)?)).or_default();
            *count += row.try_get::<i64, _>(2)?;
            *newest = row.try_get::<i64, _>(3)?.max(*newest);
        }
        Ok(())
    }

    /// Writes them, in the order of their keys, so that shards wait for one another and never in a circle.
    pub(super) async fn write(self, connection: &mut PgConnection, generation: Generation) -> Result<(), StoreError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let query = sqlx::query(
            "INSERT INTO list_states AS known (generation, organization_id, kind, count, newest)
             SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[])
             ON CONFLICT (generation, organization_id, kind) DO UPDATE
             SET count = known.count + excluded.count, newest = greatest(known.newest, excluded.newest)",
        );
        let (keys, states): (Vec<_>, Vec<_>) = self.0.into_iter().unzip();
        let (organizations, kinds): (Vec<i64>, Vec<String>) = keys.into_iter().unzip();
        let (counts, newest): (Vec<i64>, Vec<i64>) = states.into_iter().unzip();
        let query = query.bind(generation.0).bind(organizations).bind(kinds).bind(counts).bind(newest);
        query.execute(connection).await?;
        Ok(())
    }
}

/// Removes documents that are still as the stream knows them.
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
    let column = |of: fn(&Removal) -> i64| removed.iter().map(|removal| of(removal)).collect::<Vec<_>>();
    let query = sqlx::query(REMOVE)
        .bind(generation.0)
        .bind(column(|it| it.key.organization_id.0))
        .bind(removed.iter().map(|it| it.key.kind.stored_name()).collect::<Vec<_>>())
        .bind(removed.iter().map(|it| &it.key.key[..]).collect::<Vec<_>>())
        .bind(removed.iter().map(|it| it.source.kind.name()).collect::<Vec<_>>())
        .bind(column(|it| it.source.id));
    lists.note(&within(STATEMENT, async { Ok(query.fetch_all(connection).await?) }).await?)
}

/// Writes documents. Of two of the same key the later one counts.
pub(super) async fn write_documents(
    connection: &mut PgConnection,
    generation: Generation,
    documents: &[Document],
    lists: &mut Lists,
) -> Result<(), StoreError> {
    let documents: BTreeMap<_, _> = documents.iter().map(|document| (&document.key, document)).collect();
    let documents: Vec<&Document> = documents.into_values().collect();
    for documents in chunks(&documents, ROWS_PER_INSERT, BYTES_PER_INSERT, |document| document.body.len()) {
        let written = within(STATEMENT, write_some_documents(connection, generation, documents)).await?;
        lists.note(&written)?;
    }
    Ok(())
}

async fn write_some_documents(
    connection: &mut PgConnection,
    generation: Generation,
    documents: &[&Document],
) -> Result<Vec<PgRow>, StoreError> {
    let numbers = |of: fn(&Document) -> i64| documents.iter().map(|document| of(document)).collect::<Vec<_>>();
    let times = |of: fn(&Document) -> Option<i64>| documents.iter().map(|document| of(document)).collect::<Vec<_>>();
    let query = sqlx::query(WRITE)
        .bind(generation.0)
        .bind(numbers(|it| it.key.organization_id.0))
        .bind(documents.iter().map(|it| it.key.kind.stored_name()).collect::<Vec<_>>())
        .bind(documents.iter().map(|it| &it.key.key[..]).collect::<Vec<_>>())
        .bind(documents.iter().map(|it| it.source.kind.name()).collect::<Vec<_>>())
        .bind(numbers(|it| it.source.id))
        .bind(documents.iter().map(|it| &it.sort[..]).collect::<Vec<_>>())
        .bind(numbers(|it| it.position.0))
        .bind(documents.iter().map(|it| it.period.is_some()).collect::<Vec<_>>())
        .bind(times(|it| it.period.and_then(|(start, _)| start).map(|time| time.timestamp_micros())))
        .bind(times(|it| it.period.and_then(|(_, end)| end).map(|time| time.timestamp_micros())))
        .bind(documents.iter().map(|it| &it.digest[..]).collect::<Vec<_>>())
        .bind(documents.iter().map(|it| &it.body[..]).collect::<Vec<_>>())
        .bind(numbers(|it| checksum::of_document(&columns_of(it, None, &it.body))));
    Ok(query.fetch_all(connection).await?)
}

/// Removes exported tournaments.
pub(super) async fn remove_exports(
    connection: &mut PgConnection,
    generation: Generation,
    unexported: &[TournamentId],
) -> Result<(), StoreError> {
    if unexported.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = unexported.iter().map(|tournament| tournament.0).collect();
    let query = sqlx::query("DELETE FROM exports WHERE generation = $1 AND tournament_id = ANY($2)");
    let query = query.bind(generation.0).bind(ids);
    within(STATEMENT, async { Ok(query.execute(connection).await?) }).await?;
    Ok(())
}

/// Writes exported tournaments. Of two of the same number the later one counts.
pub(super) async fn write_exports(
    connection: &mut PgConnection,
    generation: Generation,
    exports: &[ExportDocument],
) -> Result<(), StoreError> {
    let exports: BTreeMap<_, _> = exports.iter().map(|export| (export.tournament_id, export)).collect();
    let exports: Vec<&ExportDocument> = exports.into_values().collect();
    for exports in
        chunks(&exports, ROWS_PER_INSERT, BYTES_PER_INSERT, |export| export.body.len() + export.body_with_text.len())
    {
        within(STATEMENT, write_some_exports(connection, generation, exports)).await?;
    }
    Ok(())
}

async fn write_some_exports(
    connection: &mut PgConnection,
    generation: Generation,
    exports: &[&ExportDocument],
) -> Result<(), StoreError> {
    let numbers = |of: fn(&ExportDocument) -> i64| exports.iter().map(|export| of(export)).collect::<Vec<_>>();
    let query = sqlx::query(
        "INSERT INTO exports (generation, tournament_id, organization_id, starts_at, event_format, position, body,
                              body_with_text, checksum, checksum_with_text)
         SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bytea[],
                                  $8::bytea[], $9::bigint[], $10::bigint[])
         ON CONFLICT (generation, tournament_id) DO UPDATE SET
             organization_id = excluded.organization_id, starts_at = excluded.starts_at,
             event_format = excluded.event_format, position = excluded.position, body = excluded.body,
             body_with_text = excluded.body_with_text, checksum = excluded.checksum,
             checksum_with_text = excluded.checksum_with_text",
    );
    let query = query
        .bind(generation.0)
        .bind(numbers(|it| it.tournament_id.0))
        .bind(numbers(|it| it.organization_id.0))
        .bind(numbers(|it| it.start.timestamp_micros()))
        .bind(exports.iter().map(|it| it.event_format.wire_name()).collect::<Vec<_>>())
        .bind(numbers(|it| it.position.0))
        .bind(exports.iter().map(|it| &it.body[..]).collect::<Vec<_>>())
        .bind(exports.iter().map(|it| &it.body_with_text[..]).collect::<Vec<_>>())
        .bind(numbers(|it| checksum::of_export(&export_columns(it, None, &it.body))))
        .bind(numbers(|it| checksum::of_export(&export_columns(it, None, &it.body_with_text))));
    query.execute(connection).await?;
    Ok(())
}
