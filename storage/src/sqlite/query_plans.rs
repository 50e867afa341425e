//! Tests that queries use their indexes. No other test notices a list that is sorted or scanned at each read.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;

use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::EventFormat;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row};

use super::open::Database;
use super::{event_store, view_store};
use crate::log_store::events;
use crate::paging;
use crate::records::{Audience, RecordFilter, RecordReader, records_query, state_query};
use crate::sql::Statement;
use crate::view_store::{documents, snapshots, writing};
use crate::views::{ExportFilter, Lists, Page, ViewKind};

type C = SqliteConnection;

/// The first columns of most indexes of views.
const LIST: &str = "generation=? AND organization_id=? AND kind=?";

/// Asserts that a query uses this index. Returns its plan.
async fn assert_uses(database: &Database, query: &Statement, index: &str) -> String {
    let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {}", query.text));
    let rows = sqlx::query(explain).fetch_all(&database.readers()).await.unwrap();
    let plan = rows.iter().map(|row| row.try_get::<String, _>(3).unwrap()).collect::<Vec<_>>().join("\n");
    assert!(plan.contains(index), "{index} is not used:\n{plan}");
    plan
}

/// Asserts that a query uses this index, and sorts nothing.
async fn assert_in_order(database: &Database, query: &Statement, index: &str) {
    let plan = assert_uses(database, query, index).await;
    assert!(!plan.contains("TEMP B-TREE"), "{plan}");
}

async fn views() -> (tempfile::TempDir, Database) {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::open(&folder.path().join("views.sqlite"), view_store::KIND).await.unwrap();
    (folder, database)
}

#[tokio::test]
async fn documents_come_from_their_indexes_in_order() {
    let (_folder, database) = views().await;
    for (query, index) in [
        (documents::range_query::<C>(false), format!("documents_in_lists ({LIST} AND sort>? AND sort<?)")),
        (documents::range_query::<C>(true), format!("documents_in_lists ({LIST} AND sort>? AND sort<?)")),
        (snapshots::list_query::<C>(7.into(), ViewKind::Round), format!("documents_in_lists ({LIST})")),
        (snapshots::named_query::<C>(), "documents USING INDEX sqlite_autoindex_documents_1".to_owned()),
        (documents::onward_query::<C>(), format!("documents_1 ({LIST} AND key>? AND key<?)")),
    ] {
        assert_in_order(&database, &query, &index).await;
    }
}

/// A page reads the counts of blocks in a range, and documents from its block on.
#[tokio::test]
async fn documents_of_a_page_or_a_stream_are_found_by_indexes() {
    let (_folder, database) = views().await;
    let counts = format!("list_counts USING PRIMARY KEY ({LIST} AND owner_id=? AND depth=? AND block");
    for (query, index) in [
        (paging::totals_query::<C>(), format!("{counts}=?)")),
        (paging::block_query::<C>(), format!("{counts}>? AND block<?)")),
        (paging::found_query::<C>(), format!("COVERING INDEX documents_in_lists ({LIST} AND sort>?)")),
        (
            paging::found_query::<C>(),
            format!("COVERING INDEX own_documents_in_lists ({LIST} AND owner_id=? AND sort>?)"),
        ),
        (paging::found_query::<C>(), format!("documents USING INDEX sqlite_autoindex_documents_1 ({LIST} AND key=?)")),
        (
            documents::documents_from_query::<C>(),
            "documents_by_source (generation=? AND source_kind=? AND source_id=?)".to_owned(),
        ),
        (
            writing::remove_query::<C>(),
            format!("documents USING INDEX sqlite_autoindex_documents_1 ({LIST} AND key=?)"),
        ),
        (writing::disown_query(), format!("own_documents USING PRIMARY KEY ({LIST} AND key=?)")),
    ] {
        assert_uses(&database, &query, &index).await;
    }
}

#[tokio::test]
async fn exports_come_from_an_index_in_order_whatever_is_asked_for() {
    let (_folder, database) = views().await;
    let organization_id = Some(3.into());
    let event_format = Some(EventFormat::Legacy);
    let none = ExportFilter::default();
    for (filter, index) in [
        (none, "exports_newest (generation=? AND starts_at>?)"),
        (
            ExportFilter { organization_id, ..none },
            "exports_newest_of_organization (generation=? AND organization_id=?",
        ),
        (ExportFilter { event_format, ..none }, "exports_newest_of_format (generation=? AND event_format=?"),
        (ExportFilter { event_format, organization_id, ..none }, "exports_newest_of_"),
    ] {
        assert_in_order(&database, &snapshots::exports_query::<C>(&filter), index).await;
        for with_text in [false, true] {
            let state = snapshots::export_state_query::<C>(&ExportFilter { with_text, ..filter });
            assert_uses(&database, &state, "COVERING INDEX exports_digests (generation=? AND starts_at>?").await;
        }
    }
}

