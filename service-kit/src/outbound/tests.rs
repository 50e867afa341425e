use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::HeaderMap;
use bytes::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

const LIMIT: Duration = Duration::from_secs(20);

/// Answers each question with the next list of addresses.
struct Rebinding {
    answers: Mutex<Vec<Vec<&'static str>>>,
    asked: AtomicUsize,
}

impl Rebinding {
    fn new(answers: &[&[&'static str]]) -> Arc<Self> {
        let answers = answers.iter().rev().map(|answer| answer.to_vec()).collect();
        Arc::new(Self { answers: Mutex::new(answers), asked: AtomicUsize::new(0) })
    }

    fn resolve(&self) -> io::Result<Vec<IpAddr>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let answer = self.answers.lock().unwrap().pop().ok_or_else(|| io::Error::other("asked too often"))?;
        Ok(answer.iter().map(|address| address.parse().unwrap()).collect())
    }

    /// Returns a client whose names are resolved so.
    fn outbound(self: &Arc<Self>, rules: OutboundRules) -> Outbound {
        let resolver = Arc::clone(self);
        Outbound { rules, resolver: Arc::new(move |_| Box::pin(std::future::ready(resolver.resolve()))) }
    }
}

fn rules(allowed: &[&str]) -> OutboundRules {
    OutboundRules { allowed: allowed.iter().map(|range| range.parse().unwrap()).collect(), allow_http: true }
}

async fn post(outbound: &Outbound, url: &str) -> Result<Response<()>, PostError> {
    outbound.post(url, HeaderMap::new(), Bytes::from_static(b"{}"), LIMIT).await
}

/// Listens on loopback. Returns the port.
async fn listening() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

/// Answers the first connection with this text, and returns the request's text.
async fn answering(listener: TcpListener, answer: &str) -> String {
    let (mut socket, _) = listener.accept().await.unwrap();
    let mut request = vec![0; 4096];
    let read = socket.read(&mut request).await.unwrap();
    let _ = socket.write_all(answer.as_bytes()).await;
    String::from_utf8_lossy(&request[..read]).into_owned()
}

#[tokio::test]
async fn a_name_that_leads_elsewhere_later_is_resolved_again_for_each_request_and_once() {
    // The listener on loopback plays a service of the operator.
    let (inside, port) = listening().await;
    let url = format!("http://rebinding.example:{port}/");
    let resolver =
        Rebinding::new(&[&["192.0.0.170"], &["127.0.0.1"], &["8.8.8.8", "127.0.0.1"], &["::ffff:127.0.0.1"]]);
    let outbound = resolver.outbound(rules(&["192.0.0.170/32"]));

    // Nothing listens at the first address. The connection goes to it and to nothing else.
    let first = tokio::time::timeout(Duration::from_millis(300), post(&outbound, &url)).await;
    assert!(!matches!(first, Ok(Ok(_))), "{first:?}");
    assert_eq!(resolver.asked.load(Ordering::Relaxed), 1, "a request resolves its name once");
    for _ in 0..3 {
        let refused = post(&outbound, &url).await.unwrap_err();
        assert!(matches!(&refused, PostError::NotAllowed(why) if why.code() == "webhook-not-public"), "{refused}");
    }
    let connected = tokio::time::timeout(Duration::from_millis(50), inside.accept()).await;
    assert!(connected.is_err(), "nothing connects to the inside");
}

#[tokio::test]
async fn the_connection_goes_to_the_checked_address_with_the_name_as_host() {
    let (listener, port) = listening().await;
    let resolver = Rebinding::new(&[&["127.0.0.1"]]);
    let outbound = resolver.outbound(rules(&["127.0.0.1/32"]));
    let answer = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n";
    let url = format!("http://Hooks.Example:{port}/a?b=c");
    let (request, answered) = tokio::join!(answering(listener, answer), post(&outbound, &url));
    assert_eq!(answered.unwrap().status(), 302, "a redirect is an answer, and not followed");
    assert!(request.starts_with("POST /a?b=c HTTP/1.1\r\n"), "{request}");
    assert!(request.contains(&format!("host: hooks.example:{port}\r\n")), "{request}");
    assert_eq!(resolver.asked.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn long_heads_and_endless_bodies_are_not_read() {
    for (answer, expected) in [
        (format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "x".repeat(64 * 1024)), None),
        (format!("HTTP/1.1 200 OK\r\n\r\n{}", "x".repeat(64 * 1024)), Some(200)),
        ("SSH-2.0-OpenSSH_9.6\r\n".to_owned(), None),
        (String::new(), None),
    ] {
        let (listener, port) = listening().await;
        let (outbound, url) = (Outbound::new(rules(&["127.0.0.0/8"])), format!("http://127.0.0.1:{port}/"));
        let (answered, _) = tokio::join!(post(&outbound, &url), answering(listener, &answer));
        assert_eq!(answered.ok().map(|answer| answer.status().as_u16()), expected, "{answer:.40}");
    }
}

#[test]
fn addresses_inside_are_refused_before_anything_is_resolved() {
    let outbound = Outbound::default();
    for url in [
        "https://127.0.0.1/",
        "https://10.1.2.3/",
        "https://169.254.169.254/latest/meta-data/",
        "https://100.64.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[fd00:ec2::254]/",
    ] {
        let refused = outbound.read(url).unwrap_err();
        assert_eq!(refused.code(), "webhook-not-public", "{url}: {refused}");
    }
    assert!(outbound.read("https://hooks.example.org/x").is_ok());
}

#[tokio::test]
async fn a_receiver_that_does_not_answer_is_given_up() {
    let (_listener, port) = listening().await;
    let url = format!("http://127.0.0.1:{port}/");
    let outbound = Outbound::new(rules(&["127.0.0.0/8"]));
    let slow = outbound.post(&url, HeaderMap::new(), Bytes::new(), Duration::from_millis(50)).await;
    assert!(matches!(slow, Err(PostError::Slow(_))), "{slow:?}");
}
