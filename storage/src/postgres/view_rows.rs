//! Writes and removes hundreds of documents and exports with one statement: one array for each column.

use std::collections::BTreeMap;

use proto_events::StreamId;
use proto_events::ids::TournamentId;
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};

use super::retry::{STATEMENT, within};
use super::rows::{Statement, stream_columns};
use crate::StoreError;
use crate::checksum;
use crate::chunks::chunks;
use crate::document_rows::{columns_of, columns_of_export};
use crate::paging::BLOCKS;
use crate::views::{Document, ExportDocument, Generation, Removal};

/// Maximum number of rows in a statement.
pub(super) const ROWS_PER_INSERT: usize = 1_000;
/// Maximum number of bytes in a statement, because parameters are copied here and on the server.
pub(super) const BYTES_PER_INSERT: usize = 8 * 1024 * 1024;

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

/// The parts of a statement that write documents and record the owners of the decklists that they show, for the rows of
/// `head`. `$1` is the generation, `$2` to `$15` are the columns of documents with their owners. `counted` has the changes
/// of counts as [`REMOVE`] returns them. A row that was inserted rather than updated has no `xmax`.
macro_rules! written_documents_sql {
    () => {
        "written AS (
             INSERT INTO documents (generation, organization_id, kind, key, source_kind, source_id, sort, position,
                                    has_period, starts_at, ends_at, digest, body, checksum)
             SELECT $1, new.* FROM head, unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[],
                                                $7::text[], $8::bigint[], $9::boolean[], $10::bigint[], $11::bigint[],
                                                $12::text[], $13::bytea[], $14::bigint[]) AS new
             ON CONFLICT (generation, organization_id, kind, key) DO UPDATE SET
                 source_kind = excluded.source_kind, source_id = excluded.source_id, sort = excluded.sort,
                 position = excluded.position, has_period = excluded.has_period, starts_at = excluded.starts_at,
                 ends_at = excluded.ends_at, digest = excluded.digest, body = excluded.body,
                 checksum = excluded.checksum
             RETURNING organization_id, kind, sort, xmax = 0 AS is_new
         ), owners AS (
             SELECT new.* FROM head, unnest($2::bigint[], $3::text[], $4::text[], $15::bigint[], $7::text[])
                                     AS new (organization_id, kind, key, owner_id, sort)
             WHERE owner_id IS NOT NULL
         ), owned AS (
             INSERT INTO own_documents (generation, organization_id, kind, key, owner_id, sort)
             SELECT $1, * FROM owners ON CONFLICT DO NOTHING
             RETURNING organization_id, kind, owner_id, sort
         ), counted AS (
             SELECT organization_id, kind, 0::bigint AS owner_id,
                    CASE WHEN kind IN ('decklist', 'published_decklist') THEN left(sort, 18) ELSE '' END AS block,
                    is_new::integer AS documents, 1 AS changes
             FROM written WHERE sort <> '' AND kind <> 'own_decklist'
             UNION ALL SELECT organization_id, kind, owner_id, left(sort, 18), 1, 0 FROM owned
             UNION ALL SELECT organization_id, kind, owner_id, '', 0, 1 FROM owners WHERE kind = 'own_decklist'
         )"
    };
}
pub(super) use written_documents_sql;

/// Writes documents with their owners. Returns the changes of counts as [`REMOVE`] does.
pub(super) const WRITE: &str = concat!(
    "WITH head AS (SELECT), ",
    written_documents_sql!(),
    " SELECT organization_id, kind, owner_id, block, sum(documents), sum(changes) FROM counted
      GROUP BY organization_id, kind, owner_id, block"
);