/// Reads what changed, and nothing before it, in the order in which it is sent.
#[tokio::test]
async fn changes_come_from_their_index_in_order() {
    let (_folder, database) = views().await;
    let everyone = RecordFilter { since: Some(7), ..RecordFilter::default() };
    let own = Some((OrganizationId(3), Audience::Staff));
    for filter in [
        everyone,
        RecordFilter { reader: RecordReader { own }, ..everyone },
        RecordFilter { organization_id: own.map(|(id, _)| id), event_format: Some(EventFormat::Legacy), ..everyone },
    ] {
        let full = records_query(&RecordFilter { since: None, ..filter });
        for (query, index) in [
            (&records_query(&filter), "COVERING INDEX export_changes_in_order (generation=? AND sequence>?)"),
            (&state_query(&filter), "COVERING INDEX export_changes_in_order (generation=? AND sequence>?)"),
            (&full, "COVERING INDEX export_changes_in_order"),
            (&full, "sqlite_autoindex_export_records_1 (generation=? AND tournament_id=?)"),
        ] {
            assert_in_order(&database, query, index).await;
        }
    }
}

#[tokio::test]
async fn events_come_from_their_indexes_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::open(&folder.path().join("events.sqlite"), event_store::KIND).await.unwrap();
    for (query, index) in [
        (events::stream_query(), "sqlite_autoindex_events_1 (stream_kind=? AND stream_id=?"),
        (events::streams_query::<C>(), "sqlite_autoindex_events_1 (stream_kind=? AND stream_id=?"),
        (events::range_query(), "USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"),
        (events::happened_query::<C>(), "USING INDEX events_of_organizations (organization_id=? AND position<?)"),
    ] {
        assert_in_order(&database, &query, index).await;
    }
}

/// Counts the steps that SQLite's virtual machine needs for a page.
#[tokio::test]
async fn a_deep_page_costs_no_more_than_a_first_one() {
    let (_folder, database) = views().await;
    fill(&database, 60_000).await;
    let own = Lists { list: Some((OrganizationId(3), ViewKind::Decklist)), own: Some(UserId(7)) };
    let mut steps = Vec::new();
    for offset in [0, 15_000, 30_000, 59_975] {
        let mut connection = database.readers().acquire().await.unwrap();
        let counted = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&counted);
        connection
            .lock_handle()
            .await
            .unwrap()
            .set_progress_handler(STEP, move || count.fetch_add(1, SeqCst) < usize::MAX);
        let (_, keys) = paging::page(&mut *connection, own, Page { offset, limit: 25 }).await.unwrap();
        connection.lock_handle().await.unwrap().remove_progress_handler();
        assert_eq!(keys.len(), 25);
        steps.push(counted.load(SeqCst));
    }
    // A page reads at most a hundred documents that are not on it, and a hundred counts for each depth.
    let most = 3 * steps[0];
    assert!(steps.iter().all(|steps| *steps < most), "{steps:?} times {STEP} steps");
}

/// Instructions of SQLite's virtual machine per counted step.
const STEP: i32 = 100;

/// Fills the list of an organization; every other decklist belongs to one person.
async fn fill(database: &Database, count: i64) {
    let rows = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)";
    let place = "'0922337203' || (6854775808 + n)";
    for sql in [
        "INSERT INTO generations (fingerprint, state) SELECT 'one', 'active' WHERE ?1 > 0".to_owned(),
        format!(
            "{rows} INSERT INTO documents (generation, organization_id, kind, key, source_kind, source_id, sort, position,
             has_period, digest, body) SELECT 1, 3, 'decklist', n, 'decklist', n, {place}, 1, 0, '', x'7b7d' FROM numbers"
        ),
        format!(
            "{rows} INSERT INTO documents (generation, organization_id, kind, key, source_kind, source_id, sort, position,
             has_period, digest, body) SELECT 1, 0, 'own_decklist', '7/' || n, 'decklist', n, {place}, 1, 0, '',
             CAST('{{\"organization_id\":3}}' AS BLOB) FROM numbers WHERE n % 2"
        ),
        format!("{rows} INSERT INTO own_documents SELECT 1, 3, 'decklist', n, 7, {place} FROM numbers WHERE n % 2"),
        format!("{rows} INSERT INTO own_documents SELECT 1, 0, 'own_decklist', '7/' || n, 7, {place} FROM numbers WHERE n % 2"),
        "INSERT INTO list_counts
         SELECT generation, organization_id, kind, owner_id, column1, substr(sort, 1, column2), count(*), count(*)
         FROM (SELECT generation, organization_id, kind, 0 AS owner_id, sort FROM documents WHERE kind = 'decklist'
               UNION ALL SELECT generation, organization_id, kind, owner_id, sort FROM own_documents)
         CROSS JOIN (VALUES (0, 0), (1, 14), (2, 16), (3, 18)) WHERE ?1 > 0
         GROUP BY generation, organization_id, kind, owner_id, column1, substr(sort, 1, column2)"
            .to_owned(),
    ] {
        sqlx::query(AssertSqlSafe(sql)).bind(count).execute(&mut *database.writer().unwrap().acquire().await.unwrap()).await.unwrap();
    }
}
