//! PostgreSQL as a backend of the suite, and what only PostgreSQL must do.

use std::sync::Arc;

use sqlx::Connection;
use sqlx::postgres::PgConnection;
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
}

impl EventDatabase {
    pub(crate) fn url(&self) -> String {
        self.0.url()
    }

    async fn connection(&self) -> PgConnection {
        PgConnection::connect(&self.0.url()).await.unwrap()
    }
}
