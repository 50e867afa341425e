use std::sync::Arc;

use axum::Router;
use axum::routing::{any, get};
use futures::{StreamExt, stream};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use crate::lifecycle::Stop;
use crate::limits::Limits;
use crate::server::{Chunk, Listening, Outlet, Shortcut, ShortcutAnswer, Site, serve};

const ETAG: (&str, &str) = ("etag", "\"tag\"");

/// A shortcut that answers `/known`, with 304 if the client has it. A request with `x-other` is not in memory.
fn shortcut() -> Shortcut {
    Arc::new(|asked| {
        if ["/streamed", "/outlet"].contains(&asked.uri.path()) {
            return ShortcutAnswer::NotAtHand;
        }
        if asked.uri != "/known" {
            return ShortcutAnswer::Unknown;
        }
        if asked.headers.contains_key("x-other") {
            return ShortcutAnswer::NotAtHand;
        }
        let answer = axum::http::Response::builder().header(ETAG.0, ETAG.1);
        let has = asked.headers.contains_key("if-none-match");
        let answer = if has { answer.status(304).body("".into()) } else { answer.body("here it is".into()) };
        ShortcutAnswer::Answer { answer: Arc::new(answer.unwrap().into()), caller_known: true }
    })
}

fn router() -> Router {
    let known = get(async |headers: axum::http::HeaderMap| match headers.contains_key("if-none-match") {
        true => (axum::http::StatusCode::NOT_MODIFIED, [ETAG], ""),
        false => (axum::http::StatusCode::OK, [ETAG], "here it is"),
    });
    // Removes the type, because the shortcut sends none.
    let known = known.layer(axum::middleware::map_response(async |mut answer: axum::response::Response| {
        answer.headers_mut().remove("content-type");
        answer
    }));
    let streamed = get(async || {
        let pieces = ["first", "", "second and last"].map(Ok::<_, std::convert::Infallible>);
        axum::body::Body::from_stream(futures::stream::iter(pieces))
    });
    let router = Router::new().route("/streamed", streamed);
    router.route("/known", known).route("/routed", any(async |body: String| format!("routed {body}")))
}

struct Server {
    address: std::net::SocketAddr,
    stop: Stop,
    ended: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.stop_hard();
    }
}

async fn start(workers: usize, limits: Limits) -> Server {
    start_with(router(), workers, limits).await
}

async fn start_with(router: Router, workers: usize, limits: Limits) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, stop) = (listener.local_addr().unwrap(), Stop::default());
    let site = Site::from(router).with_shortcut(shortcut());
    let listening = Listening { workers, ..Listening::within(limits) };
    Server { address, stop: stop.clone(), ended: tokio::spawn(serve(listener, site, listening, stop)) }
}

/// Sends a request and reads until the answer ends with `end`.
async fn ask(socket: &mut TcpStream, request: &str, end: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    socket.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !String::from_utf8_lossy(&answer).ends_with(end) {
        assert!(socket.read_buf(&mut answer).await.unwrap() > 0, "{}", String::from_utf8_lossy(&answer));
    }
    String::from_utf8(answer).unwrap()
}

async fn is_closed(socket: &mut TcpStream) -> bool {
    use tokio::io::AsyncReadExt;
    socket.read(&mut [0; 16]).await.is_ok_and(|read| read == 0)
}

/// Removes the date.
fn undated(answer: &str) -> String {
    let (before, rest) = answer.split_once("date: ").unwrap();
    let (date, rest) = rest.split_once("\r\n").unwrap();
    assert!(date.ends_with(" GMT") && date.len() == 29, "{date}");
    format!("{before}date: \r\n{rest}")
}

#[tokio::test]
async fn an_answer_has_the_bytes_that_hyper_gives_it() {
    for workers in [0, 2] {
        let server = start(workers, Limits::default()).await;
        for (path, header, end) in [
            ("/known", "", "here it is"),
            ("/known", "if-none-match: *\r\n", "\r\n\r\n"),
            ("/streamed", "", "last\r\n0\r\n\r\n"),
        ] {
            let mut plain = TcpStream::connect(server.address).await.unwrap();
            let mut hyper = TcpStream::connect(server.address).await.unwrap();
            let handed_over = ask(&mut hyper, "GET /routed HTTP/1.1\r\nhost: a\r\n\r\n", "routed ").await;
            assert!(handed_over.starts_with("HTTP/1.1 200 OK\r\n"), "{handed_over}");
            for other in ["", "", "connection: Keep-Alive\r\n", "x-other: routed\r\n"] {
                let request = format!("GET {path} HTTP/1.1\r\nhost: a\r\n{header}{other}\r\n");
                let answers = [ask(&mut plain, &request, end).await, ask(&mut hyper, &request, end).await];
                assert_eq!(undated(&answers[0]), undated(&answers[1]), "{request}");
            }
        }
    }
}

