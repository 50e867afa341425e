//! One hostile address does not keep others out.

use tokio::io::Interest;

use super::*;
use crate::intake;

/// Begins a head of the given size.
fn slow_head(kibibytes: usize) -> String {
    format!("GET / HTTP/1.1\r\nhost: a\r\nx-long: {}", "x".repeat(kibibytes * 1024))
}

#[tokio::test]
async fn connections_beyond_those_of_an_address_are_closed_and_another_address_is_served() {
    let server = start_for_strangers(hello(), Limits { max_connections_per_address: 2, ..Limits::default() }).await;
    let mut first = server.send(PLAIN).await;
    until(&mut first, "hello").await;
    let mut second = server.send(PLAIN).await;
    until(&mut second, "hello").await;
    assert_eq!(server.ask(PLAIN).await, "");
    until(&mut server.send_from(2, PLAIN).await, "hello").await;
    drop(first);
    while !server.ask(LAST).await.ends_with("hello") {}
}

#[tokio::test]
async fn connections_of_a_trusted_proxy_are_many_clients() {
    let server = start(hello(), Limits { max_connections_per_address: 1, ..Limits::default() }).await;
    let mut all = Vec::new();
    for _ in 0..5 {
        let mut socket = server.send(PLAIN).await;
        until(&mut socket, "hello").await;
        all.push(socket);
    }
}

#[tokio::test]
async fn a_connection_waits_while_there_is_no_place() {
    let server = start_with(hello(), Listening { connections: 1, ..Listening::within(Limits::default()) }).await;
    let mut first = server.send(PLAIN).await;
    until(&mut first, "hello").await;
    let mut second = server.send(PLAIN).await;
    let early = tokio::time::timeout(Duration::from_millis(100), second.read(&mut [0; 1])).await;
    assert!(early.is_err(), "it is not served yet");
    drop(first);
    until(&mut second, "hello").await;
}

#[tokio::test]
async fn unfinished_heads_take_no_more_than_the_memory_of_their_address() {
    let memory = 4 << 20;
    let server = start_for_strangers(hello(), Limits { unauthenticated_memory: memory, ..Limits::default() }).await;
    let mut slow = Vec::new();
    for _ in 0..20 {
        slow.push(server.send(&slow_head(20)).await);
    }
    assert!(is_closed(slow.last_mut().unwrap()).await, "there is no room for so many");
    assert!(server.memory.used() <= number(memory) / MEMORY_SHARE);
    let answer = rest(server.send_from(2, &format!("{}\r\nconnection: close\r\n\r\n", slow_head(30))).await).await;
    assert!(answer.ends_with("hello"), "a large head from another address: {answer}");
    assert!(server.ask(LAST).await.ends_with("hello"), "a small head from the same address");
    drop(slow);
    while server.memory.used() > 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn unfinished_bodies_take_no_more_than_the_memory_of_their_address() {
    let echo =
        async |body: axum::body::Body| intake::receive(body, 1 << 20).await.map_err(intake::NotReceived::into_problem);
    let limits = Limits { unauthenticated_memory: 1 << 20, request_body_seconds: 1, ..Limits::default() };
    let server = start_for_strangers(Router::new().route("/", any(echo)), limits).await;
    let slow = format!("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100001\r\n\r\n{}", "x".repeat(100_000));
    let mut all = Vec::new();
    for _ in 0..3 {
        all.push(server.send(&slow).await);
    }
    let whole = "POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 5\r\n\r\nwhole";
    assert!(rest(server.send_from(2, whole).await).await.ends_with("whole"), "another address has its own part");
    let mut statuses = Vec::new();
    for socket in &mut all {
        let mut status = [0; 12];
        socket.read_exact(&mut status).await.unwrap();
        statuses.push(String::from_utf8_lossy(&status[9..]).into_owned());
    }
    let has = |status: &str| statuses.iter().any(|it| it == status);
    assert!(has("503"), "there is no room for all: {statuses:?}");
    assert!(has("408"), "those with room do not end in time: {statuses:?}");
}

#[tokio::test]
async fn a_client_that_takes_no_answers_is_read_from_no_further() {
    let large = "x".repeat(300_000);
    let router = Router::new().route("/", get(async move || large));
    let server = start(router, Limits::default()).await;
    let mut socket = server.send(PLAIN).await;
    // The systems of client and server buffer some bytes; then the server reads no more, and sending waits.
    let (mut sent, ten_mib) = (0, 10 << 20);
    while sent < ten_mib {
        let write = socket.write_all(PLAIN.as_bytes());
        if tokio::time::timeout(Duration::from_millis(300), write).await.is_err() {
            break;
        }
        sent += PLAIN.len();
    }
    assert!(sent < ten_mib, "{sent} bytes of requests were taken");
}

#[tokio::test]
async fn a_client_that_takes_no_answer_is_given_up() {
    let large = "x".repeat(20_000_000);
    let router = Router::new().route("/", get(async move || large));
    let server = start(router, Limits { stalled_answer_seconds: 1, ..Limits::default() }).await;
    let mut socket = server.send(PLAIN).await;
    // The connection is reset, so that the system keeps nothing of the answer.
    socket.ready(Interest::ERROR).await.unwrap();
    let mut answer = Vec::new();
    assert!(socket.read_to_end(&mut answer).await.is_err(), "{} bytes came", answer.len());
}
