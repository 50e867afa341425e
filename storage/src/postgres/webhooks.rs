//! The statements of webhooks on PostgreSQL.

crate::webhooks::sql::webhook_statements!(
    sqlx::Postgres, sqlx::postgres::PgConnection, lock " FOR UPDATE", skip " FOR UPDATE SKIP LOCKED"
);
