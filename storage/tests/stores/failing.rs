//! Writes that fail in the middle: SQLite then rolls the transaction back by itself, as it does when the disk is full
//! or fails. The next write must work as if nothing had been tried.

use chrono::TimeDelta;
use proto_events::ids::{PasswordId, Sequence, UserId};
use proto_events::{Position, StreamId, StreamKind};
use sqlx::{AssertSqlSafe, SqliteConnection};
use storage::{
    AppendRequest, Attempt, AttemptLimit, EventStore, Reached, Shard, SignIn, ViewBatch, ViewKind, ViewStore,
};

use crate::conformance::given::{answer, assert_gapless, at, commit, document, key, request, write};
use crate::conformance::{Backend, EventBackend, ViewBackend};
use crate::sqlite::Folder;

/// A table in which each change rolls the transaction back, until it is mended.
struct Broken<'a> {
    connection: SqliteConnection,
    table: &'a str,
}

impl<'a> Broken<'a> {
    async fn table(folder: &Folder, file: &str, table: &'a str) -> Self {
        let mut connection = folder.connection(file).await;
        for change in ["INSERT", "UPDATE", "DELETE"] {
            let trigger = format!(
                "CREATE TRIGGER broken_{table}_{change} BEFORE {change} ON {table} BEGIN SELECT RAISE(ROLLBACK, 'broken'); END"
            );
            sqlx::query(AssertSqlSafe(trigger)).execute(&mut connection).await.unwrap();
        }
        Self { connection, table }
    }

    async fn mend(mut self) {
        for change in ["INSERT", "UPDATE", "DELETE"] {
            let trigger = format!("DROP TRIGGER broken_{}_{change}", self.table);
            sqlx::query(AssertSqlSafe(trigger)).execute(&mut self.connection).await.unwrap();
        }
    }
}

/// Tries every write of a log, each more than once.
async fn write_everything(store: &dyn EventStore, step: i64) -> Vec<Result<(), String>> {
    let idempotency = Some(answer("api-key/1", &format!("key {step}"), "created"));
    let append = AppendRequest { idempotency, ..request(vec![write(step, 0, 2)]) };
    let (id, user) = (PasswordId(step), UserId(7));
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let attempt = Attempt {
        limits: vec![AttemptLimit { counter: [7; 16], limit: 1_000 }],
        at: at(1),
        window: TimeDelta::minutes(10),
    };
    let sign_in = SignIn { reset: [8; 16], taken_back: vec![[7; 16]], origin: [9; 16], at: at(1) };
    vec![
        store.append(append).await.map(drop).map_err(|error| text(&error)),
        // More than the rest of a block, so that a new block is taken from the database.
        store.reserve_ids(Sequence::Match, 10_000).await.map(drop).map_err(|error| text(&error)),
        store.put_password(id, user, &format!("hash {step}")).await.map_err(|error| text(&error)),
        store.forget_passwords(user, id).await.map(drop).map_err(|error| text(&error)),
        store.count_attempt(&attempt).await.map(drop).map_err(|error| text(&error)),
        store.note_sign_in(&sign_in).await.map_err(|error| text(&error)),
        store.forget_attempts(at(0), at(0)).await.map(drop).map_err(|error| text(&error)),
        match store.answer_hour().await {
            Ok(hour) => store.end_answer_hour(hour, 0).await.map(drop),
            Err(error) => Err(error),
        }
        .map_err(|error| text(&error)),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_to_the_log_that_fails_does_not_stop_the_next() {
    let folder = Folder::empty().await;
    let store = folder.event_store().await;
    assert!(write_everything(&*store, 1).await.iter().all(Result::is_ok));
    let mut step = 1;
    for table in [
        "events",
        "log_head",
        "idempotent_answers",
        "id_sequences",
        "passwords",
        "answer_clock",
        "sign_in_attempts",
        "sign_in_origins",
    ] {
        let broken = Broken::table(&folder, "events.sqlite", table).await;
        step += 1;
        let failed = write_everything(&*store, step).await.into_iter().filter_map(Result::err).collect::<Vec<_>>();
        assert!(!failed.is_empty() && failed.iter().all(|error| error.contains("broken")), "{table}: {failed:?}");
        broken.mend().await;
        step += 1;
        let written = write_everything(&*store, step).await;
        assert!(written.iter().all(Result::is_ok), "after {table}: {written:?}");
    }
    let head = store.head().await.unwrap();
    assert_gapless(&*store, head.0).await;
}

/// Tries every write of views, each more than once.
async fn write_views(store: &dyn ViewStore, step: i64) -> Vec<Result<(), String>> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let active = store.active().await.unwrap().unwrap();
    let to = Position(active.position().0 + 1);
    let mut batch = ViewBatch::new(active.generation, Shard::WHOLE, active.position(), Reached::all(to));
    batch.documents = vec![document(ViewKind::Round, "1", &format!("round {step}"))];
    batch.lagging = vec![StreamId { kind: StreamKind::Tournament, id: step }];
    let mut done = vec![store.commit(batch).await.map(drop).map_err(|error| text(&error))];
    let begun = store.begin_generation("second", "log").await;
    done.push(begun.as_ref().map(drop).map_err(|error| text(error)));
    if let Ok(generation) = begun {
        // Divided into two shards, and back into one.
        for of in [2, 1] {
            let opened = store.open_shard(generation, Shard { index: 0, of }).await;
            done.push(opened.map(drop).map_err(|error| text(&error)));
        }
        done.push(store.mark_complete(generation, Shard::WHOLE).await.map_err(|error| text(&error)));
        done.push(store.switch_to(generation, Position(0)).await.map(drop).map_err(|error| text(&error)));
    }
    done.push(store.drop_inactive().await.map(drop).map_err(|error| text(&error)));
    done
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_to_the_views_that_fails_does_not_stop_the_next() {
    let folder = Folder::empty().await;
    let store = folder.view_store().await;
    let generation = store.begin_generation("first", "log").await.unwrap();
    commit(&*store, generation, |batch| batch.documents = vec![document(ViewKind::Round, "1", "round 0")]).await;
    let mut step = 0;
    for table in ["documents", "lagging", "shards", "generations"] {
        let broken = Broken::table(&folder, "views.sqlite", table).await;
        step += 1;
        let failed = write_views(&*store, step).await.into_iter().filter_map(Result::err).collect::<Vec<_>>();
        assert!(!failed.is_empty() && failed.iter().all(|error| error.contains("broken")), "{table}: {failed:?}");
        broken.mend().await;
        step += 1;
        let written = write_views(&*store, step).await;
        assert!(written.iter().all(Result::is_ok), "after {table}: {written:?}");
        let shown = store.document(&key(ViewKind::Round, "1")).await.unwrap().unwrap();
        assert_eq!(shown.body.for_everyone(), format!("round {step}"));
    }
}
