//! Pages of decklists: finds a page by its number without reading the pages before it.
//!
//! The table `list_counts` holds the number of documents of each list, and of each block of neighbouring documents at three
//! depths. A page is found by summing the counts of a few blocks per depth, and then reading a few documents of the last block.
//! Two lists are merged by adding their counts. Documents in both lists have counts of their own, which are subtracted.

use proto_events::ids::{DecklistId, OrganizationId, UserId};

use crate::StoreError;
use crate::columns::LAST;
use crate::error::Damage;
use crate::identity::OwnDecklist;
use crate::pointers::ListElsewhere;
use crate::sql::{Row, Sql, Statement, StoreRow, Value, rows_of, sql};
use crate::views::{DocumentKey, Generation, ListState, Lists, Page, ViewKind};

/// Length of the prefix of a document's `sort` that names its block, by depth. With ids of 20 digits, blocks hold a million,
/// ten thousand and a hundred ids. A block of depth n has at most a hundred blocks of depth n + 1.
pub(crate) const BLOCKS: [usize; 3] = [14, 16, 18];
/// The `owner_id` of counts of the whole list.
pub(crate) const ALL_OWNERS: i64 = 0;

/// A list, or one owner's part of it, with the sign of its count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    organization_id: OrganizationId,
    kind: ViewKind,
    owner: i64,
    /// 1 for lists to be merged, -1 for documents that would be counted twice.
    sign: i64,
}

impl Lists {
    /// Returns the parts whose signed counts add up to the count of the merged list.
    fn parts(self) -> Vec<Part> {
        let part = |(organization_id, kind), owner, sign| Part { organization_id, kind, owner, sign };
        let own = |UserId(owner)| part((OrganizationId::SHARED, ViewKind::OwnDecklist), owner, 1);
        let both = self.list.zip(self.own).map(|(list, UserId(owner))| part(list, owner, -1));
        let whole = self.list.map(|list| part(list, ALL_OWNERS, 1));
        whole.into_iter().chain(self.own.map(own)).chain(both).collect()
    }
}

/// A document on a page: its key in the list of the organization, if it is in that list; its key among the person's own lists, if
/// it is one; and the record of where the list is stored, always for own lists, for others if they are stored elsewhere.
type Found = (Option<String>, Option<String>, Option<Vec<u8>>);

/// Returns the query for the active generation, and for the number of documents of all parts and the number of their changes.
/// Documents in both lists change together with the list itself.
pub(crate) fn totals_query<C: Sql>() -> Statement {
    sql(format!(
        "SELECT generations.id, CAST(coalesce(sum(count * sign), 0) AS BIGINT),
                CAST(coalesce(sum(changes) FILTER (WHERE sign > 0), 0) AS BIGINT)
         FROM generations CROSS JOIN {}
         LEFT JOIN list_counts ON generation = generations.id AND list_counts.organization_id = part.organization_id
             AND list_counts.kind = part.kind AND list_counts.owner_id = part.owner_id AND depth = 0 AND block = ''
         WHERE state = 'active' GROUP BY generations.id",
        rows_of::<C>("part", 1, PART)
    ))
}

/// Returns the query for the block that contains the document at an offset, among the blocks in a range of names.
pub(crate) fn block_query<C: Sql>() -> Statement {
    sql(format!(
        "SELECT block, CAST(upto - documents AS BIGINT) FROM (
             SELECT block, documents, sum(documents) OVER (ORDER BY block) AS upto FROM (
                 SELECT block, sum(count * part.sign) AS documents FROM {} {} list_counts
                 ON generation = $1 AND list_counts.organization_id = part.organization_id
                     AND list_counts.kind = part.kind AND list_counts.owner_id = part.owner_id
                     AND depth = $2 AND block >= $3 AND block < $4
                 GROUP BY block
             ) AS blocks
         ) AS sums WHERE upto > $5 ORDER BY block LIMIT 1",
        rows_of::<C>("part", 6, PART),
        C::pick("CROSS JOIN", "JOIN")
    ))
}

/// Returns the query for the documents of both lists from a sort key on, each once. A person's own documents are returned
/// with their record; documents of the organization only if they refer to a list elsewhere. Such records are short and
/// never packed. Of each list, only as many rows are read as the page may need, and only the bodies of documents on the
/// page.
pub(crate) fn found_query<C: Sql>() -> Statement {
    let part = |select: &str, order: &str| {
        let query = format!("{select} ORDER BY {order} LIMIT CAST($6 AS BIGINT) + CAST($7 AS BIGINT)");
        // SQLite allows a limit only in a query of its own.
        C::pick(format!("SELECT * FROM ({query})"), format!("({query})"))
    };
    let list = part(
        "SELECT sort, key AS list_key, NULL AS own_key FROM documents
         WHERE generation = $1 AND organization_id = $2 AND kind = $3 AND sort <> '' AND sort >= $5",
        "sort, key",
    );
    let own = part(
        "SELECT sort, NULL, key FROM own_documents
         WHERE generation = $1 AND organization_id = 0 AND kind = 'own_decklist' AND owner_id = $4 AND sort >= $5",
        "sort, key",
    );
    let refers = C::pick(
        "size IS NULL AND substr(body, 1, length($8)) = $8",
        "substring(body FROM 1 FOR length($8::bytea)) = $8",
    );
    sql(format!(
        "SELECT list_key, own_key, coalesce(
            (SELECT body FROM documents WHERE generation = $1 AND organization_id = 0 AND kind = 'own_decklist' AND key = own_key),
            (SELECT CASE WHEN {refers} THEN body END FROM documents
             WHERE generation = $1 AND organization_id = $2 AND kind = $3 AND key = list_key)
         ) FROM (
            SELECT sort, max(list_key) AS list_key, max(own_key) AS own_key FROM ({list} UNION ALL {own}) AS both_lists
            GROUP BY sort ORDER BY sort LIMIT CAST($7 AS BIGINT) + 0 OFFSET CAST($6 AS BIGINT) + 0
         ) AS found ORDER BY sort"
    ))
}

