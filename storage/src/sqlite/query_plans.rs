//! Tests that queries use their indexes. No other test notices a list that is sorted or scanned at each read.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;

use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::EventFormat;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{AssertSqlSafe, Row};

use super::open::Database;
use super::script::Script;
use super::{event_store, list_counts, view_store};
use crate::log_store::events;
use crate::paging;
use crate::records::{Audience, RecordFilter, RecordReader, records_query, state_query};
use crate::view_store::{documents, snapshots};
use crate::views::{ExportFilter, Lists, Page, ViewKind};

async fn plan(readers: &SqlitePool, sql: &str) -> String {
    let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
    let rows = sqlx::query(explain).fetch_all(readers).await.unwrap();
    rows.iter().map(|row| row.try_get::<String, _>(3).unwrap()).collect::<Vec<_>>().join("\n")
}

async fn views() -> (tempfile::TempDir, Database) {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::open(&folder.path().join("views.sqlite"), view_store::KIND).await.unwrap();
    (folder, database)
}

#[tokio::test]
async fn a_list_comes_from_its_index_in_order() {
    let (_folder, database) = views().await;
    for query in [false, true].map(documents::range_query::<SqliteConnection>) {
        let plan = plan(&database.readers(), &query.text).await;
        let index =
            "USING INDEX documents_in_lists (generation=? AND organization_id=? AND kind=? AND sort>? AND sort<?)";
        assert!(plan.contains(index) && !plan.contains("TEMP B-TREE"), "{plan}");
    }
    let whole = snapshots::list_query::<SqliteConnection>(7.into(), ViewKind::Round);
    let plan = plan(&database.readers(), &whole.text).await;
    let index = "USING INDEX documents_in_lists (generation=? AND organization_id=? AND kind=?)";
    assert!(plan.contains(index) && !plan.contains("TEMP B-TREE"), "{plan}");
}

/// A page reads the counts of blocks in a range, and documents from its block on.
#[tokio::test]
async fn a_page_is_found_by_its_blocks() {
    let (_folder, database) = views().await;
    let of_part =
        "list_counts USING PRIMARY KEY (generation=? AND organization_id=? AND kind=? AND owner_id=? AND depth=?";
    let totals = plan(&database.readers(), &paging::totals_query::<SqliteConnection>().text).await;
    assert!(totals.contains(&format!("{of_part} AND block=?)")), "{totals}");
    let block = plan(&database.readers(), &paging::block_query::<SqliteConnection>().text).await;
    assert!(block.contains(&format!("{of_part} AND block>? AND block<?)")), "{block}");
    let found = plan(&database.readers(), &paging::found_query::<SqliteConnection>().text).await;
    for index in [
        "COVERING INDEX documents_in_lists (generation=? AND organization_id=? AND kind=? AND sort>?)",
        "COVERING INDEX own_documents_in_lists (generation=? AND organization_id=? AND kind=? AND owner_id=? AND sort>?)",
        "documents USING INDEX sqlite_autoindex_documents_1 (generation=? AND organization_id=? AND kind=? AND key=?)",
    ] {
        assert!(found.contains(index), "{found}");
    }
    let named = plan(&database.readers(), &snapshots::named_query::<SqliteConnection>().text).await;
    assert!(named.contains("documents USING INDEX sqlite_autoindex_documents_1"), "{named}");
    assert!(!named.contains("TEMP B-TREE"), "{named}");
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
    ] {
        sqlx::query(AssertSqlSafe(sql)).bind(count).execute(&mut *database.writer().unwrap().acquire().await.unwrap()).await.unwrap();
    }
    let mut script = Script::default();
    list_counts::count_new(&mut script, 0);
    script.run(&mut database.writer().unwrap().acquire().await.unwrap()).await.unwrap();
}

#[tokio::test]
async fn documents_under_a_prefix_are_one_range_of_the_keys() {
    let (_folder, database) = views().await;
    for (has_end, range) in [(true, "key>? AND key<?"), (false, "key>?")] {
        let query = documents::onward_query::<SqliteConnection>(has_end);
        let plan = plan(&database.readers(), &query.text).await;
        let index = format!("sqlite_autoindex_documents_1 (generation=? AND organization_id=? AND kind=? AND {range})");
        assert!(plan.contains(&index) && !plan.contains("TEMP B-TREE"), "{plan}");
    }
}

#[tokio::test]
async fn documents_from_a_stream_are_found_by_it() {
    let (_folder, database) = views().await;
    let plan = plan(&database.readers(), &documents::documents_from_query::<SqliteConnection>().text).await;
    let index = "USING INDEX documents_by_source (generation=? AND source_kind=? AND source_id=?)";
    assert!(plan.contains(index), "{plan}");
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
        let exports = plan(&database.readers(), &snapshots::exports_query::<SqliteConnection>(&filter).text).await;
        assert!(exports.contains(index) && !exports.contains("TEMP B-TREE"), "{exports}");
        for with_text in [false, true] {
            let filter = ExportFilter { with_text, ..filter };
            let state =
                plan(&database.readers(), &snapshots::export_state_query::<SqliteConnection>(&filter).text).await;
            assert!(state.contains("COVERING INDEX exports_digests (generation=? AND starts_at>?"), "{state}");
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
        let index = "COVERING INDEX export_changes_in_order (generation=? AND sequence>?)";
        let records = plan(&database.readers(), &records_query(&filter).text).await;
        assert!(records.contains(index) && !records.contains("TEMP B-TREE"), "{records}");
        let state = plan(&database.readers(), &state_query(&filter).text).await;
        assert!(state.contains(index) && !state.contains("TEMP B-TREE"), "{state}");
        let full = RecordFilter { since: None, ..filter };
        let full = plan(&database.readers(), &records_query(&full).text).await;
        assert!(full.contains("COVERING INDEX export_changes_in_order") && !full.contains("TEMP B-TREE"), "{full}");
        assert!(full.contains("sqlite_autoindex_export_records_1 (generation=? AND tournament_id=?)"), "{full}");
    }
}

#[tokio::test]
async fn streams_are_read_from_their_index_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::open(&folder.path().join("events.sqlite"), event_store::KIND).await.unwrap();
    for query in [events::stream_query(), events::streams_query::<SqliteConnection>()] {
        let plan = plan(&database.readers(), &query.text).await;
        assert!(plan.contains("sqlite_autoindex_events_1 (stream_kind=? AND stream_id=?"), "{plan}");
        assert!(!plan.contains("TEMP B-TREE"), "{plan}");
    }
    let from = plan(&database.readers(), &event_store::range_query().text).await;
    assert!(from.contains("USING INTEGER PRIMARY KEY (rowid>?)") && !from.contains("TEMP B-TREE"), "{from}");
    let happened = plan(&database.readers(), &events::happened_query::<SqliteConnection>().text).await;
    assert!(happened.contains("USING INDEX events_of_organizations (organization_id=? AND position<?)"), "{happened}");
    assert!(!happened.contains("TEMP B-TREE"), "{happened}");
}
