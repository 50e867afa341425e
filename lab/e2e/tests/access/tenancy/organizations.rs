//! Organizations never see each other's data: resources of another one are answered 404 and are in no list.

use e2e::archive::own_fixtures;
use e2e::crawl::{id, text};
use e2e::{TestApp, scene};

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
async fn the_export_shows_every_organization_and_a_tag_opens_nothing() {
    let app = TestApp::start().await;
    let other = app.store("Other Store").await;
    let event = app.import(&own_fixtures()[0]).await;
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

    let path = format!("/api/v1/magic-events/{event}/");
    let tag = app.get(&path).await.header("etag").to_owned();
    for tag in [tag.as_str(), "*"] {
        let stranger = app.anonymous(&path).header("x-api-key", &other.key).header("if-none-match", tag);
        app.send(stranger).await.problem(404);
        app.send(app.anonymous(&path).header("if-none-match", tag)).await.problem(401);
    }
    app.stop().await;
}
