//! Tests that queries use their indexes. No other test notices a list that is sorted or scanned at each read.
//!
//! The database is filled and analyzed, with the server's own settings. Each query is planned for given values, and
//! generically for any values.

use chrono::DateTime;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::EventFormat;
use proto_events::{StreamId, StreamKind};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use test_servers::{Postgres, TestDatabase};

use crate::paging;
use crate::postgres::PostgresViewStore;
use crate::sql::{Statement, Value};
use crate::view_store::ViewReader;
use crate::view_store::{changes, documents, snapshots, writing};
use crate::views::{ExportFilter, Generation, Lists, Page, ViewKind};
use crate::{Access, SpoolSettings};

/// Inserts two generations of 20 organizations with 500 documents of each of three kinds, and 10,000 tournaments with
/// their sources.
const FILL: &str = "
    INSERT INTO generations (fingerprint, state) VALUES ('one', 'active'), ('two', 'building');
    INSERT INTO shards SELECT id, 0, 1, 1, 1, 1, true FROM generations;
    INSERT INTO documents
    SELECT generation, organization, kind, n, 'tournament', organization * 1000 + n / 2, lpad(n::text, 8, '0'), n, true,
           n * 1000, n * 1000 + 500, 'digest', convert_to(repeat('x', 100), 'UTF8')
    FROM generate_series(1, 2) AS generation, generate_series(1, 20) AS organization,
         unnest(ARRAY['magic_event', 'round', 'convention_summary']) AS kind, generate_series(1, 500) AS n;
    INSERT INTO documents
    SELECT 1, organization, 'decklist', n, 'decklist', n, lpad(n::text, 20, '0'), n, false, NULL, NULL, 'digest', '{}'
    FROM generate_series(1, 5) AS organization, generate_series(1, 20000) AS n;
    INSERT INTO own_documents
    SELECT 1, 0, 'own_decklist', owner || '/' || n, owner, lpad(n::text, 20, '0')
    FROM generate_series(1, 100) AS owner, generate_series(1, 200) AS n;
    INSERT INTO own_documents
    SELECT 1, 3, 'decklist', n, 7, lpad(n::text, 20, '0') FROM generate_series(1, 200) AS n;
    INSERT INTO documents
    SELECT 1, 0, 'own_decklist', '7/' || n, 'decklist', n, lpad(n::text, 20, '0'), n, false, NULL, NULL, 'digest',
           '{\"organization_id\":3}'
    FROM generate_series(1, 200) AS n;
    INSERT INTO list_counts
    SELECT generation, organization_id, kind, 0, depth, left(sort, length), count(*), max(position)
    FROM documents, (VALUES (0, 0), (1, 14), (2, 16), (3, 18)) AS blocks (depth, length)
    WHERE depth = 0 OR kind = 'decklist' GROUP BY generation, organization_id, kind, depth, left(sort, length);
    INSERT INTO list_counts
    SELECT generation, organization_id, kind, owner_id, depth, left(sort, length), count(*), count(*)
    FROM own_documents, (VALUES (0, 0), (1, 14), (2, 16), (3, 18)) AS blocks (depth, length)
    GROUP BY generation, organization_id, kind, owner_id, depth, left(sort, length);
    INSERT INTO list_counts SELECT 1, organization, 'round', 0, 0, '', 1, 1 FROM generate_series(21, 5000) AS organization;
    INSERT INTO exports
    SELECT generation, n, n % 20, n * 1000, CASE WHEN n % 2 = 0 THEN 'legacy' ELSE 'modern' END, n, '', ''
    FROM generate_series(1, 2) AS generation, generate_series(1, 10000) AS n;
    INSERT INTO sources
    SELECT generation, 'tournament', n / 10, 'user', n
    FROM generate_series(1, 2) AS generation, generate_series(1, 20000) AS n;
    INSERT INTO parked VALUES (1, 'tournament', 1001, 1, 'broken')";

async fn filled() -> (TestDatabase, PgConnection) {
    let database = Postgres::shared().unwrap().database().await.unwrap();
    let views = PostgresViewStore::open(&database.url(), Access::Write, SpoolSettings::default()).await.unwrap();
    views.close().await;
    let mut connection = PgConnection::connect(&database.url()).await.unwrap();
    connection.execute(FILL).await.unwrap();
    connection.execute("VACUUM (ANALYZE)").await.unwrap();
    (database, connection)
}

async fn explained(connection: &mut PgConnection, sql: String) -> String {
    let rows = sqlx::raw_sql(AssertSqlSafe(sql)).fetch_all(connection).await.unwrap();
    rows.iter().map(|row| row.get::<String, _>(0)).collect::<Vec<_>>().join("\n")
}

