//! Tests that the log's queries use their indexes, as [`super::view_plans`] does for views.

use sqlx::postgres::PgConnection;
use sqlx::{Connection, Executor};
use test_servers::{Postgres, TestDatabase};

use super::view_plans::{assert_in_order, plans};
use crate::log_store::LogReader;
use crate::log_store::events;
use crate::postgres::PostgresEventStore;

/// Inserts 20,000 events of 20 organizations. One of them has only uses of keys among its newest events.
const FILL: &str = "
    INSERT INTO events
    SELECT n, 'organization', n % 20, n / 20 + 1, n % 20, n, n, '\"system\"',
           CASE WHEN n > 5000 AND n % 20 = 7 THEN 'api_key_used' ELSE 'renamed' END, 1, '\\x00', NULL, '{}'
    FROM generate_series(1, 20000) AS n;
    ANALYZE";

async fn filled() -> (TestDatabase, PgConnection) {
    let database = Postgres::shared().unwrap().database().await.unwrap();
    PostgresEventStore::open(&database.url(), crate::Access::Write).await.unwrap().close().await;
    let mut connection = PgConnection::connect(&database.url()).await.unwrap();
    connection.execute(FILL).await.unwrap();
    (database, connection)
}

#[tokio::test]
async fn what_happened_comes_from_its_index_in_order() {
    let (_database, mut connection) = filled().await;
    for arguments in ["7, 9223372036854775807, 50", "8, 12000, 50"] {
        for plan in plans(&mut connection, &events::happened_query::<PgConnection>().text, arguments).await {
            assert_in_order(&plan, "Index Scan Backward using events_of_organizations");
            assert!(
                plan.contains("Index Cond: ((organization_id >= ")
                    && plan.contains("ROW(organization_id, ")
                    && !plan.contains("Filter"),
                "{plan}"
            );
        }
    }
}
