//! PostgreSQL as a backend of the suite, and what only PostgreSQL must do.

use std::sync::Arc;

use sqlx::postgres::PgConnection;
use sqlx::{Connection, Row};
use storage::EventStore;
use storage::postgres::PostgresEventStore;
use test_servers::{Postgres, TestDatabase};

use crate::conformance::{Backend, EventBackend};

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
        Arc::new(PostgresEventStore::open(&self.0.url()).await.unwrap())
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
