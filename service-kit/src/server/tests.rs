//! Tests of the server over real sockets on free ports.

mod heads;
mod hostile;
mod stopping;

use std::net::SocketAddr;

use axum::routing::{any, get};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::sync::{Semaphore, mpsc};

use super::*;

struct Running {
    address: SocketAddr,
    stop: Stop,
    memory: Quota,
    ended: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.stop_hard();
    }
}

async fn start(site: impl Into<Site>, limits: Limits) -> Running {
    start_with(site, Listening::within(limits)).await
}

/// Starts a server that treats this machine's addresses like those of any client.
async fn start_for_strangers(site: impl Into<Site>, limits: Limits) -> Running {
    start_with(site, Listening { proxies: TrustedProxies::from_iter([]), ..Listening::within(limits) }).await
}

async fn start_with(site: impl Into<Site>, listening: Listening) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, stop, memory) = (listener.local_addr().unwrap(), Stop::default(), listening.memory.clone());
    let ended = tokio::spawn(serve(listener, site.into(), listening, stop.clone()));
    Running { address, stop, memory, ended }
}

impl Running {
    async fn send(&self, request: &str) -> TcpStream {
        self.send_from(1, request).await
    }

    /// Sends a request from 127.0.0.`last`.
    async fn send_from(&self, last: u8, request: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 0, last], 0).into()).unwrap();
        let mut socket = socket.connect(self.address).await.unwrap();
        // A refusing server may close the connection while bytes are still on their way.
        let _ = socket.write_all(request.as_bytes()).await;
        socket
    }

    async fn ask(&self, request: &str) -> String {
        rest(self.send(request).await).await
    }
}

async fn rest(mut socket: TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = socket.read_to_end(&mut answer).await;
    String::from_utf8(answer).unwrap()
}

/// Reads an answer whose body ends with `end`.
async fn until(socket: &mut TcpStream, end: &str) -> String {
    let mut answer = Vec::new();
    while !String::from_utf8_lossy(&answer).ends_with(end) {
        let read = socket.read_buf(&mut answer).await.unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&answer));
    }
    String::from_utf8(answer).unwrap()
}

/// Waits for more bytes. Returns whether the server has closed the connection.
async fn is_closed(socket: &mut TcpStream) -> bool {
    !matches!(socket.read(&mut [0; 16]).await, Ok(1..))
}

fn hello() -> Router {
    Router::new().route("/", get(async || "hello")).route("/echo", any(async |body: String| body))
}

/// A route that reports each request once it has the body, and answers when permitted.
struct Gate {
    router: Router,
    asked: mpsc::UnboundedReceiver<()>,
    answers: Arc<Semaphore>,
}

fn gate() -> Gate {
    let (ask, asked) = mpsc::unbounded_channel();
    let answers = Arc::new(Semaphore::new(0));
    let passes = Arc::clone(&answers);
    let slow = async move |_: String| {
        ask.send(()).unwrap();
        passes.acquire().await.unwrap().forget();
        "late"
    };
    Gate { router: hello().route("/slow", any(slow)), asked, answers }
}

/// Returns a site whose shortcut answers `/`.
fn with_shortcut(router: Router) -> Site {
    let shortcut: Shortcut = Arc::new(|request| (request.uri() == "/").then(|| Response::new("hello".into())));
    Site { router, shortcut: Some(shortcut) }
}

const PLAIN: &str = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
const LAST: &str = "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";

