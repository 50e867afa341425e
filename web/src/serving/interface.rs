//! Carries out what is sent at the desk and by players: as typed commands of the write side, or as requests to its HTTP
//! interface in this process. So a page can do nothing that the interface cannot, and every permission and refusal is the
//! interface's own.

use std::sync::Arc;

use api_kit::same_site;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use proto_events::Version;
use serde_json::Value;
use service_kit::problem::{Problem, ProblemMessages};
use tower::ServiceExt as _;
use write_api::{Command, Terms};

use crate::serving::failures::PageError;
use crate::serving::request::PageRequest;
use crate::texts::{Texts, said};

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Maximum bytes of an answer. A round of 10,000 players takes a few million.
const ANSWER: usize = 64 * 1024 * 1024;

/// How often a form is tried while others change the event at the same time.
pub(crate) const ATTEMPTS: usize = 8;

/// A request to the interface.
pub(crate) struct Call {
    method: Method,
    path: String,
    body: Value,
    key: Option<String>,
    version: Option<Version>,
}

/// An answer that refuses the request.
#[derive(Debug)]
pub(crate) struct Refused {
    /// Its status.
    pub(crate) status: StatusCode,
    /// The faults, one sentence each.
    pub(crate) lines: Vec<String>,
    /// The fields of the first lines, as the interface calls them.
    pub(crate) fields: Vec<String>,
    /// The type of the problem.
    kind: &'static str,
    /// A failure of the service itself.
    failure: Option<Problem>,
}

impl Call {
    /// Creates a request to an address below the event's.
    pub(crate) fn new(method: Method, path: String, body: Value) -> Self {
        Self { method, path, body, key: None, version: None }
    }

    /// Makes the request carried out once, however often the same form is sent.
    pub(crate) fn once(self, key: &str) -> Self {
        Self { key: (!key.is_empty()).then(|| key.to_owned()), ..self }
    }

    /// Makes the request refused if the event has changed since this version.
    pub(crate) fn at_version(self, version: Version) -> Self {
        Self { version: Some(version), ..self }
    }

    /// Sends the request for the signed-in person, and returns the document of the answer.
    pub(crate) async fn send(self, request: &PageRequest) -> Result<Value, Refused> {
        let asked = self.request(&request.headers).map_err(|_| Refused::internal())?;
        carry_out(request, asked).await
    }

    fn request(self, headers: &HeaderMap) -> Result<Request<Body>, axum::http::Error> {
        let mut asked = Request::builder().method(self.method).uri(self.path);
        for line in headers.get_all(header::COOKIE) {
            asked = asked.header(header::COOKIE, line);
        }
        // The form was sent by a page of this service: this was checked before.
        asked = asked.header(same_site::SEC_FETCH_SITE, HeaderValue::from_static("same-origin"));
        if let Some(key) = self.key {
            asked = asked.header(IDEMPOTENCY_KEY, key);
        }
        if let Some(version) = self.version {
            asked = asked.header(header::IF_MATCH, format!("\"{version}\""));
        }
        match self.body {
            Value::Null => asked.body(Body::empty()),
            body => asked.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string())),
        }
    }
}

/// Runs a typed command on these terms.
pub(crate) async fn run<C: Command>(request: &PageRequest, terms: Terms, command: &C) -> Result<C::Done, Refused> {
    request.shared.writes.run(terms, command).await.map_err(|problem| Refused::by(problem, request.texts))
}

/// Sends a request to the interface, and returns the document of the answer.
async fn carry_out(request: &PageRequest, asked: Request<Body>) -> Result<Value, Refused> {
    let answered = match request.shared.interface.clone().oneshot(asked).await {
        Ok(answered) => answered,
        Err(never) => match never {},
    };
    let status = answered.status();
    if let Some(problem) = answered.extensions().get::<Arc<ProblemMessages>>() {
        return Err(Refused::of(status, problem, request.texts));
    }
    let bytes = to_bytes(answered.into_body(), ANSWER).await.map_err(|_| Refused::internal())?;
    let document = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    if status.is_success() { Ok(document) } else { Err(Refused::internal()) }
}

impl Refused {
    /// Says a problem in the language of the page.
    pub(crate) fn by(problem: Problem, in_words: &Texts) -> Self {
        let status = problem.status();
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            return Self { failure: Some(problem), ..Self::internal() };
        }
        Self::of(status, &problem.into(), in_words)
    }

    /// Says a problem in the language of the page: the faults of fields, else its detail.
    fn of(status: StatusCode, problem: &ProblemMessages, in_words: &Texts) -> Self {
        let faults = problem.errors.iter().flat_map(|(field, messages)| messages.iter().map(move |said| (field, said)));
        let (fields, mut lines): (Vec<_>, Vec<_>) =
            faults.map(|(field, said)| (field.clone(), in_words.message(said))).unzip();
        lines.extend(problem.problems.iter().map(|said| in_words.message(said)));
        if lines.is_empty() {
            lines.push(in_words.message(&problem.detail));
        }
        Self { status, lines, fields, kind: problem.kind, failure: None }
    }

    fn internal() -> Self {
        Self {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            lines: Vec::new(),
            fields: Vec::new(),
            kind: "",
            failure: None,
        }
    }

    /// Whether another request changed the event first.
    pub(crate) fn is_stale(&self) -> bool {
        self.status == StatusCode::PRECONDITION_FAILED
    }

    /// Whether the same form was carried out before, and its request would be another one now.
    pub(crate) fn is_key_reused(&self) -> bool {
        self.kind.ends_with("/idempotency-key-reused")
    }
}

impl From<Refused> for PageError {
    fn from(refused: Refused) -> Self {
        refused.failure.map_or_else(|| Self::Form(refused.lines.into()), Self::Problem)
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        if let Some(failure) = refused.failure {
            return failure;
        }
        let text = said(refused.lines.join(" "));
        match refused.status {
            StatusCode::NOT_FOUND => Self::not_found(text),
            StatusCode::FORBIDDEN => Self::forbidden(text),
            _ => Self::conflict(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use service_kit::message;

    use super::*;
    use crate::texts::Language;

    #[test]
    fn refusal_says_the_faults_of_fields_or_the_detail() {
        let lines = |problem: Problem| {
            let response = axum::response::IntoResponse::into_response(problem);
            let said = response.extensions().get::<Arc<ProblemMessages>>().unwrap();
            Refused::of(response.status(), said, Texts::of(Language::English)).lines
        };
        let detail = message!("round-is-complete", "Round {number} is complete.", number = 3);
        assert_eq!(lines(Problem::conflict(detail.clone())), ["Round 3 is complete."]);
        let field = message!("empty", "May not be empty.");
        assert_eq!(lines(Problem::bad_request(detail).with_error("name", field)), ["May not be empty."]);
    }
}
