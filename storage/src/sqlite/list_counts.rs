//! Counts the documents in lists: once for each batch. Triggers count the documents that show a user's own decklist, and their
//! changes.

use std::collections::BTreeMap;

use crate::document_rows::{REMOVED, removal_row};
use crate::sql::{Statement, Value, sql};
use crate::views::{Document, Generation, Removal, ViewKind};

/// Reads the newest row of a document, before others are added.
pub(super) const NEWEST: &str = "SELECT coalesce(max(rowid), 0) FROM documents";

/// Returns the statement that counts the documents behind the row `newest`.
pub(super) fn count_new(newest: i64) -> Statement {
    let count = sql("INSERT INTO list_counts
         SELECT generation, organization_id, kind, 0, column1, substr(block, 1, column2), documents, 0
         FROM (SELECT generation, organization_id, kind, count(*) AS documents,
                      CASE WHEN kind IN ('decklist', 'published_decklist') THEN substr(sort, 1, 18) ELSE '' END AS block
               FROM documents NOT INDEXED WHERE sort <> '' AND kind <> 'own_decklist' AND rowid > $1
               GROUP BY generation, organization_id, kind, block)
         CROSS JOIN (VALUES (0, 0), (1, 14), (2, 16), (3, 18)) WHERE column1 = 0 OR block <> ''
         ON CONFLICT DO UPDATE SET count = count + excluded.count");
    count.bind(newest)
}

/// Returns the statements that count the documents behind the row `newest`, and the changes of lists by all these
/// documents.
pub(super) fn count(newest: i64, generation: Generation, documents: &[Document]) -> Vec<Statement> {
    let mut changes = BTreeMap::<(i64, &str), i64>::new();
    for Document { key, .. } in documents.iter().filter(|document| is_listed(document)) {
        *changes.entry((key.organization_id.0, key.kind.stored_name())).or_default() += 1;
    }
    if changes.is_empty() {
        return Vec::new();
    }
    let rows = changes
        .into_iter()
        .map(|((organization, kind), changes)| vec![organization.into(), kind.into(), changes.into()]);
    let rows = Value::Rows("organization bigint, kind text, changes bigint", rows.collect());
    let change = sql("INSERT INTO list_counts SELECT $1, value ->> 0, value ->> 1, 0, 0, '', 0, value ->> 2
         FROM json_each($2) WHERE TRUE ON CONFLICT DO UPDATE SET changes = changes + excluded.changes");
    vec![count_new(newest), change.bind(generation.0).bind(rows)]
}

fn is_listed(document: &Document) -> bool {
    !document.sort.is_empty() && document.key.kind != ViewKind::OwnDecklist
}

/// Returns the statements that remove documents that are still from the stream that removes them, with their counts and
/// owners.
pub(super) fn remove(generation: Generation, removed: &[Removal]) -> Vec<Statement> {
    if removed.is_empty() {
        return Vec::new();
    }
    let rows = removed.iter().map(removal_row).collect::<Vec<_>>();
    let add = " ON CONFLICT DO UPDATE SET count = count + excluded.count, changes = changes + excluded.changes";
    let statements = [
        (
            "INSERT INTO list_counts
             SELECT generation, organization_id, kind, 0, column1, substr(sort, 1, column2), -1, column1 = 0
             FROM documents CROSS JOIN (VALUES (0, 0), (1, 14), (2, 16), (3, 18))
             WHERE sort <> '' AND kind <> 'own_decklist'
               AND (column1 = 0 OR kind IN ('decklist', 'published_decklist')) AND documents.rowid IN ",
            add,
        ),
        (
            "INSERT INTO list_counts
             SELECT generation, organization_id, kind, owner_id, column1, substr(own.sort, 1, column2), -1, column1 = 0
             FROM documents JOIN own_documents AS own USING (generation, organization_id, kind, key)
             CROSS JOIN (VALUES (0, 0), (1, 14), (2, 16), (3, 18)) WHERE documents.rowid IN ",
            add,
        ),
        (
            "DELETE FROM own_documents WHERE (generation, organization_id, kind, key) IN (
                 SELECT generation, organization_id, kind, key FROM documents WHERE rowid IN ",
            ")",
        ),
        ("DELETE FROM documents WHERE rowid IN ", ""),
    ];
    let statement = |(statement, end): (&str, &str)| {
        let statement = sql(format!(
            "{statement}(SELECT documents.rowid FROM json_each($2) AS gone CROSS JOIN documents ON generation = $1
             AND organization_id = gone.value ->> 0 AND kind = gone.value ->> 1 AND documents.key = gone.value ->> 2
             AND source_kind = gone.value ->> 3 AND source_id = gone.value ->> 4){end}"
        ));
        statement.bind(generation.0).bind(Value::Rows(REMOVED, rows.clone()))
    };
    statements.map(statement).into()
}