#[tokio::test]
async fn requests_are_answered_and_head_has_no_body() {
    for site in [hello().into(), with_shortcut(hello())] {
        let server = start(site, Limits::default()).await;
        let get = server.ask(LAST).await;
        assert!(get.starts_with("HTTP/1.1 200") && get.ends_with("\r\n\r\nhello"), "{get}");
        let head = server.ask("HEAD / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await;
        assert!(
            head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n") && head.contains("content-length: 5"),
            "{head}"
        );
    }
}

#[tokio::test]
async fn requests_in_a_row_are_answered_in_their_order() {
    let bodies = ["", "one", "two\r\n\r\n", ""];
    let requests: String = bodies
        .iter()
        .map(|body| format!("POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: {}\r\n\r\n{body}", body.len()))
        .collect();
    for site in [hello().into(), with_shortcut(hello())] {
        let server = start(site, Limits::default()).await;
        let answer = server.ask(&format!("{PLAIN}{requests}{LAST}")).await;
        let answers: Vec<_> = answer.split("HTTP/1.1 200 OK").skip(1).collect();
        let said = answers.iter().map(|answer| answer.split_once("\r\n\r\n").unwrap().1);
        assert_eq!(said.collect::<Vec<_>>(), ["hello", "", "one", "two\r\n\r\n", "", "hello"], "{answer}");
    }
}

#[tokio::test]
async fn every_answer_of_the_service_forbids_to_guess_its_type() {
    for site in [hello().into(), with_shortcut(hello())] {
        let server = start(site, Limits::default()).await;
        for request in [LAST, "GET /nowhere HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"]
        {
            let answer = server.ask(request).await;
            assert_eq!(answer.matches("x-content-type-options: nosniff\r\n").count(), 1, "{request}: {answer}");
        }
    }
}

#[tokio::test]
async fn the_work_for_a_client_that_leaves_ends_at_once() {
    struct Ended(mpsc::UnboundedSender<()>);
    impl Drop for Ended {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }
    let (begin, mut begun) = mpsc::unbounded_channel();
    let (end, mut ended) = mpsc::unbounded_channel();
    let endless = async move || {
        let _ended = Ended(end);
        begin.send(()).unwrap();
        std::future::pending::<()>().await;
    };
    let server = start(hello().route("/endless", get(endless)), Limits::default()).await;
    let mut socket = server.send("GET /endless HTTP/1.1\r\nhost: a\r\n\r\n").await;
    begun.recv().await.unwrap();
    // A client that only closes its sending side counts as gone.
    socket.shutdown().await.unwrap();
    ended.recv().await.unwrap();
    assert!(is_closed(&mut socket).await, "it gets no answer");
}

#[tokio::test]
async fn connection_goes_on_after_a_small_body_that_was_not_read_and_a_large_one_ends_it_as_announced() {
    let server = start(hello().route("/refuse", any(async || "no")), Limits::default()).await;
    for round in 0..200 {
        let mut socket = server.send("POST /refuse HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n").await;
        let refused = until(&mut socket, "no").await;
        assert!(!refused.contains("connection: close"), "{round}: {refused}");
        socket.write_all(format!("not read.{LAST}").as_bytes()).await.unwrap();
        assert!(rest(socket).await.ends_with("hello"), "{round}");
    }
    for body in ["content-length: 9\r\nexpect: 100-continue", "content-length: 70000", "transfer-encoding: chunked"] {
        let mut socket = server.send(&format!("POST /refuse HTTP/1.1\r\nhost: a\r\n{body}\r\n\r\n")).await;
        let refused = until(&mut socket, "no").await;
        assert!(refused.contains("\r\nconnection: close\r\n"), "{body}: {refused}");
    }
}

#[tokio::test]
async fn a_refusal_arrives_while_the_client_still_sends_its_body() {
    let server = start(hello(), Limits::default()).await;
    let long = format!("host: a\r\nx-long: {}\r\n", "x".repeat(40_000));
    for (headers, status) in [("", "400"), (&*long, "431")] {
        for length in ["content-length: 100000", "transfer-encoding: chunked"] {
            let mut socket = server.send(&format!("POST /echo HTTP/1.1\r\n{headers}{length}\r\n\r\n")).await;
            let mut answer = Vec::new();
            while !String::from_utf8_lossy(&answer).contains("\r\n\r\n") {
                assert!(socket.read_buf(&mut answer).await.unwrap() > 0, "{length}");
            }
            assert_eq!(answer.get(9..12), Some(status.as_bytes()), "{length}");
            // A reset would arrive before the second piece.
            for _ in 0..10 {
                socket.write_all(&[b'x'; 10_000]).await.unwrap();
            }
        }
    }
}
