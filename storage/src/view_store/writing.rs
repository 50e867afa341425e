//! Writes and removes the documents of a batch, and counts those in lists for [pages](crate::paging).

use std::collections::BTreeMap;

use proto_events::ids::OrganizationId;

use super::generations::document_key;
use super::snapshots::key_row;
use crate::StoreError;
use crate::document_rows::{document_row, documents_table};
use crate::paging::{ALL_OWNERS, BLOCKS};
use crate::sql::{Row, Sql, Statement, StoreRow, Value, rows_of, sql};
use crate::views::{Document, DocumentKey, Generation, Removal, ViewBatch, ViewKind};

/// The columns of a document that is removed.
const REMOVED: &str = "of_organization bigint, of_kind text, of_key text, from_kind text, from_id bigint";
/// The columns of a document that shows the decklist of an owner.
const OWNED: &str = "of_organization bigint, of_kind text, of_key text, of_owner bigint, of_sort text";
/// The columns of a change of a count.
const COUNTED: &str = "of_organization bigint, of_kind text, of_owner bigint, at_depth bigint, of_block text, \
                       documents bigint, changed bigint";

/// A row of the table `list_counts`: organization, kind, owner, depth and block.
type Counted = (OrganizationId, ViewKind, i64, i64, String);

/// The differences of documents, and the numbers of changes, that a batch adds to `list_counts`.
#[derive(Debug, Default)]
pub(crate) struct Counts(BTreeMap<Counted, (i64, i64)>);

impl Counts {
    /// Counts a change of a document in a list, or in one owner's part of it. Only decklists are counted by block.
    fn add(&mut self, key: &DocumentKey, owner: i64, sort: &str, (documents, changes): (i64, i64)) {
        let mut add = |depth, block: &str, changes| {
            let count = self.0.entry((key.organization_id, key.kind, owner, depth, block.to_owned())).or_default();
            *count = (count.0 + documents, count.1 + changes);
        };
        add(0, "", changes);
        let is_paged = owner != ALL_OWNERS || matches!(key.kind, ViewKind::Decklist | ViewKind::PublishedDecklist);
        if is_paged && documents != 0 {
            for (depth, length) in (1..).zip(BLOCKS) {
                add(depth, sort.get(..length).unwrap_or(sort), 0);
            }
        }
    }

    /// Writes the changes in the order of their keys, so that shards cannot deadlock.
    pub(crate) async fn write<C: Sql>(self, connection: &mut C, generation: Generation) -> Result<(), StoreError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let row = |((organization, kind, owner, depth, block), (documents, changes)): (Counted, (i64, i64))| -> Row {
            let list = [organization.0.into(), kind.stored_name().into(), owner.into()];
            list.into_iter().chain([depth.into(), block.into(), documents.into(), changes.into()]).collect()
        };
        let write = sql(format!(
            "INSERT INTO list_counts AS known
                 (generation, organization_id, kind, owner_id, depth, block, count, changes)
             SELECT CAST($1 AS BIGINT), of_organization, of_kind, of_owner, at_depth, of_block, documents, changed
             FROM {} WHERE TRUE ORDER BY place
             ON CONFLICT (generation, organization_id, kind, owner_id, depth, block) DO UPDATE
             SET count = known.count + excluded.count, changes = known.changes + excluded.changes",
            rows_of::<C>("counted", 2, COUNTED)
        ));
        let rows = Value::Rows(COUNTED, self.0.into_iter().map(row).collect());
        connection.execute(write.bind(generation.0).bind(rows)).await.map(drop)
    }
}

/// Whether a document is in a list of all owners. Own decklists have a list for each owner only.
fn is_listed(key: &DocumentKey, sort: &str) -> bool {
    !sort.is_empty() && key.kind != ViewKind::OwnDecklist
}

/// The key of a document, its place in lists, and a number.
type Placed = (DocumentKey, (String, i64));

fn placed(row: &impl StoreRow) -> Result<Option<Placed>, StoreError> {
    Ok(document_key(row)?.zip(Some((row.column(3)?, row.column(4)?))))
}

