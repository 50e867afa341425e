//! Stops a server gracefully during writes: every accepted write is finished and answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Server, hand_in, lists_in, log_in, store};

const WRITERS: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_write_that_a_stopping_server_accepts_is_answered_and_kept() {
    let (folder, key) = store();
    let (mut server, address) = Server::at_address(folder.path());
    let taken = Arc::new(AtomicUsize::new(0));
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
    assert_eq!(lists_in(&log_in(folder.path()).await.1), taken.load(Ordering::SeqCst));
}
