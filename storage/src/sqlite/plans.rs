//! That the queries find their indexes: a list that is sorted on each read, or scanned, shows in no other test.

use proto_events::vocabulary::EventFormat;
use sqlx::sqlite::SqlitePool;
use sqlx::{AssertSqlSafe, Row};

use super::open::Database;
use super::{event_store, view_read, view_sources, view_store, view_streams};
use crate::views::ExportFilter;

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
    let plan = plan(&database.readers(), view_streams::LIST).await;
    assert!(plan.contains("USING INDEX documents_in_lists (generation=? AND organization_id=? AND kind=?)"), "{plan}");
    assert!(!plan.contains("TEMP B-TREE"), "{plan}");
}

#[tokio::test]
async fn documents_under_a_prefix_are_one_range_of_the_keys() {
    let (_folder, database) = views().await;
    for (sql, range) in [(view_read::UNDER, "key>? AND key<?"), (view_read::ONWARD, "key>?")] {
        let plan = plan(&database.readers(), sql).await;
        let index = format!("sqlite_autoindex_documents_1 (generation=? AND organization_id=? AND kind=? AND {range})");
        assert!(plan.contains(&index) && !plan.contains("TEMP B-TREE"), "{plan}");
    }
}

#[tokio::test]
async fn documents_from_a_stream_are_found_by_it() {
    let (_folder, database) = views().await;
    let plan = plan(&database.readers(), view_sources::DOCUMENTS_FROM).await;
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
        let plan = plan(&database.readers(), &view_streams::exports_sql(&filter)).await;
        assert!(plan.contains(index) && !plan.contains("TEMP B-TREE"), "{plan}");
    }
}

#[tokio::test]
async fn streams_are_read_from_their_index_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::open(&folder.path().join("events.sqlite"), event_store::KIND).await.unwrap();
    for sql in [super::read_events::STREAM, super::read_events::STREAMS] {
        let plan = plan(&database.readers(), sql).await;
        assert!(plan.contains("sqlite_autoindex_events_1 (stream_kind=? AND stream_id=?"), "{plan}");
        assert!(!plan.contains("TEMP B-TREE"), "{plan}");
    }
    let from = plan(&database.readers(), super::read_events::FROM).await;
    assert!(from.contains("USING INTEGER PRIMARY KEY (rowid>?)") && !from.contains("TEMP B-TREE"), "{from}");
    let happened = plan(&database.readers(), super::read_events::HAPPENED).await;
    assert!(happened.contains("USING INDEX events_of_organizations (organization_id=? AND position<?)"), "{happened}");
    assert!(!happened.contains("TEMP B-TREE"), "{happened}");
}
