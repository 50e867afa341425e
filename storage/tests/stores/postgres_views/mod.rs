//! PostgreSQL's view store as a backend of the suite, and tests for it only.

use std::sync::Arc;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection};
use storage::ViewStore;
use storage::postgres::PostgresViewStore;
use test_servers::{Postgres, TestDatabase};

use crate::conformance::{Backend, ViewBackend};

mod commits;
mod lost_answers;
mod reading;

/// A database on the server that the tests share.
pub(crate) struct ViewDatabase(TestDatabase);

impl Backend for ViewDatabase {
    async fn empty() -> Self {
        Self(Postgres::shared().unwrap().database().await.unwrap())
    }
}

impl ViewBackend for ViewDatabase {
    async fn view_store(&self) -> Arc<dyn ViewStore> {
        Arc::new(
            PostgresViewStore::open(&self.0.url(), storage::Access::Write, storage::SpoolSettings::default())
                .await
                .unwrap(),
        )
    }

    async fn execute(&self, sql: &str) {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut self.connection().await).await.unwrap();
    }
}

impl ViewDatabase {
    async fn connection(&self) -> PgConnection {
        PgConnection::connect(&self.0.url()).await.unwrap()
    }
}
