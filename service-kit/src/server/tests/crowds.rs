//! More clients than the server has room for.

use super::*;
use crate::health::READY;

/// Few connections and little memory.
fn narrow() -> Listening {
    let limits = Limits { unauthenticated_memory: 64 * 1024, ..Limits::default() };
    Listening { connections: 3, ..Listening::within(limits) }
}

/// Begins a head of the given size.
fn slow_head(kibibytes: usize) -> String {
    format!("GET / HTTP/1.1\r\nhost: a\r\nx-long: {}", "x".repeat(kibibytes * 1024))
}

#[tokio::test]
async fn a_new_connection_takes_the_place_of_the_one_that_has_waited_longest() {
    let server = start_with(hello(), narrow()).await;
    let mut all = Vec::new();
    for _ in 0..3 {
        let mut socket = server.send(PLAIN).await;
        until(&mut socket, "hello").await;
        all.push(socket);
    }
    // The first one has just sent a request, so the second has waited longest.
    all[0].write_all(PLAIN.as_bytes()).await.unwrap();
    until(&mut all[0], "hello").await;
    assert!(server.ask(LAST).await.ends_with("hello"));
    assert!(is_closed(&mut all[1]).await);
    for socket in [0, 2] {
        all[socket].write_all(PLAIN.as_bytes()).await.unwrap();
        until(&mut all[socket], "hello").await;
    }
}

#[tokio::test]
async fn while_all_places_are_worked_for_health_answers_and_nothing_else() {
    let mut gate = gate();
    let router = gate.router.route(READY, get(async || "ready"));
    let server = start_with(router, narrow()).await;
    let mut working = Vec::new();
    for _ in 0..3 {
        working.push(server.send("GET /slow HTTP/1.1\r\nhost: a\r\n\r\n").await);
        gate.asked.recv().await.unwrap();
    }
    let answer = server.ask("GET /readyz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await;
    assert!(answer.ends_with("ready"), "{answer}");
    let answer = server.ask(PLAIN).await;
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("retry-after: 1"), "{answer}");
    gate.answers.add_permits(3);
    for mut socket in working {
        until(&mut socket, "late").await;
    }
    assert!(server.ask(LAST).await.ends_with("hello"), "there are places again");
}

#[tokio::test]
async fn connections_of_a_trusted_proxy_are_many_clients() {
    let server = start(hello(), Limits { max_idle_connections_per_address: 1, ..Limits::default() }).await;
    let mut all = Vec::new();
    for _ in 0..5 {
        let mut socket = server.send(PLAIN).await;
        until(&mut socket, "hello").await;
        all.push(socket);
    }
    for socket in &mut all {
        socket.write_all(PLAIN.as_bytes()).await.unwrap();
        until(socket, "hello").await;
    }
}

#[tokio::test]
async fn unfinished_heads_take_no_more_than_their_memory() {
    for site in [hello().into(), with_shortcut(hello())] {
        let server = start_with(site, Listening { connections: 100, ..narrow() }).await;
        let mut slow = Vec::new();
        for _ in 0..20 {
            slow.push(server.send(&slow_head(20)).await);
            assert!(server.memory.held() <= 64 * 1024);
        }
        // The first ones are refused, with the reason.
        let answer = rest(slow.remove(0)).await;
        assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("no room"), "{answer}");
        // A client that sends its head at once is served, whatever the size of the head.
        let answer = server.ask(&format!("{}\r\nconnection: close\r\n\r\n", slow_head(30))).await;
        assert!(answer.ends_with("hello"), "{answer}");
    }
}