/// Returns the plans of a statement: for these arguments, and for any arguments.
pub(super) async fn plans(connection: &mut PgConnection, statement: &str, arguments: &str) -> Vec<String> {
    connection.execute("DEALLOCATE ALL").await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(format!("PREPARE asked AS {statement}"))).execute(&mut *connection).await.unwrap();
    let mut plans = Vec::new();
    for mode in ["force_custom_plan", "force_generic_plan"] {
        let set = AssertSqlSafe(format!("SET plan_cache_mode = {mode}"));
        sqlx::raw_sql(set).execute(&mut *connection).await.unwrap();
        plans.push(explained(connection, format!("EXPLAIN EXECUTE asked ({arguments})")).await);
    }
    plans
}

fn literal(value: &Value) -> String {
    match value {
        Value::Number(Some(number)) => number.to_string(),
        Value::Text(Some(word)) => format!("'{word}'"),
        value => panic!("{value:?} is not expected here"),
    }
}

fn arguments(query: &Statement) -> String {
    query.values.iter().map(literal).collect::<Vec<_>>().join(", ")
}

/// Returns the plan of a query with a cursor, which is optimized for the first rows.
async fn plan_of_cursor(connection: &mut PgConnection, query: &Statement) -> String {
    let numbered = query.values.iter().enumerate().rev();
    let text = numbered
        .fold(query.text.to_string(), |text, (index, value)| text.replace(&format!("${}", index + 1), &literal(value)));
    explained(connection, format!("EXPLAIN DECLARE rows CURSOR FOR {text}")).await
}

fn assert_uses(plan: &str, index: &str) {
    assert!(plan.contains(index), "{index} is not used:\n{plan}");
    // Very small tables may be scanned.
    for scanned in ["documents", "exports", "sources", "list_counts", "own_documents", "events"] {
        assert!(!plan.contains(&format!("Seq Scan on {scanned}")), "{scanned} is read whole:\n{plan}");
    }
}

/// Asserts that rows are read in the order of the index: without a sort or a bitmap.
pub(super) fn assert_in_order(plan: &str, index: &str) {
    assert_uses(plan, index);
    assert!(!plan.contains("Sort") && !plan.contains("Bitmap"), "{plan}");
}

/// One test, because filling the database takes ten times as long as all plans.
#[tokio::test]
async fn queries_use_their_indexes() {
    let (_database, mut connection) = filled().await;
    let connection = &mut connection;
    whole_lists_come_from_an_index_in_order(connection).await;
    the_state_of_an_export_comes_from_an_index_alone(connection).await;
    rows_are_found_by_an_index(connection).await;
    sources_are_written_without_reading_all(connection).await;
    a_deep_page_costs_no_more_than_a_first_one(connection).await;
}

async fn whole_lists_come_from_an_index_in_order(connection: &mut PgConnection) {
    let organization_id = Some(3.into());
    let event_format = Some(EventFormat::Legacy);
    let since = DateTime::from_timestamp_micros(5_000);
    let none = ExportFilter::default();
    let exports = [
        (none, "Index Scan using exports_newest on"),
        (ExportFilter { since, ..none }, "Index Scan using exports_newest on"),
        (ExportFilter { organization_id, ..none }, "Index Scan using exports_newest_of_organization on"),
        (ExportFilter { event_format, ..none }, "Index Scan using exports_newest"),
        (ExportFilter { event_format, organization_id, since, ..none }, "Index Scan using exports_newest_of_"),
    ];
    let exports = exports.map(|(filter, index)| (snapshots::exports_query::<PgConnection>(&filter), index));
    let others = [
        (snapshots::list_query::<PgConnection>(7.into(), ViewKind::ConventionSummary), "documents_in_lists"),
        (documents::all_documents::<PgConnection>(Generation(1)), "Index Scan using documents_pkey"),
        (documents::all_exports::<PgConnection>(Generation(1)), "Index Scan using exports_pkey"),
    ];
    for (query, index) in exports.iter().chain(&others) {
        assert_in_order(&plan_of_cursor(connection, query).await, index);
    }
}

/// The index covers the query for an export's state, so that no row is read.
async fn the_state_of_an_export_comes_from_an_index_alone(connection: &mut PgConnection) {
    let since = DateTime::from_timestamp_micros(9_000_000);
    let recent = ExportFilter { since, ..ExportFilter::default() };
    for filter in [recent, ExportFilter { with_text: true, ..recent }] {
        let query = snapshots::export_state_query::<PgConnection>(&filter);
        for plan in plans(connection, &query.text, &arguments(&query)).await {
            assert_uses(&plan, "Index Only Scan using exports_digests on exports");
        }
    }
}

