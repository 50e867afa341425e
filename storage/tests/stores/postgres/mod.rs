//! PostgreSQL as a backend of the suite, and tests for PostgreSQL only.

use std::path::Path;
use std::sync::Arc;

use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Row};
use storage::EventStore;
use storage::postgres::PostgresEventStore;
use test_servers::{Postgres, TestDatabase};

use crate::conformance::{Backend, EventBackend};

pub(crate) mod cutting;
mod erasing;
mod events;
mod lost_answers;
mod order;
mod reading;

/// A database on the server that the tests share.
pub(crate) struct EventDatabase(TestDatabase);

impl Backend for EventDatabase {
    async fn empty() -> Self {
        Self(Postgres::shared().unwrap().database().await.unwrap())
    }
}

impl EventBackend for EventDatabase {
    async fn event_store(&self) -> Arc<dyn EventStore> {
        Arc::new(PostgresEventStore::open(&self.0.url(), storage::Access::Write).await.unwrap())
    }

    async fn older_log(&self, schema: i64) {
        let newest = Migrator::new(Path::new("../migrations/events/postgres")).await.unwrap();
        let older = newest.iter().filter(|it| it.version <= schema).cloned().collect();
        Migrator::with_migrations(older).run_direct(None, &mut self.connection().await, false).await.unwrap();
    }

    async fn execute(&self, sql: &str) {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut self.connection().await).await.unwrap();
    }

    async fn texts(&self, sql: &str) -> Vec<String> {
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut self.connection().await).await.unwrap();
        rows.iter().map(|row| row.try_get(0).unwrap()).collect()
    }

    async fn damage_event(&self, position: i64, set: &str) {
        self.execute("DROP TRIGGER IF EXISTS events_stay ON events").await;
        self.execute(&format!("UPDATE events SET {set} WHERE position = {position}")).await;
    }

    async fn holds_a_moment(&self) -> bool {
        let holders = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE backend_xmin IS NOT NULL
                       AND datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend')";
        sqlx::query(holders).fetch_one(&mut self.connection().await).await.unwrap().try_get(0).unwrap()
    }
}

impl EventDatabase {
    pub(crate) fn url(&self) -> String {
        self.0.url()
    }

    async fn connection(&self) -> PgConnection {
        PgConnection::connect(&self.0.url()).await.unwrap()
    }
}
