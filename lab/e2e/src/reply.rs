//! Answers as tests check them, and raw requests that no HTTP client would send.

use api_kit::negotiation::EVENT_STREAM;
use bytes::Bytes;
use reqwest::header::HeaderMap;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::find::holds;

/// A whole answer.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The request, for messages.
    pub asked: String,
    /// Status code.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// The bytes of the body.
    pub body: Bytes,
}

impl Reply {
    /// Reads an answer whole; of a stream, which does not end, the first piece.
    pub async fn read(asked: String, mut response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let is_stream = headers.get("content-type").is_some_and(|kind| kind == EVENT_STREAM);
        let body =
            if is_stream { response.chunk().await.map(Option::unwrap_or_default) } else { response.bytes().await };
        let body = body.unwrap_or_else(|error| panic!("{asked}: {error}"));
        Self { asked, status, headers, body }
    }

    /// A header's text; empty if absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a readable header"))
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8")
    }

    /// Whether it contains the mark that stands for the public address in stored views, as JSON writes it or as it is.
    /// Pictures have such bytes of their own.
    pub fn has_mark(&self) -> bool {
        let is_picture = ["image/jpeg", "image/png"].contains(&self.header("content-type"));
        !is_picture && (holds(&self.body, b"\0") || holds(&self.body, br#""\u0000"#))
    }

    /// The body as JSON, for any status.
    pub fn any_json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            panic!("{} answered {} without JSON ({error}): {}", self.asked, self.status, self.text())
        })
    }

    /// The body of a 200 as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.status, 200, "{}: {}", self.asked, self.text());
        assert_eq!(self.header("content-type"), "application/json", "{}", self.asked);
        self.any_json()
    }

    /// The body of a 201 as JSON.
    #[track_caller]
    pub fn created(&self) -> Value {
        assert_eq!(self.status, 201, "{}: {}", self.asked, self.text());
        assert_eq!(self.header("content-type"), "application/json", "{}", self.asked);
        self.any_json()
    }

    /// The elements of a 200 that is an array.
    #[track_caller]
    pub fn list(&self) -> Vec<Value> {
        match self.json() {
            Value::Array(items) => items,
            other => panic!("{} is not an array: {other}", self.asked),
        }
    }

    /// Checks that this is a problem of this status, well formed, and returns its `detail`.
    #[track_caller]
    pub fn problem(&self, status: u16) -> String {
        const KNOWN: [&str; 8] = ["type", "title", "status", "detail", "code", "arguments", "errors", "valid_formats"];
        const OF_CONFLICTS: [&str; 6] = ["legal", "round", "tables", "problems", "magic_event", "decklist_deadline"];
        assert_eq!(self.status, status, "{}: {}", self.asked, self.text());
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.asked);
        let (asked, problem) = (&self.asked, self.any_json());
        for name in problem.as_object().expect("an object").keys() {
            let of_status = match status {
                409 => OF_CONFLICTS.contains(&name.as_str()),
                // The states of the parts of a process that is not ready.
                503 => name == "parts",
                _ => false,
            };
            assert!(KNOWN.contains(&name.as_str()) || of_status, "{asked}: `{name}` in {problem}");
        }
        for name in ["type", "title", "detail", "code"] {
            assert!(problem[name].as_str().is_some_and(|text| !text.is_empty()), "{asked}: no `{name}` in {problem}");
        }
        assert_eq!(problem["status"], status, "{asked}");
        problem["detail"].as_str().expect("text").to_owned()
    }
}

/// Sends bytes and reads the answer until the server closes the connection.
pub async fn raw(address: &str, request: &[u8]) -> String {
    let mut socket = TcpStream::connect(address).await.expect("a listening server");
    // A server may refuse and close while the rest is still on its way.
    let _ = socket.write_all(request).await;
    let mut answer = Vec::new();
    let _ = socket.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

/// Status code of a raw answer; 0 if there is none.
pub fn status_of(answer: &str) -> u16 {
    answer.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5)).and_then(|code| code.parse().ok()).unwrap_or(0)
}
