//! The statements of webhooks on SQLite.

crate::webhooks::sql::webhook_statements!(sqlx::Sqlite, sqlx::sqlite::SqliteConnection, lock "", skip "");
