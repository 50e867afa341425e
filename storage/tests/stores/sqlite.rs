//! SQLite as a backend of the suite, and tests for SQLite only.

use std::path::Path;
use std::sync::Arc;

use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};
use storage::sqlite::{SqliteEventStore, SqliteViewStore};
use storage::{EventStore, ViewStore};
use tempfile::TempDir;

use crate::conformance::Backend;

/// Two files in a temporary folder.
pub(crate) struct Folder(TempDir);

impl Backend for Folder {
    async fn empty() -> Self {
        Self(TempDir::new().unwrap())
    }

    async fn event_store(&self) -> Arc<dyn EventStore> {
        Arc::new(SqliteEventStore::open(&self.0.path().join("data/events.sqlite")).await.unwrap())
    }

    async fn view_store(&self) -> Arc<dyn ViewStore> {
        Arc::new(SqliteViewStore::open(&self.0.path().join("data/views.sqlite")).await.unwrap())
    }

    async fn older_log(&self, schema: i64) {
        std::fs::create_dir_all(self.0.path().join("data")).unwrap();
        let newest = Migrator::new(Path::new("../migrations/events/sqlite")).await.unwrap();
        let older = newest.iter().filter(|it| it.version <= schema).cloned().collect();
        let pool = sqlx::SqlitePool::connect_with(self.options("events.sqlite").create_if_missing(true)).await.unwrap();
        Migrator::with_migrations(older).run(&pool).await.unwrap();
        pool.close().await;
    }

    async fn try_execute(&self, sql: &str) -> Result<(), String> {
        let mut connection = self.connection("events.sqlite").await;
        let done = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await;
        done.map(drop).map_err(|error| error.to_string())
    }

    async fn execute_on_views(&self, sql: &str) {
        let mut connection = self.connection("views.sqlite").await;
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    }

    async fn texts(&self, sql: &str) -> Vec<String> {
        let mut connection = self.connection("events.sqlite").await;
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut connection).await.unwrap();
        rows.iter().map(|row| row.try_get(0).unwrap()).collect()
    }

    async fn damage_event(&self, position: i64, set: &str) {
        self.execute("DROP TRIGGER IF EXISTS events_never_change").await;
        self.execute(&format!("UPDATE events SET {set} WHERE position = {position}")).await;
    }

    async fn holds_a_moment(&self) -> bool {
        let mut connection = self.connection("events.sqlite").await;
        let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await.unwrap();
        row.try_get::<i64, _>(0).unwrap() == 1
    }
}

impl Folder {
    fn options(&self, file: &str) -> SqliteConnectOptions {
        SqliteConnectOptions::new().filename(self.0.path().join("data").join(file))
    }

    pub(crate) async fn connection(&self, file: &str) -> SqliteConnection {
        let options = self.options(file).busy_timeout(std::time::Duration::from_millis(100));
        SqliteConnection::connect_with(&options).await.unwrap()
    }
}

#[tokio::test]
async fn both_files_are_in_wal_mode() {
    let folder = Folder::empty().await;
    let (_events, _views) = (folder.event_store().await, folder.view_store().await);
    for file in ["events.sqlite", "views.sqlite"] {
        let mut connection = folder.connection(file).await;
        let mode: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut connection).await.unwrap();
        assert_eq!(mode, "wal");
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_or_holds_views_is_no_log() {
    let folder = Folder::empty().await;
    let path = folder.0.path().join("events.sqlite");
    std::fs::write(&path, "these are not the bytes of a database, not even of an old one\n".repeat(20)).unwrap();
    assert!(SqliteEventStore::open(&path).await.is_err());
    assert!(SqliteViewStore::open(&path).await.is_err());

    folder.view_store().await.close().await;
    assert!(SqliteEventStore::open(&folder.0.path().join("data/views.sqlite")).await.is_err());
}
