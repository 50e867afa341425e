//! Errors as clients see them: RFC 9457 `application/problem+json`.
//!
//! The types are stable names, relative to the service. A cause never reaches the client: the response carries it
//! as an extension to the boundary, which logs it once.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;
use serde_json::Value;

use crate::BoxError;
use crate::message;
use crate::message::Message;

/// Media type of problems.
pub const CONTENT_TYPE: &str = "application/problem+json";

/// An error response.
#[derive(Debug, Clone)]
pub struct Problem(Box<Parts>);

#[derive(Debug, Clone)]
struct Parts {
    status: StatusCode,
    headers: HeaderMap,
    source: Option<Source>,
    document: Document,
}

#[derive(Debug, Clone, Serialize)]
struct Document {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    detail: Message,
    code: &'static str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    arguments: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    errors: BTreeMap<String, Vec<Message>>,
    #[serde(skip)]
    problems: Vec<Message>,
    #[serde(flatten)]
    extra: BTreeMap<&'static str, Value>,
}

/// The cause of a 5xx response, stored in the response's extensions for the boundary.
#[derive(Debug, Clone)]
pub(crate) struct Source(pub(crate) Arc<dyn std::error::Error + Send + Sync>);

/// Defines a constructor for each kind of problem that has nothing but a text: status, name of the type, title.
macro_rules! problems {
    ($($(#[$doc:meta])+ $name:ident: $status:ident, $kind:literal, $title:literal;)+) => {
        impl Problem {
            $($(#[$doc])+ pub fn $name(detail: impl Into<Message>) -> Self {
                Self::new(StatusCode::$status, concat!("/problems/", $kind), $title, detail)
            })+
        }
    };
}

problems! {
    /// Returns a 400: a parameter or body is malformed. Name the invalid fields with [`Problem::with_error`].
    bad_request: BAD_REQUEST, "bad-request", "Bad request";
    /// Returns a 403: the credential is known, but its role has no permission.
    forbidden: FORBIDDEN, "forbidden", "Not permitted";
    /// Returns a 404: there is no such resource, or it belongs to another organization.
    not_found: NOT_FOUND, "not-found", "Not found";
    /// Returns a 406: `Accept` excludes every form that the resource has.
    not_acceptable: NOT_ACCEPTABLE, "not-acceptable", "Not acceptable";
    /// Returns a 408: the body of the request did not arrive in time.
    request_timeout: REQUEST_TIMEOUT, "request-timeout", "Request too slow";
    /// Returns a 409: the request conflicts with the current state of the resource.
    conflict: CONFLICT, "conflict", "Conflict";
    /// Returns a 410: the cursor of an export belongs to a history that the service no longer has.
    gone: GONE, "gone", "Gone";
    /// Returns a 412: `If-Match` does not match the version of the resource.
    precondition_failed: PRECONDITION_FAILED, "precondition-failed", "Precondition failed";
    /// Returns a 413: the body is larger than allowed.
    payload_too_large: PAYLOAD_TOO_LARGE, "payload-too-large", "Body too large";
    /// Returns a 415: the format of the body is not supported.
    unsupported_media_type: UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", "Unsupported media type";
    /// Returns a 422: the `Idempotency-Key` was used for another request.
    idempotency_key_reused: UNPROCESSABLE_ENTITY, "idempotency-key-reused", "Idempotency key reused";
    /// Returns a 431: the address and headers are larger than allowed.
    header_fields_too_large: REQUEST_HEADER_FIELDS_TOO_LARGE, "headers-too-large", "Headers too large";
    /// Returns a 507: the storage is full; nothing was stored.
    insufficient_storage: INSUFFICIENT_STORAGE, "insufficient-storage", "No room to store this";
}

impl Problem {
    fn new(status: StatusCode, kind: &'static str, title: &'static str, detail: impl Into<Message>) -> Self {
        let detail = detail.into();
        let document = Document {
            kind,
            title,
            status: status.as_u16(),
            code: detail.code(),
            arguments: detail.arguments().iter().cloned().collect(),
            detail,
            errors: BTreeMap::new(),
            problems: Vec::new(),
            extra: BTreeMap::new(),
        };
        Self(Box::new(Parts { status, headers: HeaderMap::new(), source: None, document }))
    }

    /// Returns a 401, with the accepted scheme: the credential is missing, malformed, unknown, revoked or expired.
    pub fn unauthorized(detail: impl Into<Message>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "/problems/unauthorized", "Not authenticated", detail)
            .with_header(header::WWW_AUTHENTICATE, HeaderValue::from_static("ApiKey header=\"X-API-Key\""))
    }

    /// Returns a 405. `allow` lists the allowed methods: `GET, HEAD`.
    pub fn method_not_allowed(allow: &str) -> Self {
        let detail = message!("method-not-allowed", "This resource allows only {allow}.", allow);
        let problem =
            Self::new(StatusCode::METHOD_NOT_ALLOWED, "/problems/method-not-allowed", "Method not allowed", detail);
        match HeaderValue::from_str(allow) {
            Ok(allow) => problem.with_header(header::ALLOW, allow),
            Err(_) => problem,
        }
    }

    /// Returns a 429 with `Retry-After`: the caller has exceeded a limit.
    pub fn too_many_requests(detail: impl Into<Message>, retry_after_seconds: u32) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "/problems/too-many-requests", "Too many requests", detail)
            .with_header(header::RETRY_AFTER, HeaderValue::from(retry_after_seconds))
    }

    /// Returns a 500 with a fixed text. The source is only logged.
    pub fn internal(source: impl Into<BoxError>) -> Self {
        let detail =
            message!("internal", "Something went wrong on our side. It has been logged; please try again later.");
        let title = "Internal server error";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "/problems/internal", title, detail).with_source(source)
    }

    /// Returns a 503 with `Retry-After`.
    pub fn unavailable(detail: impl Into<Message>, retry_after_seconds: u32) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "/problems/unavailable", "Unavailable for the moment", detail)
            .with_header(header::RETRY_AFTER, HeaderValue::from(retry_after_seconds))
    }

    /// Returns a 503: the data of the `Consistency-Token` is stored but not yet readable.
    pub fn not_yet_applied(detail: impl Into<Message>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "/problems/not-yet-applied", "Not yet applied", detail)
            .with_header(header::RETRY_AFTER, HeaderValue::from(1))
    }

    /// Adds an error for an invalid field.
    #[must_use]
    pub fn with_error(mut self, field: impl Into<String>, message: impl Into<Message>) -> Self {
        self.0.document.errors.entry(field.into()).or_default().push(message.into());
        self
    }

    /// Adds the faults that the text sums up, one sentence each, for pages.
    #[must_use]
    pub fn with_problems(mut self, problems: Vec<Message>) -> Self {
        self.0.document.problems = problems;
        self
    }

    /// Adds a member to the standard ones, such as `valid_formats`.
    #[must_use]
    pub fn with_member(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.document.extra.insert(name, value.into());
        self
    }

    /// Adds the text and the errors once more under the names that services of vendors use: `error` and `details`.
    #[must_use]
    pub fn with_vendor_names(self) -> Self {
        let Document { detail, errors, .. } = &self.0.document;
        let (detail, errors) = (Value::from(detail.text()), serde_json::to_value(errors).unwrap_or_default());
        self.with_member("error", detail).with_member("details", errors)
    }

    /// Adds a header.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.headers.insert(name, value);
        self
    }

    /// Adds the cause for the log.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<BoxError>) -> Self {
        self.0.source = Some(Source(Arc::from(source.into())));
        self
    }

    /// Returns the status code.
    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    /// Returns the text for the client.
    pub fn detail(&self) -> &str {
        &self.0.document.detail
    }

    /// Returns the text for the client with its code.
    pub fn message(&self) -> &Message {
        &self.0.document.detail
    }

    /// Returns the errors by field.
    pub fn errors(&self) -> &BTreeMap<String, Vec<Message>> {
        &self.0.document.errors
    }

    /// Returns the faults that the text sums up.
    pub fn problems(&self) -> &[Message] {
        &self.0.document.problems
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response<Body> {
        let Parts { status, headers, source, document } = *self.0;
        // If there is no other cause, the client's text is logged.
        let source =
            source.or_else(|| status.is_server_error().then(|| Source(BoxError::from(document.detail.text()).into())));
        // Serializing strings and maps of strings cannot fail.
        let body = serde_json::to_vec(&document).unwrap_or_default();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPE));
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(source) = source {
            response.extensions_mut().insert(source);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;
    use serde_json::json;

    use super::*;

    async fn read(problem: Problem) -> (StatusCode, HeaderMap, Value) {
        let (parts, body) = problem.into_response().into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        (parts.status, parts.headers, serde_json::from_slice(&body).unwrap())
    }

    #[tokio::test]
    async fn a_problem_says_what_rfc_9457_asks_for() {
        let problem = Problem::bad_request(message!("test", "{count} parameters are malformed.", count = 2))
            .with_error("page", message!("test", "must be a whole number"))
            .with_error("teams", message!("test", "must be true or false"))
            .with_member("valid_formats", vec!["LEGACY"]);
        let (status, headers, body) = read(problem).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert_eq!(headers["content-type"], "application/problem+json");
        assert_eq!(headers["cache-control"], "no-store");
        let expected = json!({
            "type": "/problems/bad-request", "title": "Bad request", "status": 400,
            "detail": "2 parameters are malformed.", "code": "test", "arguments": {"count": "2"},
            "errors": {"page": ["must be a whole number"], "teams": ["must be true or false"]},
            "valid_formats": ["LEGACY"],
        });
        assert_eq!(body, expected);
    }

    #[tokio::test]
    async fn a_500_never_tells_its_cause() {
        let problem = Problem::internal(std::io::Error::other("secret path"));
        let response = problem.clone().into_response();
        assert!(response.extensions().get::<Source>().is_some());
        let (status, _, body) = read(problem).await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(!body.to_string().contains("secret path"));
    }

    #[test]
    fn every_failure_names_a_cause_for_the_log() {
        let cause = |problem: Problem| {
            problem.into_response().extensions().get::<Source>().map(|Source(cause)| cause.to_string())
        };
        assert_eq!(cause(Problem::unavailable(message!("test", "Busy."), 1)).as_deref(), Some("Busy."));
        let with_source = Problem::unavailable(message!("test", "Busy."), 1).with_source("no turn");
        assert_eq!(cause(with_source).as_deref(), Some("no turn"));
        assert_eq!(cause(Problem::not_found(message!("test", "Nothing."))), None);
    }

    #[tokio::test]
    async fn the_headers_that_a_status_needs_are_there() {
        let unauthorized = read(Problem::unauthorized(message!("test", "no key"))).await.1;
        assert_eq!(unauthorized["www-authenticate"], "ApiKey header=\"X-API-Key\"");
        assert_eq!(read(Problem::method_not_allowed("GET, HEAD")).await.1["allow"], "GET, HEAD");
        assert_eq!(read(Problem::unavailable(message!("test", "busy"), 1)).await.1["retry-after"], "1");
    }
}
