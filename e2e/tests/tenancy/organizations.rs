//! Organizations never see each other's data: resources of another one are answered 404 and are in no list.

use e2e::archive::own_fixtures;
use e2e::crawl::{addresses, id, of_event, text};
use e2e::{TestApp, scene};
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn what_one_organization_has_is_unknown_to_another() {
    let app = TestApp::start().await;
    scene::build(&app).await;
    app.import(&own_fixtures()[1]).await;
    let other = app.store("Other Store").await;
    let mut tried = 0;
    for path in addresses(&app).await {
        let named = path.contains("/api/v1/")
            && path.split('/').any(|part| part.parse::<i64>().is_ok() || part.starts_with("autumn"));
        if named {
            assert_eq!(app.get(&path).await.status, 200, "{path}");
            app.get_as(&other.key, &path).await.problem(404);
            tried += 1;
        }
    }
    assert!(tried > 40, "only {tried} addresses were tried");
    app.stop().await;
}

#[tokio::test]
async fn a_stranger_is_told_the_same_as_of_what_never_was() {
    let app = TestApp::start().await;
    let event = app.import(&own_fixtures()[0]).await;
    let other = app.store("Other Store").await;
    let theirs = app.get_as(&other.key, &format!("/api/v1/magic-events/{event}/")).await.problem(404);
    let never = app.get_as(&other.key, "/api/v1/magic-events/999999/").await.problem(404);
    assert_eq!(theirs.replace(&event.to_string(), "N"), never.replace("999999", "N"));
    app.stop().await;
}

#[tokio::test]
async fn lists_hold_what_is_ones_own() {
    let app = TestApp::start().await;
    scene::build(&app).await;
    let ours = app.import(&own_fixtures()[0]).await;
    let other = app.store("Other Store").await;
    let theirs = app.import_for(other.organization, &own_fixtures()[1]).await;
    let events = app.get_as(&other.key, "/api/v1/magic-events/").await.list();
    assert_eq!(events.iter().map(id).collect::<Vec<_>>(), [theirs.0]);
    for list in ["conventions", "store-profiles/conventions", "api-keys/conventions"] {
        assert_eq!(app.get_as(&other.key, &format!("/api/v1/{list}/")).await.list().len(), 0, "{list}");
    }
    let rounds = app.get_as(&other.key, "/api/v1/tournament-rounds/").await.list();
    assert_eq!(rounds.len(), 5);
    let lists = app.get_as(&other.key, "/api/v1/decklists/").await.json();
    assert_eq!(lists["count"], 7);
    let events = app.get("/api/v1/magic-events/").await.list();
    assert!(events.iter().any(|event| id(event) == ours.0) && events.iter().all(|event| id(event) != theirs.0));
    let keys = app.get_as(&other.key, "/api/v1/api-keys/api_keys/").await.list();
    assert!(keys.iter().all(|key| key["store_name"] == "Other Store"), "{keys:?}");
    app.stop().await;
}

#[tokio::test]
async fn the_export_shows_every_organization() {
    let app = TestApp::start().await;
    let other = app.store("Other Store").await;
    app.import(&own_fixtures()[0]).await;
    app.import_for(other.organization, &own_fixtures()[1]).await;
    for key in [&app.key, &other.key] {
        let exported = app.get_as(key, "/api/export-decklists/?num_days=36500").await.list();
        assert_eq!(exported.len(), 2);
        assert!(exported.iter().any(|tournament| text(&tournament["tournamentName"]).ends_with("Other Store")));
    }
    let own = format!("/api/export-decklists/?num_days=36500&organization_id={}", other.organization);
    let exported = app.get(&own).await.list();
    assert_eq!(exported.len(), 1);
    assert!(text(&exported[0]["tournamentName"]).contains("eight players"));
    app.stop().await;
}

#[tokio::test]
async fn roles_open_what_the_table_says() {
    let app = TestApp::start().await;
    let event = app.import(&own_fixtures()[1]).await;
    let event = app.get(&format!("/api/v1/magic-events/{event}/")).await.json();
    for role in Role::ALL {
        let key = app.key_for(app.organization, *role, None).await;
        let staff = *role != Role::ReadOnly;
        for path in of_event(&event) {
            let private = ["registrations/", "tagged_players/", "settings/", "penalties/", "calls/"]
                .iter()
                .any(|end| path.ends_with(end));
            let reply = app.get_as(&key, &path).await;
            if private && !staff {
                let detail = reply.problem(403);
                assert!(detail.contains("READ_ONLY"), "the answer names the role: {detail}");
            } else {
                assert_eq!(reply.status, 200, "{role} {path}");
            }
        }
    }
    app.stop().await;
}

#[tokio::test]
async fn a_list_of_another_organization_can_be_neither_changed_nor_seen() {
    let app = TestApp::start().await;
    let (body, other) = (json!({"name": "Ours", "plaintext_list": "60 Island"}), app.store("Other Store").await);
    let keyed = async |key: &str, method: Method, path: &str| {
        app.send(app.anonymous_write(method, path, &body).header("x-api-key", key)).await
    };
    let written = keyed(&app.key, Method::POST, "/api/v1/decklists/").await;
    let (number, path) = (id(&written.created()), written.header("location").to_owned());
    let never = keyed(&other.key, Method::PUT, "/api/v1/decklists/999999/").await.problem(404);
    for method in [Method::PUT, Method::PATCH] {
        let theirs = keyed(&other.key, method, &path).await.problem(404);
        assert_eq!(theirs.replace(&number.to_string(), "N"), never.replace("999999", "N"));
    }
    for path in [path.clone(), format!("{path}revisions/"), format!("/decklists/{number}/image.svg")] {
        app.get_as(&other.key, &path).await.problem(404);
        assert_eq!(app.get(&path).await.status, 200, "{path}");
    }
    assert_eq!(app.get(&path).await.header("etag"), "\"1\"", "the list is unchanged");
    assert_eq!(app.get_as(&other.key, "/api/v1/decklists/").await.json()["count"], 0);
    app.stop().await;
}

#[tokio::test]
async fn an_idempotency_key_of_another_organization_is_another_key() {
    let app = TestApp::start().await;
    let other = app.store("Other Store").await;
    let mut lists = Vec::new();
    for key in [&app.key, &other.key] {
        let request = app.anonymous_write(Method::POST, "/api/v1/decklists/", &json!({"name": "Same"}));
        let request = request.header("x-api-key", key).header("idempotency-key", "the-same-key");
        lists.push(id(&app.send(request).await.created()));
    }
    assert_ne!(lists[0], lists[1]);
    app.get_as(&other.key, &format!("/api/v1/decklists/{}/", lists[0])).await.problem(404);
    app.stop().await;
}

#[tokio::test]
async fn a_tag_opens_nothing() {
    let app = TestApp::start().await;
    let event = app.import(&own_fixtures()[1]).await;
    let other = app.store("Other Store").await;
    let path = format!("/api/v1/magic-events/{event}/");
    let tag = app.get(&path).await.header("etag").to_owned();
    for tag in [tag.as_str(), "*"] {
        let stranger = app.anonymous(&path).header("x-api-key", &other.key).header("if-none-match", tag);
        app.send(stranger).await.problem(404);
        app.send(app.anonymous(&path).header("if-none-match", tag)).await.problem(401);
    }
    app.stop().await;
}
