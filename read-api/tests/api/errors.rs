//! Requests that cannot be answered: unknown paths and ids, wrong methods, unacceptable types, failing stores.

use axum::http::Method;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Role;
use storage::ViewKind;

use crate::documents::{STORE, document_of};
use crate::harness::TestApi;

const BY_ID: [&str; 15] = [
    "/api/v1/magic-events/ID/",
    "/api/v1/magic-events/ID/overview/",
    "/api/v1/magic-events/ID/settings/",
    "/api/v1/magic-events/ID/registrations/",
    "/api/v1/magic-events/ID/current_standings/",
    "/api/v1/magic-events/ID/decklists/",
    "/api/v1/magic-events/ID/archetypes/",
    "/api/v1/magic-events/ID/tagged_players/",
    "/api/v1/tournament-rounds/ID/",
    "/api/v1/tournament-rounds/ID/matches/",
    "/api/v1/tournament-rounds/ID/matches/?teams=true",
    "/api/v1/tournament-rounds/ID/standings/",
    "/api/v1/decklists/ID/",
    "/api/v1/decklists/ID",
    "/api/v1/decklists/ID/revisions/",
];

#[tokio::test]
async fn ids_that_name_nothing_are_404_and_the_answer_says_what_an_id_is() {
    let api = TestApi::with_every_kind().await;
    let odd = [
        "8",
        "0",
        "-7",
        "07",
        "+7",
        "7_",
        "%207",
        "abc",
        "7.0",
        "7e0",
        "9223372036854775807",
        "9223372036854775808",
        "%00",
        "%FF",
        "%F0%9F%83%8F",
        "7%2F7",
        "'%20OR%201=1",
    ];
    for template in BY_ID {
        for odd in odd {
            let detail = api.get(&template.replace("ID", odd)).await.detail(404);
            assert!(detail.contains("id") && detail.contains("integer"), "{template} {odd}: {detail}");
        }
    }
    let detail = api.get(&format!("/api/v1/conventions/{}/", "x".repeat(5_000))).await.detail(404);
    assert!(detail.contains("slug") && detail.len() < 200, "{detail}");
}

#[tokio::test]
async fn other_methods_are_405_and_told_which_there_are() {
    let api = TestApi::with_every_kind().await;
    for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS] {
        for path in [
            "/api/v1/magic-events/",
            "/api/v1/decklists/7",
            "/api/export-decklists/",
            "/events/7/",
            "/decklists/7/image.svg",
            "/",
        ] {
            let reply = api.send(method.clone(), path, &[("x-api-key", &api.key)]).await;
            reply.problem(405);
            assert_eq!(reply.header("allow"), "GET, HEAD", "{method} {path}");
        }
    }
}

#[tokio::test]
async fn a_client_that_wants_no_json_is_told_that_there_is_nothing_else() {
    let api = TestApi::with_every_kind().await;
    for path in ["/api/v1/magic-events/", "/api/v1/magic-events/7/", "/api/v1/api-keys/whoami/"] {
        for accept in ["text/html", "image/png, text/*", "application/json;q=0", "application/xml"] {
            api.get_with(path, &[("accept", accept)]).await.problem(406);
        }
        for accept in
            ["*/*", "application/*", "application/json", "text/html, */*;q=0.1", "application/json; charset=utf-8", ""]
        {
            assert_eq!(api.get_with(path, &[("accept", accept)]).await.status, 200, "{accept}");
        }
    }
}

#[tokio::test]
async fn a_store_that_is_closed_is_a_503_that_reveals_nothing() {
    let api = TestApi::with_every_kind().await;
    assert_eq!(api.get("/api/v1/magic-events/7/").await.status, 200);
    storage::ViewReader::close(&*api.views).await;
    assert_eq!(api.get("/api/v1/magic-events/7/").await.status, 200, "documents in memory are still served");
    for path in ["/api/v1/magic-events/7/overview/", "/api/v1/magic-events/", "/api/export-decklists/", "/events/7/"] {
        let problem = api.get(path).await.problem(503);
        assert_eq!(problem["type"], "/problems/unavailable", "{path}");
        let text = problem.to_string();
        assert!(!text.contains("closed") && !text.contains("database") && !text.contains("sql"), "{text}");
    }
}

#[tokio::test]
async fn a_record_that_cannot_be_read_is_a_500_that_reveals_nothing() {
    let mut api = TestApi::start().await;
    let (_, key) = api.credential(STORE, Role::Admin);
    let record = document_of(OrganizationId::SHARED, ViewKind::Credential, key.sha256_hex(), "\"moss\"");
    api.put([record]).await;
    let problem = api.get_as(key.expose(), "/api/v1/api-keys/whoami/").await.problem(500);
    assert_eq!(problem["type"], "/problems/internal");
    let text = problem.to_string().to_lowercase();
    assert!(!text.contains("moss") && !text.contains("credential") && !text.contains("json"), "{text}");
}
