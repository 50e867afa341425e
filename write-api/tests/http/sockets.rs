//! The write side behind a real server: even with a body that is not read, the client gets its answer.

use service_kit::lifecycle::Stop;
use service_kit::limits::Limits;
use service_kit::server::{Listening, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::harness::TestApi;

const TEN_MEGABYTES: usize = 10 * 1024 * 1024;

struct Running {
    api: TestApi,
    address: std::net::SocketAddr,
    stop: Stop,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

async fn start() -> Running {
    let api = TestApi::start().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, stop) = (listener.local_addr().unwrap(), Stop::default());
    tokio::spawn(serve(listener, api.router.clone(), Listening::within(Limits::default()), stop.clone()));
    Running { api, address, stop }
}

impl Running {
    fn head(&self, line: &str, headers: &str) -> String {
        let key = &self.api.key;
        format!("{line} HTTP/1.1\r\nhost: a\r\nx-api-key: {key}\r\ncontent-type: application/json\r\n{headers}\r\n")
    }

    /// Sends the whole request before reading the answer, as simple clients do.
    async fn ask(&self, head: &str, body: &[u8]) -> String {
        let mut socket = TcpStream::connect(self.address).await.unwrap();
        socket.write_all(head.as_bytes()).await.unwrap();
        socket.write_all(body).await.unwrap();
        rest(&mut socket).await
    }
}

async fn rest(socket: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await.unwrap();
    String::from_utf8(answer).unwrap()
}

/// Reads until this text has arrived.
async fn until(socket: &mut TcpStream, wanted: &str) -> String {
    let mut answer = Vec::new();
    while !String::from_utf8_lossy(&answer).contains(wanted) {
        assert!(socket.read_buf(&mut answer).await.unwrap() > 0, "{}", String::from_utf8_lossy(&answer));
    }
    String::from_utf8(answer).unwrap()
}

fn length(bytes: usize) -> String {
    format!("connection: close\r\ncontent-length: {bytes}\r\n")
}

#[tokio::test]
async fn a_body_of_ten_megabytes_is_answered_however_it_is_sent() {
    let server = start().await;
    let body = vec![b'x'; TEN_MEGABYTES];
    let declared = server.head("POST /api/v1/decklists/", &length(TEN_MEGABYTES));
    let answer = server.ask(&declared, &body).await;
    assert!(answer.starts_with("HTTP/1.1 413 ") && answer.contains("this one has 10485760"), "{answer}");

    let chunked = server.head("POST /api/v1/decklists/", "connection: close\r\ntransfer-encoding: chunked\r\n");
    let mut chunks = Vec::new();
    for chunk in body.chunks(64 * 1024) {
        chunks.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        chunks.extend_from_slice(chunk);
        chunks.extend_from_slice(b"\r\n");
    }
    chunks.extend_from_slice(b"0\r\n\r\n");
    let answer = server.ask(&chunked, &chunks).await;
    assert!(answer.starts_with("HTTP/1.1 413 ") && answer.contains("262144"), "{answer}");
}

#[tokio::test]
async fn every_other_refusal_reaches_who_sends_a_large_body_too() {
    let server = start().await;
    let body = vec![b'x'; TEN_MEGABYTES];
    for (line, status) in [
        ("PUT /api/v1/decklists/x/", "404"),
        ("DELETE /api/v1/decklists/1/", "405"),
        ("POST /api/v1/tournament-rounds/", "404"),
    ] {
        let answer = server.ask(&server.head(line, &length(TEN_MEGABYTES)), &body).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{line}: {answer}");
    }
    let stranger = format!("POST /api/v1/decklists/ HTTP/1.1\r\nhost: a\r\n{}\r\n", length(TEN_MEGABYTES));
    let answer = server.ask(&stranger, &body).await;
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
}

#[tokio::test]
async fn the_answer_comes_before_the_body_has() {
    let server = start().await;
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    let head = server.head("POST /api/v1/decklists/", "content-length: 10485760\r\n");
    socket.write_all(head.as_bytes()).await.unwrap();
    let answer = until(&mut socket, "this one has").await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}

#[tokio::test]
async fn after_a_refusal_the_connection_goes_on() {
    let server = start().await;
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    let refused = server.head("DELETE /api/v1/decklists/1/", "content-length: 40000\r\n");
    socket.write_all(refused.as_bytes()).await.unwrap();
    socket.write_all(&[b'x'; 40_000]).await.unwrap();
    until(&mut socket, "only GET, HEAD, PUT, PATCH").await;
    let body = r#"{"name": "Burn"}"#;
    let fine = server.head("POST /api/v1/decklists/", &length(body.len())) + body;
    socket.write_all(fine.as_bytes()).await.unwrap();
    let answer = rest(&mut socket).await;
    assert!(answer.contains("HTTP/1.1 201 ") && answer.contains("location: /api/v1/decklists/1/"), "{answer}");
}

#[tokio::test]
async fn who_asks_before_sending_is_refused_before_sending() {
    let server = start().await;
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    let asks = server.head("POST /api/v1/decklists/", "expect: 100-continue\r\ncontent-length: 10485760\r\n");
    socket.write_all(asks.as_bytes()).await.unwrap();
    let answer = rest(&mut socket).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");

    let body = r#"{"name": "Burn"}"#;
    let asks = server.head("POST /api/v1/decklists/", &format!("expect: 100-continue\r\n{}", length(body.len())));
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    socket.write_all(asks.as_bytes()).await.unwrap();
    until(&mut socket, "HTTP/1.1 100 Continue\r\n\r\n").await;
    socket.write_all(body.as_bytes()).await.unwrap();
    let answer = rest(&mut socket).await;
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
}
