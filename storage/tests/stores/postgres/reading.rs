//! A read-only role, and a store opened read-only.

use std::path::Path;

use futures::TryStreamExt;
use proto_events::Position;
use proto_events::ids::{PasswordId, Sequence, UserId};
use sqlx::Executor;
use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection};
use storage::postgres::PostgresEventStore;
use storage::{Access, AppendError, EventStore as _, LogReader as _, StoreError};

use super::{Database, open_views};
use crate::conformance::Backend;
use crate::conformance::given::{ORGANIZATION, decklist, request, write};
use crate::conformance::passwords::HASH;

fn code_of(error: StoreError) -> Option<String> {
    match error {
        StoreError::Database(error) => error.as_database_error().and_then(|error| error.code().map(String::from)),
        _ => None,
    }
}

#[tokio::test]
async fn a_role_that_may_read_reads_and_is_refused_every_write() {
    let database = Database::empty().await;
    let writer = database.event_store().await;
    writer.append(request(vec![write(1, 0, 2)])).await.unwrap();
    writer.put_password(PasswordId(1), UserId(7), HASH).await.unwrap();
    let role = database.reader().await;

    let store = PostgresEventStore::open(&database.0.url_as(&role), Access::Read).await.unwrap();
    assert_eq!(store.read_stream(decklist(1), 0).await.unwrap().len(), 2);
    assert_eq!(store.read_from(Position::START, 10).await.unwrap().len(), 2);
    assert_eq!((store.head().await.unwrap(), store.log_id()), (Position(2), writer.log_id()));
    assert_eq!(store.holders("slug", &["open".into()]).await.unwrap(), [None]);
    assert_eq!(store.happened(ORGANIZATION, None, 1).await.unwrap().len(), 1);
    assert_eq!(code_of(store.password(PasswordId(1)).await.unwrap_err()).as_deref(), Some("42501"));
    let backup = store.backup().try_collect::<Vec<_>>().await;
    assert_eq!(code_of(backup.unwrap_err()).as_deref(), Some("42501"), "a backup contains passwords");

    let refused = store.append(request(vec![write(1, 2, 1)])).await.unwrap_err();
    assert!(matches!(&refused, AppendError::Store(StoreError::ReadOnly)), "{refused:?}");
    assert!(refused.to_string().contains("read-only"), "{refused}");
    assert!(matches!(store.reserve_ids(Sequence::User, 1).await, Err(StoreError::ReadOnly)));
    assert!(matches!(store.end_answer_hour(0, 24).await, Err(StoreError::ReadOnly)));
    assert!(matches!(store.put_password(PasswordId(1), UserId(7), HASH).await, Err(StoreError::ReadOnly)));
    assert!(matches!(store.forget_passwords(UserId(7), PasswordId(1)).await, Err(StoreError::ReadOnly)));
    writer.append(request(vec![write(1, 2, 1)])).await.unwrap();
    assert_eq!(store.head().await.unwrap(), Position(3), "appends of other processes are seen");
    assert!(!store.appended().has_changed().unwrap());
    store.close().await;

    let forbidden = [
        "INSERT INTO id_sequences (name, next) VALUES ('x', 1)",
        "UPDATE log_head SET position = 0",
        "DELETE FROM events",
        "TRUNCATE claims",
        "CREATE TABLE mine (id INTEGER)",
        "DROP TABLE events",
        "SELECT grant_reading('postgres')",
        "SELECT hash FROM passwords",
        "SELECT password_id FROM passwords",
        "UPDATE passwords SET user_id = 1",
        "COPY passwords TO STDOUT",
        "SELECT counter FROM sign_in_attempts",
        "SELECT origin FROM sign_in_origins",
        "SELECT endpoint FROM push_subscriptions",
        "SELECT user_id FROM notification_choices",
        "SELECT secret FROM sender_secrets",
        "SELECT url FROM discord_channels",
    ];
    database.assert_forbidden(&role, &forbidden).await;
    assert!(
        PostgresEventStore::open(&database.0.url_as(&role), Access::Write).await.is_err(),
        "the role may not open it for writing"
    );
    database.drop_role(&role).await;
}

/// Rights that were granted before the table of passwords existed also apply to tables of later migrations.
#[tokio::test]
async fn a_role_that_could_read_before_there_were_passwords_reads_none() {
    let database = Database::empty().await;
    let mut owner = database.connection().await;
    let mut older = Migrator::new(Path::new("../migrations/events/postgres")).await.unwrap();
    older.migrations.to_mut().retain(|migration| migration.version < 3);
    older.run(&mut owner).await.unwrap();
    let role = database.reader().await;
    owner.execute("ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC").await.unwrap();

    let writer = database.event_store().await;
    writer.put_password(PasswordId(1), UserId(7), HASH).await.unwrap();

    let mut session = PgConnection::connect(&database.0.url_as(&role)).await.unwrap();
    owner.execute("CREATE TABLE later (id BIGINT)").await.unwrap();
    session.execute("SELECT id FROM later").await.unwrap();
    let refused = session.execute("SELECT hash FROM passwords").await.unwrap_err();
    assert!(refused.to_string().contains("permission denied"), "{refused}");
    assert_eq!(writer.password(PasswordId(1)).await.unwrap().as_deref(), Some(HASH));
    owner.execute("ALTER DEFAULT PRIVILEGES REVOKE ALL ON TABLES FROM PUBLIC").await.unwrap();
    session.close().await.unwrap();
    database.drop_role(&role).await;
}

/// Opens the store that this role writes. Returns why it is refused.
async fn refused(database: &Database, role: &str, access: Access) -> String {
    let opened = match role {
        "write-api" => PostgresEventStore::open(&database.0.url(), access).await.map(drop),
        _ => open_views(&database.0.url(), access).await.map(drop),
    };
    match opened {
        Err(error @ StoreError::Unsupported(_)) => error.to_string(),
        other => panic!("{role}: {other:?}"),
    }
}

#[tokio::test]
async fn another_schema_is_refused_with_what_to_do() {
    for (role, table) in [("write-api", "log_head"), ("projector", "generations")] {
        let database = Database::empty().await;
        assert!(refused(&database, role, Access::Read).await.contains("the database is empty"));

        match role {
            "write-api" => database.event_store().await.close().await,
            _ => database.view_store().await.close().await,
        }
        let newest = "(SELECT max(version) FROM _sqlx_migrations)";
        database.execute(&format!("UPDATE _sqlx_migrations SET version = 999 WHERE version = {newest}")).await;
        for access in [Access::Read, Access::Write] {
            let why = refused(&database, role, access).await;
            assert!(why.contains("run a newer Crosstable"), "{why}");
        }

        database.execute("DELETE FROM _sqlx_migrations WHERE version = 999").await;
        let older = format!("start the process with the role `{role}` in this version first");
        assert!(refused(&database, role, Access::Read).await.contains(&older));

        database.execute(&format!("DROP TABLE {table} CASCADE")).await;
        for access in [Access::Read, Access::Write] {
            let why = refused(&database, role, access).await;
            assert!(why.contains(&format!("the table `{table}` is missing")), "{why}");
        }
    }
}