/// Removes documents, and then writes others, so that a key which moves from one source to another exists afterwards. Of
/// several documents with the same key, the last one counts. Returns the changes of counts: shards share these rows, so
/// they are written last.
pub(crate) async fn write_documents<C: Sql>(connection: &mut C, batch: &ViewBatch) -> Result<Counts, StoreError> {
    let (generation, mut counts) = (batch.generation, Counts::default());
    remove(connection, generation, &batch.removed, &mut counts).await?;
    let documents: BTreeMap<&DocumentKey, &Document> = batch.documents.iter().map(|it| (&it.key, it)).collect();
    let documents: Vec<&Document> = documents.into_values().collect();
    let (listed, others): (Vec<&Document>, Vec<_>) =
        documents.iter().copied().partition(|it| is_listed(&it.key, &it.sort));
    let rows = |of: Vec<&Document>| of.into_iter().map(|it| document_row::<C>(generation, it)).collect::<Vec<Row>>();
    let table = documents_table::<C>();
    connection.insert(&table, rows(others)).await?;
    // A new document is behind the newest row of SQLite. On PostgreSQL, it has no `xmax`.
    let number = C::pick("rowid", "CAST(CAST(xmax = 0 AS INTEGER) AS BIGINT)");
    let newest = C::pick("SELECT coalesce(max(rowid), 0) FROM documents", "SELECT CAST(0 AS BIGINT)");
    let newest: i64 = connection.one(sql(newest), |row| Ok(row.column(0)?)).await?;
    for statement in table.insert::<C>(rows(listed)) {
        let statement = statement.then(" RETURNING organization_id, kind, key, sort, ").then(number);
        for (key, (sort, number)) in connection.all(statement, placed).await?.into_iter().flatten() {
            counts.add(&key, ALL_OWNERS, &sort, (i64::from(number > newest), 1));
        }
    }
    write_owners(connection, generation, &documents, &mut counts).await?;
    Ok(counts)
}

/// Returns the statement that deletes documents that are still from the stream that removes them.
pub(crate) fn remove_query<C: Sql>() -> Statement {
    let removed = rows_of::<C>("removed", 2, REMOVED);
    let these = "documents.generation = $1 AND documents.organization_id = of_organization AND documents.kind = of_kind
         AND documents.key = of_key AND documents.source_kind = from_kind AND documents.source_id = from_id";
    let rows = C::pick(
        format!("WHERE rowid IN (SELECT documents.rowid FROM {removed} CROSS JOIN documents ON {these})"),
        format!("USING {removed} WHERE {these}"),
    );
    sql(format!("DELETE FROM documents {rows} RETURNING organization_id, kind, key, sort, CAST(0 AS BIGINT)"))
}

/// Returns the statement that deletes the owner of a document.
pub(crate) fn disown_query() -> Statement {
    sql("DELETE FROM own_documents WHERE generation = $1 AND organization_id = $2 AND kind = $3 AND key = $4
         RETURNING owner_id")
}

async fn remove<C: Sql>(
    connection: &mut C,
    generation: Generation,
    removed: &[Removal],
    counts: &mut Counts,
) -> Result<(), StoreError> {
    if removed.is_empty() {
        return Ok(());
    }
    let row = |Removal { key, source }: &Removal| -> Row {
        key_row(key).into_iter().chain([source.kind.name().into(), source.id.into()]).collect()
    };
    // In the order of their keys, because shards may remove and write the same documents.
    let mut removed: Vec<&Removal> = removed.iter().collect();
    removed.sort_by_key(|removal| &removal.key);
    let rows = Value::Rows(REMOVED, removed.into_iter().map(row).collect());
    let gone = connection.all(remove_query::<C>().bind(generation.0).bind(rows), placed).await?;
    for (key, (sort, _)) in gone.into_iter().flatten() {
        if is_listed(&key, &sort) {
            counts.add(&key, ALL_OWNERS, &sort, (-1, 1));
        }
        // One by one: for several at once, SQLite reads all documents of the organization.
        if matches!(key.kind, ViewKind::Decklist | ViewKind::PublishedDecklist | ViewKind::OwnDecklist) {
            let disown = key_row(&key).into_iter().fold(disown_query().bind(generation.0), Statement::bind);
            if let Some(owner) = connection.first(disown, |row| Ok(row.column(0)?)).await? {
                counts.add(&key, owner, &sort, (-1, 1));
            }
        }
    }
    Ok(())
}

/// Records the owners of the decklists that documents show. An owner never changes.
async fn write_owners<C: Sql>(
    connection: &mut C,
    generation: Generation,
    documents: &[&Document],
    counts: &mut Counts,
) -> Result<(), StoreError> {
    let mut rows = Vec::new();
    for (Document { key, sort, .. }, owner) in documents.iter().filter_map(|it| Some((it, it.owner?.0))) {
        if key.kind == ViewKind::OwnDecklist {
            counts.add(key, owner, sort, (0, 1));
        }
        rows.push(key_row(key).into_iter().chain([owner.into(), sort.as_str().into()]).collect());
    }
    if rows.is_empty() {
        return Ok(());
    }
    let write = sql(format!(
        "INSERT INTO own_documents (generation, organization_id, kind, key, owner_id, sort)
         SELECT CAST($1 AS BIGINT), of_organization, of_kind, of_key, of_owner, of_sort FROM {} WHERE TRUE
         ON CONFLICT DO NOTHING RETURNING organization_id, kind, key, sort, owner_id",
        rows_of::<C>("owned", 2, OWNED)
    ));
    let write = write.bind(generation.0).bind(Value::Rows(OWNED, rows));
    for (key, (sort, owner)) in connection.all(write, placed).await?.into_iter().flatten() {
        counts.add(&key, owner, &sort, (1, 0));
    }
    Ok(())
}
