//! Stops a server gracefully during writes: every accepted write is finished and answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use proto_events::Position;
use reqwest::Client;
use storage::{Access, Database, open_events};
use tempfile::tempdir;

use crate::common::{Server, run, stdout};

const WRITERS: usize = 8;

/// Submits lists until the server has stopped. Counts the accepted ones.
async fn hand_in(address: String, key: String, taken: Arc<AtomicUsize>) {
    let client = Client::new();
    let body = serde_json::json!({"name": "Islands", "plaintext_list": "60 Island"});
    let request = client.post(format!("{address}/api/v1/decklists/")).header("x-api-key", &key).json(&body);
    while let Ok(answer) = request.try_clone().unwrap().send().await {
        match answer.status().as_u16() {
            201 => drop(taken.fetch_add(1, Ordering::SeqCst)),
            status => assert_eq!(status, 503, "while the first views are rendered"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_write_that_a_stopping_server_accepts_is_answered_and_kept() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["organizations", "create", "--name", "Corner Store"]);
    let key = run(folder.path(), &["keys", "issue", "--organization", "1", "--name", "x", "--role", "ADMIN"]);
    let key = stdout(&key).trim().to_owned();
    let mut server = Server::serve(folder.path(), &[], &[]);
    let (address, taken) = (server.told(" on ").unwrap(), Arc::new(AtomicUsize::new(0)));
    let writing = (0..WRITERS).map(|_| tokio::spawn(hand_in(address.clone(), key.clone(), Arc::clone(&taken))));
    let writing: Vec<_> = writing.collect();
    while taken.load(Ordering::SeqCst) < 5 * WRITERS {
        assert!(!writing.iter().any(tokio::task::JoinHandle::is_finished), "the server stopped early");
        tokio::task::yield_now().await;
    }

    server.terminate();
    for writer in writing {
        writer.await.unwrap();
    }
    assert_eq!(tokio::task::spawn_blocking(move || server.ended()).await.unwrap(), Some(0));

    let store = open_events(&Database::Sqlite(folder.path().join("data/events.sqlite")), Access::Read).await.unwrap();
    let (mut kept, mut after) = (0, Position::START);
    loop {
        let events = store.read_from(after, 1_000).await.unwrap();
        let Some(last) = events.last() else { break };
        after = last.position;
        kept += events.iter().filter(|event| event.encoded.payload.contains("60 Island")).count();
    }
    store.close().await;
    assert_eq!(kept, taken.load(Ordering::SeqCst));
}
