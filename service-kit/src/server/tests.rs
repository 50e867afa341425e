//! The server, asked over real sockets on free ports.

use axum::Router;
use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::mpsc;

use super::*;

struct Running {
    address: std::net::SocketAddr,
    stop: Stop,
    ended: tokio::task::JoinHandle<std::io::Result<()>>,
}

async fn start(router: Router, limits: Limits) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, stop) = (listener.local_addr().unwrap(), Stop::default());
    Running { address, stop: stop.clone(), ended: tokio::spawn(serve(listener, router, limits, stop)) }
}

impl Running {
    async fn send(&self, request: &str) -> TcpStream {
        let mut socket = TcpStream::connect(self.address).await.unwrap();
        socket.write_all(request.as_bytes()).await.unwrap();
        socket
    }

    async fn ask(&self, request: &str) -> String {
        rest(self.send(request).await).await
    }
}

async fn rest(mut socket: TcpStream) -> String {
    let mut answer = Vec::new();
    // A server that refuses may close while bytes are still on their way to it.
    let _ = socket.read_to_end(&mut answer).await;
    String::from_utf8(answer).unwrap()
}

fn hello() -> Router {
    Router::new().route("/", get(async || "hello"))
}

#[tokio::test]
async fn requests_are_answered_and_head_has_no_body() {
    let server = start(hello(), Limits::default()).await;
    let get = server.ask("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await;
    assert!(get.starts_with("HTTP/1.1 200") && get.ends_with("\r\n\r\nhello"), "{get}");
    let head = server.ask("HEAD / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await;
    assert!(
        head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n") && head.contains("content-length: 5"),
        "{head}"
    );
}

#[tokio::test]
async fn an_oversized_head_is_431() {
    let server = start(hello(), Limits::default()).await;
    for padding in [33, 64, 500] {
        let request =
            format!("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-long: {}\r\n\r\n", "x".repeat(padding * 1024));
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        let _ = socket.write_all(request.as_bytes()).await;
        let answer = rest(socket).await;
        // Once the server has closed, the kernel may drop what was on its way back.
        assert!(answer.starts_with("HTTP/1.1 431") || padding == 500 && answer.is_empty(), "{padding}: {answer}");
        let says_what = answer.contains("the header `x-long` has") && answer.contains("may have 32768 bytes");
        assert!(says_what || padding == 500, "{padding}: {answer}");
    }
    let fine = format!("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-long: {}\r\n\r\n", "x".repeat(30_000));
    assert!(server.ask(&fine).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_head_that_is_not_finished_in_time_ends_the_connection() {
    let limits = Limits { head_time: Duration::from_millis(20), ..Limits::default() };
    let server = start(hello(), limits).await;
    assert!(!server.ask("GET / HTTP/1.1\r\nhost: a\r\n").await.contains("200"));
}

#[tokio::test]
async fn a_soft_stop_finishes_what_has_begun() {
    let (begun, mut has_begun) = mpsc::channel(1);
    let release = Arc::new(Semaphore::new(0));
    let gate = Arc::clone(&release);
    let handler = async move || {
        begun.send(()).await.unwrap();
        let _passed = gate.acquire().await.unwrap();
        "late"
    };
    let server = start(Router::new().route("/", get(handler)), Limits::default()).await;
    let idle = server.send("").await;
    let waiting = server.send("GET / HTTP/1.1\r\nhost: a\r\n\r\n").await;
    has_begun.recv().await.unwrap();
    server.stop.stop();
    assert_eq!(rest(idle).await, "");
    release.add_permits(1);
    let answer = rest(waiting).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("late"), "{answer}");
    server.ended.await.unwrap().unwrap();
    assert!(TcpStream::connect(server.address).await.is_err());
}

#[tokio::test]
async fn a_hard_stop_cuts_off() {
    let (begun, mut has_begun) = mpsc::channel(1);
    let handler = async move || {
        begun.send(()).await.unwrap();
        std::future::pending::<()>().await;
    };
    let server = start(Router::new().route("/", get(handler)), Limits::default()).await;
    let waiting = server.send("GET / HTTP/1.1\r\nhost: a\r\n\r\n").await;
    has_begun.recv().await.unwrap();
    server.stop.stop_hard();
    assert_eq!(rest(waiting).await, "");
    server.ended.await.unwrap().unwrap();
}

#[tokio::test]
async fn connections_beyond_the_limit_wait() {
    let server = start(hello(), Limits { connections: 1, ..Limits::default() }).await;
    let mut first = server.send("GET / HTTP/1.1\r\nhost: a\r\n\r\n").await;
    let mut byte = [0];
    first.read_exact(&mut byte).await.unwrap();
    let second = server.send("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await;
    let mut early = [0];
    assert_eq!(second.try_read(&mut early).unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
    drop(first);
    assert!(rest(second).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_handler_can_close_its_connection() {
    let (taken, mut hang_up) = mpsc::channel::<HangUp>(1);
    let endless = move |request: axum::extract::Request| {
        let taken = taken.clone();
        async move {
            taken.send(request.extensions().get::<HangUp>().unwrap().clone()).await.unwrap();
            axum::body::Body::from_stream(futures::stream::repeat_with(|| Ok::<_, std::io::Error>(vec![b'x'; 65_536])))
        }
    };
    let server = start(Router::new().route("/", get(endless)), Limits::default()).await;
    let mut socket = server.send("GET / HTTP/1.1\r\nhost: here\r\n\r\n").await;
    let mut status = [0; 12];
    socket.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
    // The client reads no more, so the server waits for it.
    hang_up.recv().await.unwrap().now();
    let read = rest(socket).await;
    assert!(!read.ends_with("0\r\n\r\n"), "the answer is not complete");
}
