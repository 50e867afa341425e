//! The queries that [`crate::paging`] needs for pages of decklists.

use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::rows::json_rows;
use crate::StoreError;
use crate::list_places::ListElsewhere;
use crate::paging::{Found, Pages, Part, Total, found};
use crate::views::{Generation, Lists, ViewKind};

/// Reads the totals of lists in the active generation, in the order of the parameter.
pub(super) const TOTALS: &str = "SELECT generations.id, coalesce(count, 0), coalesce(changes, 0)
    FROM generations CROSS JOIN json_each(?1) AS part
    LEFT JOIN list_counts ON generation = generations.id AND organization_id = part.value ->> 0
        AND list_counts.kind = part.value ->> 1
        AND owner_id = part.value ->> 2 AND depth = 0 AND block = ''
    WHERE state = 'active'";

/// Finds the block that contains the document at an offset, among the blocks in a range of names.
pub(super) const BLOCK: &str = "SELECT block, upto - documents FROM (
        SELECT block, documents, sum(documents) OVER (ORDER BY block) AS upto FROM (
            SELECT block, sum(count * (part.value ->> 3)) AS documents FROM json_each(?2) AS part
            CROSS JOIN list_counts ON generation = ?1 AND organization_id = part.value ->> 0 AND kind = part.value ->> 1
                AND owner_id = part.value ->> 2 AND depth = ?3 AND block >= ?4 AND block < ?5
            GROUP BY block
        )
    ) WHERE upto > ?6 ORDER BY block LIMIT 1";

/// Reads the documents of both lists from a sort key on, each once. A person's own documents are returned with their
/// record; documents of the organization only if they refer to a list elsewhere. Such records are short and never
/// packed. Of each list, only as many rows are read as the page may need, and only the bodies of documents on the page.
pub(super) const FOUND: &str = "SELECT list_key, own_key, coalesce(
        (SELECT body FROM documents WHERE generation = ?1 AND organization_id = 0 AND kind = 'own_decklist' AND key = own_key),
        (SELECT CASE WHEN size IS NULL AND substr(body, 1, length(?8)) = ?8 THEN body END FROM documents
         WHERE generation = ?1 AND organization_id = ?2 AND kind = ?3 AND key = list_key)
    ) FROM (
        SELECT sort, max(list_key) AS list_key, max(own_key) AS own_key FROM (
            SELECT * FROM (
                SELECT sort, key AS list_key, NULL AS own_key FROM documents
                WHERE generation = ?1 AND organization_id = ?2 AND kind = ?3 AND sort <> '' AND sort >= ?5
                ORDER BY sort, key LIMIT ?6 + ?7
            )
            UNION ALL
            SELECT * FROM (
                SELECT sort, NULL, key FROM own_documents
                WHERE generation = ?1 AND organization_id = 0 AND kind = 'own_decklist' AND owner_id = ?4 AND sort >= ?5
                ORDER BY sort, key LIMIT ?6 + ?7
            )
        ) GROUP BY sort ORDER BY sort LIMIT ?7 + 0 OFFSET ?6 + 0
    ) ORDER BY sort";

/// Encodes parts as rows of organization, kind, owner and sign.
fn rows_of(parts: &[Part]) -> Result<String, StoreError> {
    json_rows(parts.iter().map(|part| (part.organization_id.0, part.kind.stored_name(), part.owner, part.sign)))
}

impl Pages for SqliteConnection {
    async fn totals(&mut self, parts: &[Part]) -> Result<Option<(Generation, Vec<Total>)>, StoreError> {
        let rows = sqlx::query(TOTALS).bind(rows_of(parts)?).fetch_all(self).await?;
        let Some(first) = rows.first() else { return Ok(None) };
        let totals = rows.iter().map(|row| Ok((row.try_get(1)?, row.try_get(2)?)));
        Ok(Some((Generation(first.try_get(0)?), totals.collect::<Result<_, sqlx::Error>>()?)))
    }

    async fn block(
        &mut self,
        generation: Generation,
        parts: &[Part],
        depth: usize,
        (from, before): (&str, &str),
        skip: i64,
    ) -> Result<Option<(String, i64)>, StoreError> {
        let depth = i64::try_from(depth).unwrap_or(i64::MAX);
        let query = sqlx::query(BLOCK).bind(generation.0).bind(rows_of(parts)?).bind(depth);
        let row = query.bind(from).bind(before).bind(skip).fetch_optional(self).await?;
        Ok(row.map(|row| Ok::<_, sqlx::Error>((row.try_get(0)?, row.try_get(1)?))).transpose()?)
    }

    async fn found(
        &mut self,
        generation: Generation,
        of: Lists,
        from: &str,
        skip: i64,
        limit: i64,
    ) -> Result<Vec<Found>, StoreError> {
        let (organization, kind) = of.list.unzip();
        let query = sqlx::query(FOUND)
            .bind(generation.0)
            .bind(organization.map(|organization| organization.0))
            .bind(kind.map(ViewKind::stored_name))
            .bind(of.own.map(|person| person.0))
            .bind(from)
            .bind(skip)
            .bind(limit)
            .bind(ListElsewhere::MARK);
        query.fetch_all(self).await?.iter().map(found).collect()
    }
}