/// Answers with "first" at once and with "last" when it is woken.
async fn with_outlet(outlet: Arc<Outlet>, wakes: Arc<Notify>) -> axum::response::Response {
    let paused = Arc::clone(&outlet);
    let last = async move {
        wakes.notified().await;
        paused.pause();
        Ok("last")
    };
    let pieces = stream::once(std::future::ready(Ok::<_, std::convert::Infallible>("first"))).chain(stream::once(last));
    let mut answer = axum::response::Response::new(axum::body::Body::from_stream(pieces));
    answer.extensions_mut().insert(outlet);
    answer
}

#[tokio::test]
async fn an_outlet_sends_between_the_bytes_of_the_body() {
    for workers in [0, 1] {
        let (outlet, wakes) = (Arc::<Outlet>::default(), Arc::<Notify>::default());
        let (given, woken) = (Arc::clone(&outlet), Arc::clone(&wakes));
        let router = router().route("/outlet", get(move || with_outlet(Arc::clone(&given), Arc::clone(&woken))));
        let server = start_with(router, workers, Limits::default()).await;
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        ask(&mut socket, "GET /outlet HTTP/1.1\r\nhost: a\r\n\r\n", "5\r\nfirst\r\n").await;
        while !outlet.try_send(&Chunk::new(b"direct")) {
            tokio::task::yield_now().await;
        }
        ask(&mut socket, "", "6\r\ndirect\r\n").await;
        wakes.notify_one();
        ask(&mut socket, "", "4\r\nlast\r\n0\r\n\r\n").await;
        ask(&mut socket, "GET /known HTTP/1.1\r\nhost: a\r\n\r\n", "here it is").await;
        assert!(!outlet.is_open() && !outlet.try_send(&Chunk::new(b"too late")));
    }
}

#[tokio::test]
async fn what_is_not_plain_is_handed_over_with_every_byte() {
    let server = start(0, Limits::default()).await;
    for (first, rest, end) in [
        ("POST /routed HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\n", "body", "routed body"),
        ("GET /kno", "wn HTTP/1.1\r\nhost: a\r\n\r\n", "here it is"),
        ("GET /known HTTP/1.1\r\nhost: a\r\n\r\nGET /routed", " HTTP/1.1\r\nhost: a\r\n\r\n", "routed "),
        ("GET /known HTTP/1.0\r\nhost: a\r\n\r\n", "", "here it is"),
        ("GET /known HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n", "", "here it is"),
    ] {
        let mut socket = TcpStream::connect(server.address).await.unwrap();
        ask(&mut socket, "GET /known HTTP/1.1\r\nhost: a\r\n\r\n", "here it is").await;
        ask(&mut socket, first, "").await;
        // A complete request may be answered before the rest arrives in its own packet.
        let answer = ask(&mut socket, rest, end).await;
        assert!(answer.contains("HTTP/1."), "{first}: {answer}");
    }
}

#[tokio::test]
async fn who_is_idle_for_too_long_is_left() {
    let server = start(0, Limits { request_head_seconds: 1, ..Limits::default() }).await;
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    for _ in 0..3 {
        ask(&mut socket, "GET /known HTTP/1.1\r\nhost: a\r\n\r\n", "here it is").await;
    }
    assert!(is_closed(&mut socket).await);
}

#[tokio::test]
async fn the_soft_stop_ends_idle_connections() {
    let mut server = start(1, Limits::default()).await;
    let mut socket = TcpStream::connect(server.address).await.unwrap();
    ask(&mut socket, "GET /known HTTP/1.1\r\nhost: a\r\n\r\n", "here it is").await;
    server.stop.stop();
    assert!(is_closed(&mut socket).await);
    (&mut server.ended).await.unwrap().unwrap();
}
