//! Writes that fail in the middle: SQLite then rolls the transaction back by itself, as it does when the disk is full
//! or fails. The next write must work as if nothing had been tried.

use std::fmt::Display;

use chrono::TimeDelta;
use proto_events::ids::{PasswordId, Sequence, UserId};
use proto_events::{Position, StreamId, StreamKind};
use sqlx::{AssertSqlSafe, SqliteConnection};
use storage::{
    AppendRequest, Attempt, AttemptLimit, EventStore, Reached, Shard, SignIn, ViewBatch, ViewKind, ViewStore,
};

use crate::conformance::Backend;
use crate::conformance::given::{active_with, answer, assert_gapless, at, document, request, round, write};
use crate::sqlite::Folder;

/// Runs a statement for each kind of change to a table.
async fn for_each_change(connection: &mut SqliteConnection, statement: impl Fn(&str) -> String) {
    for change in ["INSERT", "UPDATE", "DELETE"] {
        sqlx::query(AssertSqlSafe(statement(change))).execute(&mut *connection).await.unwrap();
    }
}

/// Writes everything while each change of a table rolls the transaction back, and again when the table is mended. The
/// writes get the numbers of two steps.
async fn break_and_mend(
    mut connection: SqliteConnection,
    table: &str,
    step: i64,
    write_everything: impl AsyncFn(i64) -> Vec<Result<(), String>>,
) {
    let trigger = |change: &str| {
        format!(
            "CREATE TRIGGER broken_{table}_{change} BEFORE {change} ON {table} BEGIN SELECT RAISE(ROLLBACK, 'broken'); END"
        )
    };
    for_each_change(&mut connection, trigger).await;
    let failed: Vec<_> = write_everything(step).await.into_iter().filter_map(Result::err).collect();
    assert!(!failed.is_empty() && failed.iter().all(|error| error.contains("broken")), "{table}: {failed:?}");

    for_each_change(&mut connection, |change| format!("DROP TRIGGER broken_{table}_{change}")).await;
    let written = write_everything(step + 1).await;
    assert!(written.iter().all(Result::is_ok), "after {table}: {written:?}");
}

fn told<T>(outcome: Result<T, impl Display>) -> Result<(), String> {
    outcome.map(drop).map_err(|error| error.to_string())
}

/// Tries every write of a log, each more than once.
async fn write_log(store: &dyn EventStore, step: i64) -> Vec<Result<(), String>> {
    let idempotency = Some(answer("api-key/1", &format!("key {step}"), "created"));
    let append = AppendRequest { idempotency, ..request(vec![write(step, 0, 2)]) };
    let (id, user) = (PasswordId(step), UserId(7));
    let limits = vec![AttemptLimit { counter: [7; 16], limit: 1_000 }];
    let attempt = Attempt { limits, at: at(1), window: TimeDelta::minutes(10) };
    let sign_in = SignIn { reset: [8; 16], taken_back: vec![[7; 16]], origin: [9; 16], at: at(1) };
    vec![
        told(store.append(append).await),
        // More than the rest of a block, so that a new block is taken from the database.
        told(store.reserve_ids(Sequence::Match, 10_000).await),
        told(store.put_password(id, user, &format!("hash {step}")).await),
        told(store.forget_passwords(user, id).await),
        told(store.count_attempt(&attempt).await),
        told(store.note_sign_in(&sign_in).await),
        told(store.forget_attempts(at(0), at(0)).await),
        told(async { store.end_answer_hour(store.answer_hour().await?, 0).await }.await),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_to_the_log_that_fails_does_not_stop_the_next() {
    let folder = Folder::empty().await;
    let store = folder.event_store().await;
    assert!(write_log(&*store, 1).await.iter().all(Result::is_ok));
    for (table, step) in [
        ("events", 2),
        ("log_head", 4),
        ("idempotent_answers", 6),
        ("id_sequences", 8),
        ("passwords", 10),
        ("answer_clock", 12),
        ("sign_in_attempts", 14),
        ("sign_in_origins", 16),
    ] {
        let connection = folder.connection("events.sqlite").await;
        break_and_mend(connection, table, step, async |step| write_log(&*store, step).await).await;
    }
    let head = store.head().await.unwrap();
    assert_gapless(&*store, head.0).await;
}

/// Tries every write of views, each more than once.
async fn write_views(store: &dyn ViewStore, step: i64) -> Vec<Result<(), String>> {
    let active = store.active().await.unwrap().unwrap();
    let to = Position(active.position().0 + 1);
    let mut batch = ViewBatch::new(active.generation, Shard::WHOLE, active.position(), Reached::all(to));
    batch.documents = vec![document(ViewKind::Round, "1", &format!("round {step}"))];
    batch.lagging = vec![StreamId { kind: StreamKind::Tournament, id: step }];
    let mut done = vec![told(store.commit(batch).await)];
    let begun = store.begin_generation("second", "log").await;
    if let Ok(generation) = begun {
        // Divided into two shards, and back into one.
        for of in [2, 1] {
            done.push(told(store.open_shard(generation, Shard { index: 0, of }).await));
        }
        done.push(told(store.mark_complete(generation, Shard::WHOLE).await));
        done.push(told(store.switch_to(generation, Position(0)).await));
    }
    done.extend([told(begun), told(store.drop_inactive().await)]);
    done
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_to_the_views_that_fails_does_not_stop_the_next() {
    let folder = Folder::empty().await;
    let store = folder.view_store().await;
    active_with(&*store, vec![document(ViewKind::Round, "1", "round 0")]).await;
    for (table, step) in [("documents", 1), ("lagging", 3), ("shards", 5), ("generations", 7)] {
        let connection = folder.connection("views.sqlite").await;
        break_and_mend(connection, table, step, async |step| write_views(&*store, step).await).await;
        assert_eq!(round(&*store, "1").await, Some(format!("round {}", step + 1)));
    }
}