/// The parts of a statement that write which streams the documents of others depend on, for the rows of `head`: only
/// differences, because a large tournament depends on thousands of streams, and each change adds one. The parameters are
/// the columns of the changed streams, and those of the pairs of streams.
macro_rules! written_sources_sql {
    ($kinds:literal, $ids:literal, $pairs:literal) => {
        concat!(
            "forgotten AS (
                 DELETE FROM sources USING head, unnest(",
            $kinds,
            "::text[], ",
            $ids,
            "::bigint[]) AS changed (kind, id)
                 WHERE sources.generation = $1 AND sources.dependent_kind = changed.kind
                   AND sources.dependent_id = changed.id AND NOT EXISTS (
                     SELECT 1 FROM unnest(",
            $pairs,
            ") AS kept (dependent_kind, dependent_id, source_kind, source_id)
                     WHERE kept.dependent_kind = sources.dependent_kind AND kept.dependent_id = sources.dependent_id
                       AND kept.source_kind = sources.source_kind AND kept.source_id = sources.source_id)
             ), drawn AS (
                 INSERT INTO sources (generation, dependent_kind, dependent_id, source_kind, source_id)
                 SELECT $1, pairs.* FROM head, unnest(",
            $pairs,
            ") AS pairs ON CONFLICT DO NOTHING
             )"
        )
    };
}
pub(super) use written_sources_sql;

/// Writes which streams the documents of others depend on.
pub(super) const SOURCES: &str = concat!(
    "WITH head AS (SELECT), ",
    written_sources_sql!("$2", "$3", "$4::text[], $5::bigint[], $6::text[], $7::bigint[]"),
    " SELECT"
);

/// The key of a row of `list_counts`: organization, kind, owner, depth, block.
type Counted = (i64, String, i64, i32, String);

/// The changes of a batch to the table `list_counts`.
#[derive(Debug, Default)]
pub(super) struct Lists(BTreeMap<Counted, (i64, i64)>);

impl Lists {
    /// Adds the changes of counts that a statement returned.
    fn note(&mut self, rows: &[PgRow]) -> Result<(), StoreError> {
        for row in rows {
            let (organization, kind, owner): (i64, String, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            let (block, documents): (String, i64) = (row.try_get(3)?, row.try_get(4)?);
            self.add((organization, kind.clone(), owner, 0, String::new()), (documents, row.try_get(5)?));
            if documents == 0 || block.is_empty() {
                continue;
            }
            for (depth, length) in (1..).zip(BLOCKS) {
                let block = block.chars().take(length).collect();
                self.add((organization, kind.clone(), owner, depth, block), (documents, 0));
            }
        }
        Ok(())
    }

    fn add(&mut self, counted: Counted, (documents, changes): (i64, i64)) {
        let sums = self.0.entry(counted).or_default();
        sums.0 += documents;
        sums.1 += changes;
    }

    /// Writes the changes in the order of their keys, so that shards cannot deadlock.
    pub(super) async fn write(self, connection: &mut PgConnection, generation: Generation) -> Result<(), StoreError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let (rows, sums): (Vec<Counted>, Vec<(i64, i64)>) = self.0.into_iter().unzip();
        let query = sqlx::query(
            "INSERT INTO list_counts AS known (generation, organization_id, kind, owner_id, depth, block, count, changes)
             SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::integer[], $6::text[], $7::bigint[],
                                      $8::bigint[])
             ON CONFLICT (generation, organization_id, kind, owner_id, depth, block) DO UPDATE
             SET count = known.count + excluded.count, changes = known.changes + excluded.changes",
        );
        let query = query
            .bind(generation.0)
            .bind(rows.iter().map(|row| row.0).collect::<Vec<_>>())
            .bind(rows.iter().map(|row| &row.1[..]).collect::<Vec<_>>())
            .bind(rows.iter().map(|row| row.2).collect::<Vec<_>>())
            .bind(rows.iter().map(|row| row.3).collect::<Vec<_>>())
            .bind(rows.iter().map(|row| &row.4[..]).collect::<Vec<_>>())
            .bind(sums.iter().map(|sums| sums.0).collect::<Vec<_>>())
            .bind(sums.iter().map(|sums| sums.1).collect::<Vec<_>>());
        query.execute(connection).await?;
        Ok(())
    }
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

/// Returns documents in the order of their keys. Of several with the same key, the last one counts.
pub(super) fn last_of_each(documents: &[Document]) -> Vec<&Document> {
    let documents: BTreeMap<_, _> = documents.iter().map(|document| (&document.key, document)).collect();
    documents.into_values().collect()
}

/// Writes documents. Of several with the same key, the last one counts.
pub(super) async fn write_documents(
    connection: &mut PgConnection,
    generation: Generation,
    documents: &[Document],
    lists: &mut Lists,
) -> Result<(), StoreError> {
    let documents = last_of_each(documents);
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
    let query = bind_documents(sqlx::query(WRITE).bind(generation.0), documents);
    Ok(query.fetch_all(connection).await?)
}

/// Binds the fourteen columns of documents with their owners.
pub(super) fn bind_documents<'q>(query: Statement<'q>, documents: &[&'q Document]) -> Statement<'q> {
    let numbers = |of: fn(&Document) -> i64| documents.iter().map(|document| of(document)).collect::<Vec<_>>();
    let maybe = |of: fn(&Document) -> Option<i64>| documents.iter().map(|document| of(document)).collect::<Vec<_>>();
    query
        .bind(numbers(|it| it.key.organization_id.0))
        .bind(documents.iter().map(|it| it.key.kind.stored_name()).collect::<Vec<_>>())
        .bind(documents.iter().map(|it| &it.key.key[..]).collect::<Vec<_>>())
        .bind(documents.iter().map(|it| it.source.kind.name()).collect::<Vec<_>>())
        .bind(numbers(|it| it.source.id))
        .bind(documents.iter().map(|it| &it.sort[..]).collect::<Vec<_>>())
        .bind(numbers(|it| it.position.0))
        .bind(documents.iter().map(|it| it.period.is_some()).collect::<Vec<_>>())
        .bind(maybe(|it| it.period.and_then(|(start, _)| start).map(|time| time.timestamp_micros())))
        .bind(maybe(|it| it.period.and_then(|(_, end)| end).map(|time| time.timestamp_micros())))
        .bind(documents.iter().map(|it| &it.digest[..]).collect::<Vec<_>>())
        .bind(documents.iter().map(|it| it.body.stored()).collect::<Vec<_>>())
        .bind(numbers(|it| checksum::of_document(&columns_of(it, None, it.body.stored()))))
        .bind(maybe(|it| it.owner.map(|owner| owner.0)))
}

/// Binds the two columns of changed streams and the four of pairs. If a stream occurs twice, the last entry counts.
pub(super) fn bind_sources<'q>(query: Statement<'q>, sources: &[(StreamId, Vec<StreamId>)]) -> Statement<'q> {
    let sources: BTreeMap<StreamId, &[StreamId]> = sources.iter().map(|(of, drawn)| (*of, &drawn[..])).collect();
    let pairs = || sources.iter().flat_map(|(dependent, drawn)| drawn.iter().map(move |source| (dependent, source)));
    let (kinds, ids) = stream_columns(sources.keys());
    let (dependent_kinds, dependent_ids) = stream_columns(pairs().map(|(dependent, _)| dependent));
    let (source_kinds, source_ids) = stream_columns(pairs().map(|(_, source)| source));
    query.bind(kinds).bind(ids).bind(dependent_kinds).bind(dependent_ids).bind(source_kinds).bind(source_ids)
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

/// Writes exported tournaments. Of several with the same id, the last one counts.
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
    let digests: Vec<_> = exports.iter().map(|export| export.digests()).collect();
    let query = sqlx::query(
        "INSERT INTO exports (generation, tournament_id, organization_id, starts_at, event_format, position, body,
                              body_with_text, digest, digest_with_text, checksum, checksum_with_text)
         SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bytea[],
                                  $8::bytea[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[])
         ON CONFLICT (generation, tournament_id) DO UPDATE SET
             organization_id = excluded.organization_id, starts_at = excluded.starts_at,
             event_format = excluded.event_format, position = excluded.position, body = excluded.body,
             body_with_text = excluded.body_with_text, digest = excluded.digest,
             digest_with_text = excluded.digest_with_text, checksum = excluded.checksum,
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
        .bind(digests.iter().map(|digests| digests[0]).collect::<Vec<_>>())
        .bind(digests.iter().map(|digests| digests[1]).collect::<Vec<_>>())
        .bind(numbers(|it| checksum::of_export(&columns_of_export(it, None, &it.body))))
        .bind(numbers(|it| checksum::of_export(&columns_of_export(it, None, &it.body_with_text))));
    query.execute(connection).await?;
    Ok(())
}