/// A page reads the counts of blocks in a range, and documents from its block on.
async fn rows_are_found_by_an_index(connection: &mut PgConnection) {
    let parts = "ARRAY[3, 0], ARRAY['decklist', 'own_decklist'], ARRAY[0, 7], ARRAY[1, 1]";
    let block = format!("1, 2, '00000000000000', '00000000000001', 5000, {parts}");
    let found = "1, 3, 'decklist', 7, '00000000000000005000', 10, 25, '\\x7b22'";
    let removed = "1, ARRAY[7], ARRAY['round'], ARRAY['25'], ARRAY['tournament'], ARRAY[7012]";
    let backward = "Index Scan Backward using documents_in_lists";
    for (statement, arguments, index) in [
        (paging::totals_query::<PgConnection>(), parts, "list_counts_pkey"),
        (paging::block_query::<PgConnection>(), block.as_str(), "list_counts_pkey"),
        (paging::found_query::<PgConnection>(), found, "documents_in_lists"),
        (paging::found_query::<PgConnection>(), found, "own_documents_in_lists"),
        (
            snapshots::named_query::<PgConnection>(),
            "1, ARRAY[3, 3], ARRAY['decklist', 'decklist'], ARRAY['17', '25']",
            "documents_pkey",
        ),
        (documents::range_query::<PgConnection>(false), "7, 'round', '1', '2', 25", "documents_in_lists"),
        (documents::range_query::<PgConnection>(true), "7, 'round', '1', '2', 25", backward),
        (documents::document_query::<PgConnection>(true), "7, 'round', '25'", "Index Scan using documents_pkey"),
        (documents::document_query::<PgConnection>(false), "7, 'round', '25', 1", "Index Scan using documents_pkey"),
        (documents::onward_query::<PgConnection>(), "7, 'round', '25', '26'", "documents_pkey"),
        (documents::onward_query::<PgConnection>(), "7, 'round', '25', '26'", "(key >= "),
        (documents::dependents_query::<PgConnection>(), "1, ARRAY['user', 'user'], ARRAY[7, 8]", "sources_by_source"),
        (documents::documents_from_query::<PgConnection>(), "1, 'tournament', 7025", "documents_by_source"),
        (writing::remove_query::<PgConnection>(), removed, "Index Scan using documents_pkey"),
        (writing::disown_query(), "1, 3, 'decklist', '17'", "Index Scan using own_documents_pkey"),
    ] {
        for plan in plans(connection, &statement.text, arguments).await {
            assert_uses(&plan, index);
        }
    }
}

async fn sources_are_written_without_reading_all(connection: &mut PgConnection) {
    let stream = |kind, id| StreamId { kind, id };
    let sources = vec![(stream(StreamKind::Tournament, 25), vec![stream(StreamKind::User, 250)])];
    let statements = changes::sources::<PgConnection>(Generation(1), &sources);
    let pair = "ARRAY['tournament'], ARRAY[25], ARRAY['user'], ARRAY[250]";
    for (statement, first) in statements.iter().zip(["1, ARRAY['tournament'], ARRAY[25]", "1"]) {
        for plan in plans(connection, &statement.text, &format!("{first}, {pair}")).await {
            assert!(!plan.contains("Seq Scan on sources"), "{plan}");
        }
    }
}

/// A deep page reads no more rows than the first, counted by the server.
async fn a_deep_page_costs_no_more_than_a_first_one(connection: &mut PgConnection) {
    let of = Lists { list: Some((OrganizationId(3), ViewKind::Decklist)), own: Some(UserId(7)) };
    let mut reads = Vec::new();
    for offset in [0, 10_000, 19_950] {
        let before = tuples_read(connection).await;
        let (state, _) = paging::page(connection, of, Page { offset, limit: 25 }).await.unwrap();
        assert_eq!(state.count, 20_000);
        reads.push(tuples_read(connection).await - before);
    }
    assert!(reads.iter().all(|read| *read < 1_000), "{reads:?} rows");
}

/// Returns the number of index entries and table rows that were read so far.
async fn tuples_read(connection: &mut PgConnection) -> i64 {
    connection.execute("SELECT pg_stat_force_next_flush()").await.unwrap();
    let sql = "SELECT (sum(idx_tup_read) + (SELECT sum(seq_tup_read) FROM pg_stat_user_tables))::bigint
               FROM pg_stat_user_indexes WHERE relname IN ('documents', 'own_documents', 'list_counts')";
    sqlx::query(sql).fetch_one(connection).await.unwrap().get(0)
}
