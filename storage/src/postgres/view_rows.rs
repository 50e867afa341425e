//! Writes and removes hundreds of documents, exports and records with one statement: one array for each column.

use std::collections::BTreeMap;

use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};

use super::event_batch::column;
use super::retry::{STATEMENT, within};
use crate::StoreError;
use crate::checksum;
use crate::chunks::chunks;
use crate::document_rows::{columns_of, columns_of_export};
use crate::paging::BLOCKS;
use crate::records::PackedRecord;
use crate::views::{Document, ExportDocument, Generation, Removal};

/// Maximum number of rows in a statement.
const ROWS_PER_INSERT: usize = 1_000;
/// Maximum number of bytes in a statement, because parameters are copied here and on the server.
const BYTES_PER_INSERT: usize = 8 * 1024 * 1024;

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
            .bind(column(&rows, |row| row.0))
            .bind(column(&rows, |row| &row.1[..]))
            .bind(column(&rows, |row| row.2))
            .bind(column(&rows, |row| row.3))
            .bind(column(&rows, |row| &row.4[..]))
            .bind(column(&sums, |sums| sums.0))
            .bind(column(&sums, |sums| sums.1));
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
    let query = sqlx::query(REMOVE)
        .bind(generation.0)
        .bind(column(&removed, |it| it.key.organization_id.0))
        .bind(column(&removed, |it| it.key.kind.stored_name()))
        .bind(column(&removed, |it| &it.key.key[..]))
        .bind(column(&removed, |it| it.source.kind.name()))
        .bind(column(&removed, |it| it.source.id));
    lists.note(&within(STATEMENT, async { Ok(query.fetch_all(connection).await?) }).await?)
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
    for documents in chunks(&documents, ROWS_PER_INSERT, BYTES_PER_INSERT, |document| document.body.len()) {
        let period = |document: &Document| document.period.unwrap_or_default();
        let query = sqlx::query(WRITE)
            .bind(generation.0)
            .bind(column(documents, |it| it.key.organization_id.0))
            .bind(column(documents, |it| it.key.kind.stored_name()))
            .bind(column(documents, |it| &it.key.key[..]))
            .bind(column(documents, |it| it.source.kind.name()))
            .bind(column(documents, |it| it.source.id))
            .bind(column(documents, |it| &it.sort[..]))
            .bind(column(documents, |it| it.position.0))
            .bind(column(documents, |it| it.period.is_some()))
            .bind(column(documents, |it| period(it).0.map(|time| time.timestamp_micros())))
            .bind(column(documents, |it| period(it).1.map(|time| time.timestamp_micros())))
            .bind(column(documents, |it| &it.digest[..]))
            .bind(column(documents, |it| it.body.stored()))
            .bind(column(documents, |it| checksum::of_document(&columns_of(it, None, it.body.stored()))))
            .bind(column(documents, |it| it.owner.map(|owner| owner.0)));
        lists.note(&within(STATEMENT, async { Ok(query.fetch_all(&mut *connection).await?) }).await?)?;
    }
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
    let digests = column(exports, |export| export.digests());
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
        .bind(column(exports, |it| it.tournament_id.0))
        .bind(column(exports, |it| it.organization_id.0))
        .bind(column(exports, |it| it.start.timestamp_micros()))
        .bind(column(exports, |it| it.event_format.wire_name()))
        .bind(column(exports, |it| it.position.0))
        .bind(column(exports, |it| &it.body[..]))
        .bind(column(exports, |it| &it.body_with_text[..]))
        .bind(column(&digests, |digests| digests[0]))
        .bind(column(&digests, |digests| digests[1]))
        .bind(column(exports, |it| checksum::of_export(&columns_of_export(it, None, &it.body))))
        .bind(column(exports, |it| checksum::of_export(&columns_of_export(it, None, &it.body_with_text))));
    query.execute(connection).await?;
    Ok(())
}

/// Writes records of the export of changes.
pub(super) async fn write_records(
    connection: &mut PgConnection,
    generation: Generation,
    packed: &[PackedRecord<'_>],
) -> Result<(), StoreError> {
    for records in chunks(packed, ROWS_PER_INSERT, BYTES_PER_INSERT, PackedRecord::stored_bytes) {
        within(STATEMENT, write_some_records(connection, generation, records)).await?;
    }
    Ok(())
}

async fn write_some_records(
    connection: &mut PgConnection,
    generation: Generation,
    records: &[PackedRecord<'_>],
) -> Result<(), StoreError> {
    let query = sqlx::query(
        "INSERT INTO export_records (generation, tournament_id, organization_id, starts_at, event_format, position,
             has_public, is_public, head, public_head, standings, public_standings, rounds, public_rounds, matches,
             public_matches, cards, public_cards, decklists, public_decklists)
         SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::boolean[],
             $8::boolean[], $9::bytea[], $10::bytea[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bytea[],
             $15::bytea[], $16::bytea[], $17::bytea[], $18::bytea[], $19::bytea[], $20::bytea[])
         ON CONFLICT (generation, tournament_id) DO UPDATE SET
             organization_id = excluded.organization_id, starts_at = excluded.starts_at,
             event_format = excluded.event_format, position = excluded.position, has_public = excluded.has_public,
             is_public = excluded.is_public, head = excluded.head, public_head = excluded.public_head,
             standings = excluded.standings, public_standings = excluded.public_standings, rounds = excluded.rounds,
             public_rounds = excluded.public_rounds, matches = excluded.matches,
             public_matches = excluded.public_matches, cards = excluded.cards, public_cards = excluded.public_cards,
             decklists = excluded.decklists, public_decklists = excluded.public_decklists",
    );
    let mut query = query
        .bind(generation.0)
        .bind(column(records, |it| it.record.tournament_id.0))
        .bind(column(records, |it| it.record.organization_id.0))
        .bind(column(records, |it| it.record.start.map(|start| start.timestamp_micros())))
        .bind(column(records, |it| it.record.event_format.wire_name()))
        .bind(column(records, |it| it.record.position.0))
        .bind(column(records, |it| it.record.public.is_some()))
        .bind(column(records, |it| it.record.is_public));
    for part in 0..6 {
        query = query
            .bind(column(records, |it| &it.whole[part][..]))
            .bind(column(records, |it| it.public[part].as_deref()));
    }
    query.execute(connection).await?;
    Ok(())
}
