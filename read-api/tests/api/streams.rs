//! Streams in tests: opened through the router, and read event by event.

use axum::body::Body;
use axum::http::{HeaderMap, Method, header};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

use crate::harness::{Reply, TestApi, request};

#[derive(Debug)]
pub(crate) struct Followed {
    pub(crate) headers: HeaderMap,
    body: Body,
}

impl Followed {
    /// Returns the next text; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<String> {
        let frame = self.body.frame().await?.unwrap();
        Some(String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap())
    }

    /// Returns the names and the data of the next events, and the id after them.
    pub(crate) async fn events(&mut self) -> (Vec<(String, Value)>, String) {
        events_in(&self.next().await.unwrap())
    }
}

/// Returns the names and the data of the events in a text, and the id after them.
pub(crate) fn events_in(text: &str) -> (Vec<(String, Value)>, String) {
    let field = |block: &str, name: &str| {
        block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).map(str::to_owned)
    };
    let blocks = || text.split_terminator("\n\n");
    let event = |block| Some((field(block, "event")?, serde_json::from_str(&field(block, "data")?).unwrap()));
    let id = blocks().filter_map(|block| field(block, "id")).last();
    (blocks().filter_map(event).collect(), id.unwrap_or_default())
}

impl TestApi {
    /// Opens a stream with only these headers. Returns the answer if there is none.
    pub(crate) async fn follow(&self, path: &str, headers: &[(&str, &str)]) -> Result<Followed, Reply> {
        let response = self.router.clone().oneshot(request(Method::GET, path, headers)).await.unwrap();
        let (parts, body) = response.into_parts();
        if parts.headers.get(header::CONTENT_TYPE).is_some_and(|it| it == "text/event-stream") {
            return Ok(Followed { headers: parts.headers, body });
        }
        let body = body.collect().await.unwrap().to_bytes();
        Err(Reply { status: parts.status.as_u16(), headers: parts.headers, body })
    }
}
