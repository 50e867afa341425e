//! Tests of the server over real sockets on free ports.

mod bodies;
mod crowds;
mod heads;
mod leaving;
mod stopping;

use std::net::SocketAddr;

use axum::Router;
use axum::routing::{any, get};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::{Semaphore, mpsc};

use super::*;

struct Running {
    address: SocketAddr,
    stop: Stop,
    memory: MemoryBudget,
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

async fn start_with(site: impl Into<Site>, listening: Listening) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, stop, memory) = (listener.local_addr().unwrap(), Stop::default(), listening.memory.clone());
    let ended = tokio::spawn(serve(listener, site.into(), listening, stop.clone()));
    Running { address, stop, memory, ended }
}

impl Running {
    async fn send(&self, request: &str) -> TcpStream {
        let mut socket = TcpStream::connect(self.address).await.unwrap();
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

/// Returns a site that answers every request through the shortcut.
fn with_shortcut(router: Router) -> Site {
    Site::from(router).with_shortcut(Arc::new(|_| ShortcutAnswer::NotAtHand))
}

const PLAIN: &str = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
const LAST: &str = "GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";

#[tokio::test]
async fn requests_are_answered_and_head_has_no_body() {
    let server = start(hello(), Limits::default()).await;
    let get = server.ask(LAST).await;
    assert!(get.starts_with("HTTP/1.1 200") && get.ends_with("\r\n\r\nhello"), "{get}");
    let head = server.ask("HEAD / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await;
    assert!(
        head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n") && head.contains("content-length: 5"),
        "{head}"
    );
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
async fn a_body_in_chunks_is_the_last_on_its_connection() {
    let server = start(hello(), Limits::default()).await;
    let request =
        "POST /echo HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n";
    let answer = server.ask(&format!("{request}{PLAIN}")).await;
    assert!(answer.contains("connection: close") && answer.ends_with("onetwo"), "{answer}");
}

#[tokio::test]
async fn every_answer_forbids_to_guess_its_type() {
    for site in [hello().into(), with_shortcut(hello())] {
        let server = start(site, Limits::default()).await;
        for request in [
            LAST,
            "GET /nowhere HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "nonsense\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ] {
            let answer = server.ask(request).await;
            assert_eq!(answer.matches("x-content-type-options: nosniff\r\n").count(), 1, "{request}: {answer}");
        }
    }
}

#[tokio::test]
async fn a_handler_can_close_its_connection() {
    let (taken, mut closers) = mpsc::channel::<ConnectionCloser>(1);
    let endless = move |request: axum::extract::Request| {
        let taken = taken.clone();
        async move {
            taken.send(request.extensions().get::<ConnectionCloser>().unwrap().clone()).await.unwrap();
            axum::body::Body::from_stream(futures::stream::repeat_with(|| Ok::<_, std::io::Error>(vec![b'x'; 65_536])))
        }
    };
    let server = start(Router::new().route("/", get(endless)), Limits::default()).await;
    let mut socket = server.send("GET / HTTP/1.1\r\nhost: here\r\n\r\n").await;
    let mut status = [0; 12];
    socket.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
    // The client stops reading, so the server waits for it.
    closers.recv().await.unwrap().close();
    assert!(socket.read_to_end(&mut Vec::new()).await.is_err(), "the answer must not look complete");
}

/// Each of many thousand open streams has such a task.
#[tokio::test]
async fn the_task_of_a_connection_is_small() {
    let (stop, listening) = (Stop::default(), Listening::within(Limits::default()));
    let service = Site::from(hello()).service(listening.proxies.clone(), None, stop.clone());
    let admitted = Registry::new(&listening).admit([127, 0, 0, 1].into()).await;
    let service = service.of_connection(Peer([127, 0, 0, 1].into()), Arc::clone(&admitted.state));
    let (socket, _other) = tokio::io::duplex(1);
    let task = connection(socket, service, admitted, stop);
    let size = size_of_val(&task);
    assert!(size <= 1_800, "{size} bytes");
}
