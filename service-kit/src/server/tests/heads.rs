//! Heads that are too large, too slow, or without a valid host.

use super::*;

#[tokio::test]
async fn an_oversized_head_is_431() {
    let server = start(hello(), Limits::default()).await;
    for padding in [33, 60, 64, 250] {
        let request =
            format!("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-long: {}\r\n\r\n", "x".repeat(padding * 1024));
        let answer = server.ask(&request).await;
        assert!(answer.starts_with("HTTP/1.1 431"), "{padding}: {answer}");
        // A larger head is refused by hyper.
        let is_named = answer.contains("32768 bytes") && answer.contains("the header `x-long` has");
        assert_eq!(is_named, padding < 64, "{padding}: {answer}");
    }
    let many: String = (0..101).map(|number| format!("x-{number}: a\r\n")).collect();
    let answer = server.ask(&format!("GET / HTTP/1.1\r\nhost: a\r\n{many}\r\n")).await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    let fine = format!("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-long: {}\r\n\r\n", "x".repeat(30_000));
    assert!(server.ask(&fine).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_large_head_is_the_last_on_its_connection() {
    for site in [hello().into(), with_shortcut(hello())] {
        let server = start(site, Limits::default()).await;
        for (length, is_last) in [(7_000, false), (9_000, true)] {
            let request = format!("GET / HTTP/1.1\r\nhost: a\r\nx-long: {}\r\n\r\n", "x".repeat(length));
            let answer = server.ask(&format!("{request}{LAST}")).await;
            assert_eq!(answer.matches("hello").count(), if is_last { 1 } else { 2 }, "{length}: {answer}");
            assert_eq!(answer.matches("connection: close").count(), 1, "{length}: {answer}");
        }
    }
}

#[tokio::test]
async fn a_connection_without_a_whole_head_in_time_is_closed() {
    let server = start(with_shortcut(hello()), Limits { request_head_seconds: 1, ..Limits::default() }).await;
    let idle = server.send("").await;
    let mut used = server.send(PLAIN).await;
    until(&mut used, "hello").await;
    assert_eq!(server.ask("GET / HTTP/1.1\r\nhost: a\r\n").await, "");
    assert_eq!(rest(idle).await, "");
    assert_eq!(rest(used).await, "");
}

#[tokio::test]
async fn a_head_that_comes_byte_by_byte_is_read() {
    let server = start(with_shortcut(hello()), Limits::default()).await;
    let mut socket = server.send("").await;
    socket.set_nodelay(true).unwrap();
    for byte in PLAIN.as_bytes().chunks(1) {
        socket.write_all(byte).await.unwrap();
    }
    assert!(until(&mut socket, "hello").await.starts_with("HTTP/1.1 200"));
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
    for garbage in ["\u{16}\u{3}\u{1}\u{2}", "GET /\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n"] {
        let answer = server.ask(garbage).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{garbage}: {answer}");
    }
    let answer = server.ask("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;
    assert!(!answer.contains("hello"), "{answer}");
}
