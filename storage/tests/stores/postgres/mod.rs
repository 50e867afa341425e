//! PostgreSQL as a backend of the suite, and tests for PostgreSQL only.

use std::path::Path;
use std::sync::Arc;

use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use storage::postgres::{PostgresEventStore, PostgresViewStore};
use storage::{Access, EventStore, SpoolSettings, StoreError, ViewStore};
use test_servers::{Postgres, TestDatabase};

use crate::conformance::Backend;

pub(crate) mod cutting;
mod erasing;
mod events;
mod lost_answers;
mod reading;

pub(crate) async fn open_views(url: &str, access: Access) -> Result<PostgresViewStore, StoreError> {
    PostgresViewStore::open(url, access, SpoolSettings::default()).await
}

/// Kills a server and starts it again.
pub(crate) async fn restarted(server: Postgres) -> Postgres {
    let restart = move || {
        server.crash().unwrap();
        server.start().unwrap();
        server
    };
    tokio::task::spawn_blocking(restart).await.unwrap()
}

/// A database on the server that the tests share.
pub(crate) struct Database(pub(crate) TestDatabase);

impl Backend for Database {
    async fn empty() -> Self {
        Self(Postgres::shared().unwrap().database().await.unwrap())
    }

    async fn event_store(&self) -> Arc<dyn EventStore> {
        Arc::new(PostgresEventStore::open(&self.0.url(), Access::Write).await.unwrap())
    }

    async fn view_store(&self) -> Arc<dyn ViewStore> {
        Arc::new(open_views(&self.0.url(), Access::Write).await.unwrap())
    }

    async fn older_log(&self, schema: i64) {
        let newest = Migrator::new(Path::new("../migrations/events/postgres")).await.unwrap();
        let older = newest.iter().filter(|it| it.version <= schema).cloned().collect();
        Migrator::with_migrations(older).run_direct(None, &mut self.connection().await, false).await.unwrap();
    }

    async fn try_execute(&self, sql: &str) -> Result<(), String> {
        let done = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut self.connection().await).await;
        done.map(drop).map_err(|error| error.to_string())
    }

    async fn execute_on_views(&self, sql: &str) {
        self.execute(sql).await;
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

impl Database {
    pub(crate) async fn connection(&self) -> PgConnection {
        PgConnection::connect(&self.0.url()).await.unwrap()
    }

    /// Creates a role that may only read. All tests share the server, so it is named after the database.
    pub(crate) async fn reader(&self) -> String {
        let role = format!("reader_{}", self.0.name());
        let mut owner = self.connection().await;
        let make = format!("DROP ROLE IF EXISTS {role}; CREATE ROLE {role} LOGIN");
        owner.execute(AssertSqlSafe(make)).await.unwrap();
        sqlx::query("SELECT grant_reading($1)").bind(&role).execute(&mut owner).await.unwrap();
        role
    }

    /// Runs each statement as the role and expects that it lacks the right.
    pub(crate) async fn assert_forbidden(&self, role: &str, statements: &[&'static str]) {
        let mut session = PgConnection::connect(&self.0.url_as(role)).await.unwrap();
        for forbidden in statements {
            let refused = session.execute(*forbidden).await.unwrap_err();
            let code = refused.as_database_error().and_then(|error| error.code().map(String::from));
            assert_eq!(code.as_deref(), Some("42501"), "{forbidden}: {refused}");
        }
        session.close().await.unwrap();
    }

    pub(crate) async fn drop_role(&self, role: &str) {
        let drop = format!("DROP OWNED BY {role}; DROP ROLE {role}");
        self.connection().await.execute(AssertSqlSafe(drop)).await.unwrap();
    }
}
