//! Examples of errors that are the same for every operation: the app's answers to requests that it must refuse.

use std::collections::BTreeMap;

use api_kit::description::Route;
use reqwest::{Method, RequestBuilder};
use service_kit::message;
use service_kit::problem::Problem;

use super::answers::{LIST, json_of};
use crate::TestApp;
use crate::crawl::id;
use crate::openapi::json::object;
use crate::openapi::{Json, Named, is_revisioned};
use crate::things::Things;

/// The errors that are the same for every operation.
pub(super) async fn shared(routes: &[Route], app: &TestApp, things: &Things) -> BTreeMap<u16, Named> {
    let reading = |request: RequestBuilder, status: u16| async move {
        let reply = app.send(request).await;
        assert_eq!(reply.status, status, "{}: {}", reply.asked, reply.text());
        (status, vec![(status.to_string(), json_of(app, &reply))])
    };
    let path = "/api/v1/conventions/";
    let members = app.get("/api/v1/members/").await.list();
    let administrator = members.iter().find(|member| member["role"] == "ADMIN").map(id).expect("an administrator");
    let last_one = format!("/api/v1/members/{administrator}/");
    let cursor = cursor_of_another_history(app).await;
    let mut shared = BTreeMap::from([
        reading(app.anonymous(path), 401).await,
        reading(app.request(Method::GET, path).header("accept", "text/html"), 406).await,
        reading(app.request(Method::DELETE, &last_one), 409).await,
        reading(app.request(Method::GET, &format!("/api/v1/export/tournaments/?since={cursor}")), 410).await,
        reading(app.request(Method::GET, path).header("x-long", "x".repeat(40_000)), 431).await,
    ]);
    if let Some(route) = routes.iter().find(|route| route.method == "PUT" && is_revisioned(route)) {
        let list = things.path(route);
        let body = object! { "name" => "Goblins", "plaintext_list" => LIST };
        let put = |kind: &str| app.request(Method::PUT, &list).header("content-type", kind);
        let json = |body: &Json| put("application/json").body(format!("{body}\n"));
        let keyed = |body: &Json| json(body).header("idempotency-key", "example-0001");
        let first = app.send(keyed(&body)).await;
        assert_eq!(first.status, 200, "{}", first.text());
        let long = "1 Mountain\n".repeat(30_000);
        shared.extend([
            reading(json(&body).header("if-match", "\"1\""), 412).await,
            reading(json(&body.clone().with("plaintext_list", long)), 413).await,
            reading(put("text/plain").body(LIST), 415).await,
            reading(keyed(&body.clone().with("name", "Another list")), 422).await,
        ]);
    }
    let full = api_kit::write_failed(std::io::Error::from(std::io::ErrorKind::StorageFull).into());
    shared.insert(507, vec![("507".to_owned(), of(full).await)]);
    let many = message!(
        "too-many-requests-in-progress",
        "You have {most} requests in progress, which is the limit. Wait until some are answered.",
        most = 40
    );
    shared.insert(429, vec![("429".to_owned(), of(Problem::too_many_requests(many, 1)).await)]);
    shared.insert(500, vec![("500".to_owned(), of(Problem::internal("the cause is only for the log")).await)]);
    let (late, slow) = (
        Problem::not_yet_applied(message!(
            "write-not-readable-yet",
            "The write of this Consistency-Token is stored, but cannot be read yet. Please try again; `Prefer: wait=5` \
             waits longer.",
        )),
        Problem::unavailable(message!("answer-too-late", "The answer took too long. Please try again."), 5),
    );
    shared
        .insert(503, vec![("not-yet-applied".to_owned(), of(late).await), ("unavailable".to_owned(), of(slow).await)]);
    shared
}

/// A problem that no request can provoke, as a client would see it.
async fn of(problem: Problem) -> Json {
    use axum::response::IntoResponse;
    let body = axum::body::to_bytes(problem.into_response().into_body(), usize::MAX).await.expect("a body in memory");
    Json::parse(&body)
}

/// Returns a cursor of the export of changes that the app does not know any more.
pub async fn cursor_of_another_history(app: &TestApp) -> String {
    let answer = app.get("/api/v1/export/tournaments/").await;
    let mut cursor = answer.header("export-cursor").to_owned();
    // A letter of the digest of the history.
    let other = if &cursor[4..5] == "A" { "B" } else { "A" };
    cursor.replace_range(4..5, other);
    cursor
}
