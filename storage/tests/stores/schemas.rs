//! Both databases have the same tables and columns after all migrations, apart from the stated ones.

use std::collections::BTreeSet;
use std::path::Path;

use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection, Row};
use test_servers::Postgres;

/// Columns that only one database has. PostgreSQL compresses large values by itself, and several processes write to it.
const ONLY_ONE: [&str; 8] = [
    "documents.size",
    "exports.size",
    "exports.size_with_text",
    "append_writers.batch",
    "append_writers.seen",
    "append_writers.writer",
    "log_head.changes",
    "shards.batch",
];

const OF_SQLITE: &str = "SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables
    JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'";
const OF_POSTGRES: &str =
    "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = current_schema()";

async fn of_sqlite(migrations: &Migrator) -> BTreeSet<String> {
    let mut database = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    migrations.run(&mut database).await.unwrap();
    let rows = sqlx::query(OF_SQLITE).fetch_all(&mut database).await.unwrap();
    rows.iter().map(|row| row.try_get(0).unwrap()).collect()
}

async fn of_postgres(migrations: &Migrator) -> BTreeSet<String> {
    let empty = Postgres::shared().unwrap().database().await.unwrap();
    let mut database = PgConnection::connect(&empty.url()).await.unwrap();
    migrations.run(&mut database).await.unwrap();
    let rows = sqlx::query(AssertSqlSafe(OF_POSTGRES)).fetch_all(&mut database).await.unwrap();
    rows.iter().map(|row| row.try_get(0).unwrap()).collect()
}

async fn migrations(folder: &str) -> Migrator {
    Migrator::new(Path::new("../migrations").join(folder)).await.unwrap()
}

fn names(migrations: &Migrator) -> Vec<i64> {
    migrations.iter().map(|migration| migration.version).collect()
}

#[tokio::test]
async fn both_databases_have_the_same_tables_and_columns() {
    let events = [migrations("events/sqlite").await, migrations("events/postgres").await];
    let views = [migrations("views/sqlite").await, migrations("views/postgres").await];
    for [sqlite, postgres] in [events, views] {
        assert_eq!(names(&sqlite), names(&postgres));
        let (sqlite, postgres) = (of_sqlite(&sqlite).await, of_postgres(&postgres).await);
        assert!(sqlite.len() > 20, "{sqlite:?}");
        let differences = sqlite.symmetric_difference(&postgres).filter(|column| !ONLY_ONE.contains(&column.as_str()));
        assert_eq!(differences.collect::<Vec<_>>(), [""; 0]);
    }
}
