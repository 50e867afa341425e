//! The queries that [`crate::paging`] needs for pages of decklists.

use sqlx::Row;
use sqlx::postgres::PgConnection;

use super::rows::Statement;
use crate::StoreError;
use crate::list_places::ListElsewhere;
use crate::paging::{Found, Pages, Part, Total, found};
use crate::views::{Generation, Lists, ViewKind};

/// Reads the totals of lists in the active generation, in the order of the parameter.
pub(super) const TOTALS: &str = "SELECT id, coalesce(count, 0), coalesce(changes, 0)
    FROM generations
    CROSS JOIN unnest($1::bigint[], $2::text[], $3::bigint[]) WITH ORDINALITY AS part (organization_id, kind, owner_id, place)
    LEFT JOIN list_counts ON generation = id AND list_counts.organization_id = part.organization_id
        AND list_counts.kind = part.kind AND list_counts.owner_id = part.owner_id AND depth = 0 AND block = ''
    WHERE state = 'active' ORDER BY place";

/// Finds the block that contains the document at an offset, among the blocks in a range of names.
pub(super) const BLOCK: &str = "SELECT block, (upto - documents)::bigint FROM (
        SELECT block, documents, sum(documents) OVER (ORDER BY block) AS upto FROM (
            SELECT block, sum(count * sign) AS documents
            FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) AS part (organization_id, kind, owner_id, sign)
            JOIN list_counts ON generation = $5 AND list_counts.organization_id = part.organization_id
                AND list_counts.kind = part.kind AND list_counts.owner_id = part.owner_id
                AND depth = $6 AND block >= $7 AND block < $8
            GROUP BY block
        ) AS blocks
    ) AS sums WHERE upto > $9 ORDER BY block LIMIT 1";

/// Reads the documents of both lists from a sort key on, each once. A person's own documents are returned with their
/// record; documents of the organization only if they refer to a list elsewhere. Of each list, only as many rows are
/// read as the page may need, and only the bodies of documents on the page.
pub(super) const FOUND: &str = "SELECT list_key, own_key, coalesce(
        (SELECT body FROM documents WHERE generation = $1 AND organization_id = 0 AND kind = 'own_decklist' AND key = own_key),
        (SELECT CASE WHEN substring(body FROM 1 FOR length($8::bytea)) = $8 THEN body END FROM documents
         WHERE generation = $1 AND organization_id = $2 AND kind = $3 AND key = list_key)
    ) FROM (
        SELECT sort, max(list_key) AS list_key, max(own_key) AS own_key FROM (
            (SELECT sort, key AS list_key, NULL AS own_key FROM documents
             WHERE generation = $1 AND organization_id = $2 AND kind = $3 AND sort <> '' AND sort >= $5
             ORDER BY sort, key LIMIT $6::bigint + $7::bigint)
            UNION ALL
            (SELECT sort, NULL, key FROM own_documents
             WHERE generation = $1 AND organization_id = 0 AND kind = 'own_decklist' AND owner_id = $4 AND sort >= $5
             ORDER BY sort, key LIMIT $6::bigint + $7::bigint)
        ) AS both_lists GROUP BY sort ORDER BY sort LIMIT $7 OFFSET $6
    ) AS found ORDER BY sort";

fn bind_parts<'q>(query: Statement<'q>, parts: &[Part]) -> Statement<'q> {
    let query = query.bind(parts.iter().map(|part| part.organization_id.0).collect::<Vec<_>>());
    let query = query.bind(parts.iter().map(|part| part.kind.stored_name()).collect::<Vec<_>>());
    query.bind(parts.iter().map(|part| part.owner).collect::<Vec<_>>())
}

impl Pages for PgConnection {
    async fn totals(&mut self, parts: &[Part]) -> Result<Option<(Generation, Vec<Total>)>, StoreError> {
        let rows = bind_parts(sqlx::query(TOTALS), parts).fetch_all(self).await?;
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
        let signs: Vec<i64> = parts.iter().map(|part| part.sign).collect();
        let query = bind_parts(sqlx::query(BLOCK), parts).bind(signs).bind(generation.0);
        let query = query.bind(i32::try_from(depth).unwrap_or(i32::MAX)).bind(from).bind(before).bind(skip);
        let row = query.fetch_optional(self).await?;
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
