//! Bodies that arrive slowly, in chunks, or for refused requests.

use futures::FutureExt;
use tokio::time::{Instant, advance};

use super::*;
use crate::server::state::{Length, Times};

const CHUNKS: &str = "transfer-encoding: chunked\r\n\r\n3\r\none\r\n0\r\n\r\n";

#[tokio::test]
async fn a_request_in_chunks_that_came_whole_keeps_its_place() {
    let mut gate = gate();
    let server = start_with(gate.router, Listening { connections: 1, ..Listening::within(Limits::default()) }).await;
    let mut working = server.send(&format!("POST /slow HTTP/1.1\r\nhost: a\r\n{CHUNKS}")).await;
    gate.asked.recv().await.unwrap();
    let answer = server.ask(PLAIN).await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    gate.answers.add_permits(1);
    until(&mut working, "late").await;
}

#[tokio::test]
async fn a_refusal_arrives_while_the_client_still_sends_its_body() {
    let server = start(hello(), Limits::default()).await;
    let long = format!("host: a\r\nx-long: {}\r\n", "x".repeat(40_000));
    for (headers, status) in [("", "400"), (&*long, "431")] {
        for length in ["content-length: 100000", "transfer-encoding: chunked"] {
            let mut socket = server.send(&format!("POST /echo HTTP/1.1\r\n{headers}{length}\r\n\r\n")).await;
            let mut answer = String::new();
            socket.read_to_string(&mut answer).await.unwrap();
            assert_eq!(answer.get(9..12), Some(status), "{length}: {answer}");
            // A reset would arrive before the second piece.
            for _ in 0..10 {
                socket.write_all(&[b'x'; 10_000]).await.unwrap();
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_that_trickles_has_been_waited_for_since_its_first_pause() {
    let (mut client, server) = tokio::io::duplex(1024);
    let memory = MemoryBudget::new(1000);
    let state = ConnectionState::new(1, None, false, memory, Times::of(&Limits::default()));
    let mut transport = Transport::new(server, Arc::clone(&state), Stop::default());
    let mut bytes = [0; 1024];
    let mut began = Vec::new();
    for _ in 0..2 {
        client.write_all(b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\n").await.unwrap();
        assert!(transport.read(&mut bytes).await.unwrap() > 10);
        state.service_called(Length::Known(3));
        assert!(transport.read(&mut bytes).now_or_never().is_none());
        let since = state.waiting();
        assert!(since.is_some());
        for _ in 0..2 {
            advance(Duration::from_secs(2)).await;
            client.write_all(b"x").await.unwrap();
            assert_eq!(transport.read(&mut bytes).await.unwrap(), 1);
            assert_eq!(state.waiting(), None, "a byte arrived");
            assert!(transport.read(&mut bytes).now_or_never().is_none());
            assert_eq!(state.waiting(), since);
        }
        client.write_all(b"x").await.unwrap();
        assert_eq!(transport.read(&mut bytes).await.unwrap(), 1);
        state.is_answered();
        transport.flush().await.unwrap();
        advance(Duration::from_secs(1)).await;
        began.push(since);
    }
    assert_ne!(began[0], began[1], "the next body has its own time");
}

#[tokio::test(start_paused = true)]
async fn the_end_of_a_body_is_noted_before_and_after_it_is_waited_for() {
    let memory = MemoryBudget::new(1000);
    let state = ConnectionState::new(1, None, false, memory, Times::of(&Limits::default()));
    state.service_called(Length::Chunked);
    state.waits_for_body(Instant::now());
    assert!(state.waiting().is_some());
    state.body_ends();
    assert_eq!(state.waiting(), None);
    state.waits_for_body(Instant::now());
    assert_eq!(state.waiting(), None);
    state.begins_request();
    state.waits_for_body(Instant::now());
    assert!(state.waiting().is_some(), "the body of the next request has not ended");
}
