//! Heads that are too large, too slow, or name no host.

use futures::FutureExt;

use super::super::refusal::Refusal;
use super::super::transport::{AT_ONCE, RECEIVING, refuse};
use super::*;

#[tokio::test]
async fn an_oversized_head_is_431() {
    let server = start(hello(), Limits::default()).await;
    for padding in [33, 60, 64, 500] {
        let request =
            format!("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-long: {}\r\n\r\n", "x".repeat(padding * 1024));
        let answer = server.ask(&request).await;
        assert!(answer.starts_with("HTTP/1.1 431") && answer.contains("32768 bytes"), "{padding}: {answer}");
        assert_eq!(answer.contains("the header `x-long` has"), padding < 64, "{padding}: {answer}");
    }
    let many: String = (0..101).map(|number| format!("x-{number}: a\r\n")).collect();
    let answer = server.ask(&format!("GET / HTTP/1.1\r\nhost: a\r\n{many}\r\n")).await;
    assert!(answer.starts_with("HTTP/1.1 431") && answer.contains("100 headers"), "{answer}");
    let fine = format!("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-long: {}\r\n\r\n", "x".repeat(30_000));
    assert!(server.ask(&fine).await.starts_with("HTTP/1.1 200"));
    assert_eq!(server.memory.held(), 0);
}

#[tokio::test]
async fn a_head_that_is_not_finished_in_time_is_408_and_an_idle_connection_is_closed() {
    let server = start(with_shortcut(hello()), Limits { request_head_seconds: 1, ..Limits::default() }).await;
    let idle = server.send("").await;
    let answer = server.ask("GET / HTTP/1.1\r\nhost: a\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("/problems/request-timeout"), "{answer}");
    assert_eq!(rest(idle).await, "");
}

#[tokio::test]
async fn a_head_that_comes_byte_by_byte_is_read() {
    for site in [hello().into(), with_shortcut(hello())] {
        let server = start(site, Limits::default()).await;
        let mut socket = server.send("").await;
        socket.set_nodelay(true).unwrap();
        for byte in PLAIN.as_bytes().chunks(1) {
            socket.write_all(byte).await.unwrap();
        }
        assert!(until(&mut socket, "hello").await.starts_with("HTTP/1.1 200"));
    }
}

#[tokio::test]
async fn a_request_names_one_host() {
    for site in [hello().into(), with_shortcut(hello())] {
        let server = start(site, Limits::default()).await;
        for (request, status) in [
            ("GET / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nhost:\r\n\r\n", 400),
            ("GET http://a/ HTTP/1.1\r\n\r\n", 400),
            ("GET http://a/ HTTP/1.1\r\nhost: b\r\nconnection: close\r\n\r\n", 200),
            ("GET / HTTP/1.0\r\n\r\n", 200),
            ("GET / HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n", 400),
            (LAST, 200),
        ] {
            let answer = server.ask(request).await;
            assert_eq!(answer.get(9..12), Some(&*status.to_string()), "{request}: {answer}");
            assert_eq!(answer.contains("application/problem+json"), status == 400, "{request}: {answer}");
        }
    }
}

#[tokio::test]
async fn what_is_no_http_is_refused_at_once() {
    let server = start(with_shortcut(hello()), Limits::default()).await;
    for garbage in ["\u{16}\u{3}\u{1}\u{2}", "GET /\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n", "PRI * HTTP/2.0\r\n"] {
        let answer = server.ask(garbage).await;
        assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("/problems/bad-request"), "{garbage}: {answer}");
    }
}

#[tokio::test]
async fn what_many_refused_clients_still_send_is_not_received() {
    let (_client, mut socket) = tokio::io::duplex(4096);
    assert!(refuse(&mut socket, &Refusal::TooLarge.answer(b"")).now_or_never().is_none(), "the client may still send");
    let _others = RECEIVING.acquire_many(AT_ONCE).await.unwrap();
    let (mut client, mut socket) = tokio::io::duplex(4096);
    refuse(&mut socket, &Refusal::TooLarge.answer(b"")).now_or_never().unwrap().unwrap();
    drop(socket);
    let mut answer = String::new();
    client.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
}