/// The columns of [`Part`], and their types.
const PART: &str = "organization_id bigint, kind text, owner_id bigint, sign bigint";

fn rows(parts: &[Part]) -> Value {
    let row = |part: &Part| -> Row {
        vec![part.organization_id.0.into(), part.kind.stored_name().into(), part.owner.into(), part.sign.into()]
    };
    Value::Rows(PART, parts.iter().map(row).collect())
}

/// Returns the block that contains the document at offset `skip`, among the blocks in a range of names, and the number of
/// documents in the range before that block.
async fn block<C: Sql>(
    connection: &mut C,
    (generation, parts): (Generation, &[Part]),
    depth: i64,
    (from, before): (&str, &str),
    skip: i64,
) -> Result<Option<(String, i64)>, StoreError> {
    let query = block_query::<C>().bind(generation.0).bind(depth).bind(from).bind(before).bind(skip);
    let query = query.bind(rows(parts));
    connection.first(query, |row| Ok((row.column(0)?, row.column(1)?))).await
}

/// Returns the documents from a sort key on, without the first `skip`.
async fn documents<C: Sql>(
    connection: &mut C,
    generation: Generation,
    of: Lists,
    from: &str,
    (skip, limit): (i64, i64),
) -> Result<Vec<Found>, StoreError> {
    let (organization, kind) = of.list.unzip();
    let query = found_query::<C>()
        .bind(generation.0)
        .bind(organization.map(|organization| organization.0))
        .bind(kind.map(ViewKind::stored_name))
        .bind(of.own.map(|person| person.0))
        .bind(from)
        .bind(skip)
        .bind(limit)
        .bind(ListElsewhere::MARK);
    connection.all(query, |row| Ok((row.column(0)?, row.column(1)?, row.column(2)?))).await
}

/// Returns the state of a list. An empty store has generation 0.
pub(crate) async fn state<C: Sql>(connection: &mut C, of: Lists) -> Result<ListState, StoreError> {
    let query = totals_query::<C>().bind(rows(&of.parts()));
    let found = connection.first(query, |row| Ok((row.column(0)?, row.column(1)?, row.column(2)?))).await?;
    let (generation, count, changes) = found.unwrap_or_default();
    Ok(ListState { generation: Generation(generation), count, changes })
}

/// Returns the state of a list of decklists, and the keys of the documents on a page, in order.
pub(crate) async fn page<C: Sql>(
    connection: &mut C,
    of: Lists,
    page: Page,
) -> Result<(ListState, Vec<DocumentKey>), StoreError> {
    let state = state(connection, of).await?;
    if page.offset >= state.count || page.limit <= 0 {
        return Ok((state, Vec::new()));
    }
    let (generation, parts) = (state.generation, of.parts());
    let (mut from, mut skip) = (String::new(), page.offset.max(0));
    for (depth, _) in (1..).zip(BLOCKS) {
        let end = format!("{from}{LAST}");
        let found = block(connection, (generation, &parts), depth, (&from, &end), skip).await?;
        let Some((block, before)) = found else {
            // The blocks of the list count fewer documents than the list.
            return Err(StoreError::DamagedView(Damage::Unknown));
        };
        (from, skip) = (block, skip - before);
    }
    let limit = page.limit.min(state.count);
    let found = documents(connection, generation, of, &from, (skip, limit)).await?;
    if i64::try_from(found.len()).ok() != Some(limit.min(state.count - page.offset.max(0))) {
        return Err(StoreError::DamagedView(Damage::Unknown));
    }
    let keys = found.into_iter().map(|found| shown(of, found)).collect::<Result<_, _>>()?;
    Ok((state, keys))
}

/// Returns the key of the document that the page shows.
fn shown(of: Lists, (list_key, own_key, record): Found) -> Result<DocumentKey, StoreError> {
    let unreadable = |key: &str| StoreError::Damaged(format!("the record of the decklist `{key}` cannot be read"));
    let place = match (own_key, list_key, of.list) {
        (Some(own), ..) => {
            let record = record.and_then(|record| serde_json::from_slice::<OwnDecklist>(&record).ok());
            let id = own.rsplit('/').next().and_then(|id| id.parse().ok()).map(DecklistId);
            let (record, id) = record.zip(id).ok_or_else(|| unreadable(&own))?;
            DocumentKey::new(record.organization_id, ViewKind::Decklist, id)
        }
        (None, Some(key), Some((organization, kind))) => match record {
            None => DocumentKey { organization_id: organization, kind, key },
            Some(record) => {
                let place = ListElsewhere::of(&record).ok_or_else(|| unreadable(&key))?;
                DocumentKey::new(place.organization_id, ViewKind::Decklist, place.decklist_id)
            }
        },
        (None, key, _) => return Err(unreadable(&key.unwrap_or_default())),
    };
    Ok(place)
}
