//! Measures how fast views are written and read on PostgreSQL and on SQLite, both with flushed commits.
//! `cargo run --release -p storage --example view_figures`
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "an example prints its results and stops at the first error"
)]

use std::time::{Duration, Instant};

use domain::documents::ReaderGroup;
use futures::TryStreamExt;
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::{Position, StreamId};
use storage::postgres::PostgresViewStore;
use storage::sqlite::SqliteViewStore;
use storage::{
    Document, DocumentBody, DocumentKey, Generation, ListFilter, Reached, Shard, ViewBatch, ViewKind, ViewStore,
};
use test_servers::Postgres;

const ORGANIZATION: OrganizationId = OrganizationId(3);
const TOURNAMENTS: usize = 10_000;
const READS: usize = 2_000;

/// Returns JSON like stored bodies: repetitive, but different for each `n`.
fn body(n: usize, bytes: usize) -> String {
    let player =
        |m: usize| format!("{{\"name\":\"Player {}\",\"points\":{}}},", (n * 7919 + m * 104_729) % 99_991, m % 13);
    (0..)
        .map(player)
        .scan(0, |length, part| {
            *length += part.len();
            (*length <= bytes).then_some(part)
        })
        .collect()
}

fn key(kind: ViewKind, name: &str) -> DocumentKey {
    DocumentKey::new(ORGANIZATION, kind, name)
}

fn document(kind: ViewKind, name: &str, body: &str) -> Document {
    Document {
        key: key(kind, name),
        source: StreamId::tournament(TournamentId(1)),
        sort: String::new(),
        position: Position(1),
        period: None,
        digest: format!("digest of {}", body.len()),
        body: DocumentBody::same(kind, body.to_owned()),
        stale: false,
        owner: None,
    }
}

fn rounds(numbers: std::ops::Range<usize>, bytes: usize) -> Vec<Document> {
    let round =
        |n: usize| Document { sort: format!("{n:08}"), ..document(ViewKind::Round, &n.to_string(), &body(n, bytes)) };
    numbers.map(round).collect()
}

async fn write(store: &dyn ViewStore, generation: Generation, from: &mut i64, documents: Vec<Document>) -> Duration {
    let begun = Instant::now();
    let mut batch = ViewBatch::new(generation, Shard::WHOLE, Position(*from), Reached::all(Position(*from + 1)));
    batch.documents = documents;
    store.commit(batch).await.unwrap();
    *from += 1;
    begun.elapsed()
}

async fn written(name: &str, store: &dyn ViewStore, generation: Generation) {
    let mut from = 0;
    for (what, bytes, batch) in [
        ("new, 2 KiB, batches of 500", 2_000, 500),
        ("again, 2 KiB, batches of 500", 2_000, 500),
        ("again, 20 KiB, batches of 100", 20_000, 100),
        ("again, 20 KiB, one by one", 20_000, 1),
    ] {
        let batches = if batch == 1 { 500 } else { TOURNAMENTS / batch };
        let mut took = Vec::new();
        for n in 0..batches {
            let documents = rounds(n * batch..(n + 1) * batch, bytes);
            took.push(write(store, generation, &mut from, documents).await);
        }
        let total: Duration = took.iter().sum();
        took.sort();
        let rate = (batches * batch) as f64 / total.as_secs_f64();
        eprintln!("{name}: {what}: {rate:.0} documents/s, median commit {:?}", took[batches / 2]);
    }
}

async fn read(name: &str, store: &dyn ViewStore) {
    let (mut one, mut page) = (Vec::new(), Vec::new());
    for n in 0..READS {
        let begun = Instant::now();
        assert!(store.document(&key(ViewKind::Round, &(n * 4).to_string())).await.unwrap().is_some());
        one.push(begun.elapsed());
        let begun = Instant::now();
        assert_eq!(store.last(ORGANIZATION, ViewKind::Round, 25).await.unwrap().len(), 25);
        page.push(begun.elapsed());
    }
    for (what, mut took) in [("one document of 20 KiB", one), ("a list of 25, 500 KiB", page)] {
        took.sort();
        eprintln!("{name}: {what}: median {:?}, 99 % within {:?}", took[READS / 2], took[READS * 99 / 100]);
    }
    let begun = Instant::now();
    let list =
        store.list(ORGANIZATION, ViewKind::Round, ListFilter::default(), ReaderGroup::Organizers).await.unwrap().bodies;
    let bytes: usize = list.try_fold(0, |sum, body| std::future::ready(Ok(sum + body.len()))).await.unwrap();
    eprintln!("{name}: a list of {TOURNAMENTS}, {} MiB: {:?}", bytes >> 20, begun.elapsed());
}

async fn figures(name: &str, store: &dyn ViewStore) {
    let generation = store.begin_generation("one", "log").await.unwrap();
    written(name, store, generation).await;
    read(name, store).await;
}

#[tokio::main(worker_threads = 2)]
async fn main() {
    let server = Postgres::private().unwrap();
    figures("PostgreSQL", &PostgresViewStore::open(&server.url()).await.unwrap()).await;
    let folder = tempfile::tempdir().unwrap();
    figures("SQLite", &SqliteViewStore::open(&folder.path().join("views.sqlite")).await.unwrap()).await;
}
